"""Call of the Haunted: a bond both ways."""

from tests.play import Cards, Game
from tests.rules import rule


def board(*them: str, hand: tuple[str, ...] = ()) -> Game:
    game = Game(
        Cards(hand=hand, graveyard=["Summoned Skull"], spells=["Call of the Haunted:set"]),
        Cards(spells=list(them)),
    )
    return game.begin_act("activate", "Call of the Haunted")


def test_brings_a_monster_back_in_attack_position() -> None:
    game = board().calm().to_open()
    assert game.names("monster") == ["Summoned Skull"]
    assert not game.card("Summoned Skull").defense_position


def test_needs_a_monster_in_its_players_graveyard() -> None:
    game = Game(Cards(spells=["Call of the Haunted:set"]), Cards(graveyard=["Summoned Skull"]))
    assert not game.can("activate", "Call of the Haunted")


def test_the_monster_falls_with_it() -> None:
    game = board(hand=("Heavy Storm",)).to_open()
    game.do("activate", "Heavy Storm")
    assert "Summoned Skull" in game.names("graveyard")


def test_it_falls_with_the_monster() -> None:
    game = board(hand=("Dark Hole",)).to_open()
    game.do("activate", "Dark Hole")
    assert "Call of the Haunted" in game.names("graveyard")


def test_it_stays_when_the_monster_leaves_undestroyed() -> None:
    game = board("Compulsory Evacuation Device:set", hand=("Pot of Greed",)).to_open()
    game.begin_act("activate", "Pot of Greed").respond("Compulsory Evacuation Device").calm()
    assert game.names("spell_trap") == ["Call of the Haunted"]


def test_turned_face_down_the_monster_is_free_of_it() -> None:
    game = board(hand=("Book of Moon", "Heavy Storm")).to_open()
    game.do("activate", "Book of Moon").do("activate", "Heavy Storm")
    assert game.names("monster") == ["Summoned Skull"]
    assert "Call of the Haunted" in game.names("graveyard")


@rule("GAP-19")
def test_destroyed_in_the_chain_it_brings_nothing_back() -> None:
    game = board("Mystical Space Typhoon:set").respond("Mystical Space Typhoon").calm()
    assert game.count("monster") == 0
    assert game.names("graveyard") == ["Summoned Skull", "Call of the Haunted"]


def test_negated_it_leaves_the_monster_behind() -> None:
    game = board("Royal Decree:set", hand=("Heavy Storm",)).to_open()
    game.begin_act("activate", "Heavy Storm").respond("Royal Decree").calm()
    assert game.names("monster") == ["Summoned Skull"]


@rule("GAP-28")
def test_a_ritual_monster_never_summoned_stays_where_it_is() -> None:
    game = Game(Cards(graveyard=["Black Luster Soldier"], spells=["Call of the Haunted:set"]))
    assert not game.can("activate", "Call of the Haunted")
