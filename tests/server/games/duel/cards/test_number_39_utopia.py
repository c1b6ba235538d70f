"""Number 39: Utopia: it negates attacks, and is destroyed when attacked without material."""

from tests.play import Cards, Game
from tests.rules import rule

NAME = "Number 39: Utopia"


def begin_summoned() -> Game:
    game = Game(
        Cards(monsters=["Battle Ox", "Celtic Guardian", "Feral Imp"], extra=[NAME]),
        Cards(monsters=["Summoned Skull"]),
    )
    return game.do("special_summon", NAME)


def test_detaching_stops_an_attack_of_the_opponent() -> None:
    game = begin_summoned().end_turn().declare_attack("Summoned Skull", NAME).choose(NAME)
    game.to_open()
    assert NAME in game.names("monster")
    assert len(game.card(NAME).materials) == 1
    assert game.life(0) == 8000


def test_it_may_stop_its_own_sides_attack() -> None:
    game = begin_summoned().declare_attack("Feral Imp", "Summoned Skull").choose(NAME).to_open()
    assert game.happened("attack_negated")
    assert "Feral Imp" in game.names("monster")


def test_stops_nothing_without_material() -> None:
    game = Game(Cards(monsters=["Feral Imp"]), Cards(extra_monster=NAME)).attack("Feral Imp")
    assert not game.happened("attack_negated")


def test_attacked_without_material_it_destroys_itself() -> None:
    game = Game(Cards(monsters=["Feral Imp"]), Cards(extra_monster=NAME)).attack("Feral Imp", NAME)
    assert game.names("graveyard", 1) == [NAME]
    assert game.life(0) == 8000


@rule("GAP-51")
def test_a_detached_sangan_finds_nothing() -> None:
    game = Game(Cards(monsters=["Sangan", "Silver Fang"], extra=["Number 17: Leviathan Dragon"]))
    game.do("special_summon", "Number 17: Leviathan Dragon").do(
        "activate", "Number 17: Leviathan Dragon", "Sangan"
    )
    assert game.names("graveyard") == ["Sangan"]
    assert len(game.happened("activate")) == 1


@rule("GAP-08")
def test_as_the_new_target_of_a_replay_it_gives_up_too() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull"]),
        Cards(extra_monster=NAME, monsters=["Silver Fang"], spells=["Scapegoat:set"]),
    )
    game.declare_attack("Summoned Skull", "Silver Fang").respond("Scapegoat")
    while not game.can("no"):
        game.choose(game.ask.options[0][0])
    game.choose(NAME).calm()
    assert game.names("graveyard", 1) == ["Scapegoat", NAME]


def test_its_materials_lie_in_the_order_of_their_zones() -> None:
    game = Game(Cards(extra=["Number 39: Utopia"], monsters=["Battle Ox", "Celtic Guardian"]))
    game.do("special_summon", "Number 39: Utopia", "Celtic Guardian")
    assert [card.name for card in game.card("Number 39: Utopia").materials] == [
        "Battle Ox",
        "Celtic Guardian",
    ]
