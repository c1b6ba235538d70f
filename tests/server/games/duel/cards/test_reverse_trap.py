"""Reverse Trap: raises lower, and lowers raise, for one turn."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-19")
def test_a_raise_lowers_until_the_end_of_the_turn() -> None:
    game = Game(
        Cards(hand=["Axe of Despair"], monsters=["Blue-Eyes White Dragon"]),
        Cards(spells=["Reverse Trap:set"]),
    )
    game.do("activate", "Axe of Despair").declare_attack("Blue-Eyes White Dragon").respond(
        "Reverse Trap"
    ).calm()
    assert game.life(1) == 6000
    game.end_turn()
    assert game.card("Blue-Eyes White Dragon").attack == 4000


def test_a_loss_becomes_a_gain() -> None:
    game = Game(
        Cards(monsters=["Mystical Elf", "X-Head Cannon"], field_spell="Umi", spells=["Reverse Trap:set"])
    )
    assert game.card("X-Head Cannon").attack == 1600
    game.do("activate", "Reverse Trap")
    assert game.card("X-Head Cannon").attack == 2000


def test_is_not_for_the_damage_step() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(monsters=["Silver Fang"], spells=["Reverse Trap:set"]))
    game.declare_attack("Battle Ox", "Silver Fang")
    while game.duel.state.phase == "battle" and game.ask.kind.name == "RESPONSE":
        assert not (game.duel.step and game.can("activate", "Reverse Trap"))
        game.choose("pass")
