"""Y-Dragon Head: it equips, raises ATK, protects from destruction and unequips."""

from tests.play import Cards, Game
from tests.rules import rule


def begin_equipped() -> Game:
    game = Game(Cards(monsters=["X-Head Cannon", "Y-Dragon Head"], hand=["Dark Hole"]))
    return game.do("activate", "Y-Dragon Head")


def test_joins_x_head_cannon() -> None:
    game = begin_equipped()
    cannon = game.card("X-Head Cannon")
    assert (cannon.attack, cannon.defense) == (2200, 1900)
    assert game.names("spell_trap") == ["Y-Dragon Head"]


def test_joins_nothing_else() -> None:
    game = Game(Cards(monsters=["Silver Fang", "Y-Dragon Head"]))
    assert not game.can("activate", "Y-Dragon Head")


def test_falls_instead_of_the_equipped_monster() -> None:
    game = begin_equipped().do("activate", "Dark Hole")
    assert game.names("monster") == ["X-Head Cannon"]
    assert game.names("graveyard") == ["Y-Dragon Head", "Dark Hole"]


def test_falls_instead_in_battle_too() -> None:
    game = begin_equipped().end_turn()
    assert game.names("spell_trap") == ["Y-Dragon Head"]
    game = Game(
        Cards(monsters=["X-Head Cannon", "Y-Dragon Head"]), Cards(monsters=["Blue-Eyes White Dragon"])
    )
    game.do("activate", "Y-Dragon Head").attack("X-Head Cannon", "Blue-Eyes White Dragon")
    assert game.names("monster") == ["X-Head Cannon"]
    assert game.life(0) == 7200


@rule("GAP-21")
def test_joins_or_parts_once_a_turn() -> None:
    game = begin_equipped()
    assert not game.can("activate", "Y-Dragon Head")
    game.end_turn().end_turn().do("activate", "Y-Dragon Head")
    assert sorted(game.names("monster")) == ["X-Head Cannon", "Y-Dragon Head"]
    assert game.card("X-Head Cannon").attack == 1800
    assert not game.can("activate", "Y-Dragon Head")


@rule("GAP-19")
def test_goes_to_the_graveyard_when_its_target_got_away() -> None:
    game = Game(
        Cards(monsters=["X-Head Cannon", "Y-Dragon Head"]), Cards(spells=["Compulsory Evacuation Device:set"])
    )
    game.begin_act("activate", "Y-Dragon Head")
    game.respond("Compulsory Evacuation Device", "X-Head Cannon").calm()
    assert game.names("graveyard") == ["Y-Dragon Head"]
