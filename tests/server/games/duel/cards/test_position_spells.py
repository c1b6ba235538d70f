"""Block Attack, Stop Defense and Book of Moon: Spells that change positions."""

from tests.play import Cards, Game
from tests.rules import rule


def test_block_attack_turns_an_attacker_to_defense() -> None:
    game = Game(Cards(hand=["Block Attack"]), Cards(monsters=["Summoned Skull"])).do(
        "activate", "Block Attack"
    )
    assert game.card("Summoned Skull").defense_position
    assert game.card("Summoned Skull").face_up


def test_block_attack_needs_an_attack_position_monster_of_the_opponent() -> None:
    you = Cards(hand=["Block Attack"], monsters=["Feral Imp"])
    game = Game(you, Cards(monsters=["Summoned Skull:defense", "Silver Fang:set"]))
    assert not game.can("activate", "Block Attack")


def test_the_opponent_may_turn_the_blocked_monster_back() -> None:
    game = Game(Cards(hand=["Block Attack"]), Cards(monsters=["Summoned Skull"])).do(
        "activate", "Block Attack"
    )
    assert game.end_turn().can("change_position", "Summoned Skull")


def test_block_attack_cannot_turn_a_link_monster() -> None:
    game = Game(Cards(hand=["Block Attack"]), Cards(extra_monster="Link Spider"))
    assert not game.can("activate", "Block Attack")


def test_stop_defense_brings_a_set_monster_out_and_its_flip_effect_follows() -> None:
    them = Cards(monsters=["Man-Eater Bug:set"])
    game = Game(Cards(hand=["Stop Defense"], monsters=["Summoned Skull"]), them)
    game.do("activate", "Stop Defense", "Summoned Skull")
    assert not game.card("Man-Eater Bug").defense_position
    assert game.names("graveyard") == ["Stop Defense", "Summoned Skull"]


def test_stop_defense_turns_a_face_up_defender() -> None:
    game = Game(Cards(hand=["Stop Defense"]), Cards(monsters=["Summoned Skull:defense"]))
    assert not game.do("activate", "Stop Defense").card("Summoned Skull").defense_position


def test_stop_defense_needs_a_defender() -> None:
    game = Game(Cards(hand=["Stop Defense"]), Cards(monsters=["Summoned Skull"]))
    assert not game.can("activate", "Stop Defense")


@rule("GAP-08")
def test_book_of_moon_stops_an_attack() -> None:
    you = Cards(monsters=["Summoned Skull", "Silver Fang"])
    game = Game(you, Cards(spells=["Book of Moon:set"]))
    game.declare_attack("Summoned Skull").respond("Book of Moon", "Summoned Skull").calm()
    assert not game.card("Summoned Skull").face_up
    assert game.life(1) == 8000


@rule("GAP-48", "YGO-TOK-09")
def test_book_of_moon_turns_neither_tokens_nor_links_nor_set_monsters() -> None:
    you = Cards(hand=["Book of Moon", "Scapegoat"], monsters=["Silver Fang:set"])
    game = Game(you, Cards(extra_monster="Link Spider")).do("activate", "Scapegoat")
    assert not game.can("activate", "Book of Moon")


@rule("GAP-10", "YGO-POS-07")
def test_a_monster_an_effect_turned_down_may_be_flip_summoned_at_once() -> None:
    game = Game(Cards(hand=["Book of Moon"], monsters=["Man-Eater Bug"])).do("activate", "Book of Moon")
    assert game.can("flip_summon", "Man-Eater Bug")


@rule("GAP-10", "YGO-POS-06")
def test_not_if_it_was_summoned_changed_or_has_attacked_in_this_turn() -> None:
    fresh = Game(Cards(hand=["Book of Moon", "Silver Fang"])).do("summon", "Silver Fang")
    changed = Game(Cards(hand=["Book of Moon"], monsters=["Silver Fang"])).do(
        "change_position", "Silver Fang"
    )
    attacker = Game(Cards(hand=["Book of Moon"], monsters=["Silver Fang"])).attack("Silver Fang")
    for game in (fresh, changed, attacker):
        game.do("activate", "Book of Moon")
    attacker.phase("main2")
    assert not any(game.can("flip_summon", "Silver Fang") for game in (fresh, changed, attacker))


@rule("GAP-13")
def test_from_the_hand_book_of_moon_works_in_your_own_turn_only() -> None:
    them = Cards(hand=["Book of Moon"])
    game = Game(Cards(monsters=["Summoned Skull"]), them)
    game.begin_act("change_position", "Summoned Skull")
    assert not game.can("activate", "Book of Moon")
    game.calm().end_turn()
    assert game.can("activate", "Book of Moon")
