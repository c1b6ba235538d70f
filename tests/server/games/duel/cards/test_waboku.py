"""Waboku: no battle damage and no destruction by battle, this turn."""

from tests.play import Cards, Game
from tests.rules import rule


def test_no_battle_damage_and_no_destruction() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull", "Battle Ox"]),
        Cards(monsters=["Silver Fang"], spells=["Waboku:set"]),
    )
    game.declare_attack("Summoned Skull", "Silver Fang").respond("Waboku").calm()
    game.attack("Battle Ox", "Silver Fang")
    assert game.names("monster", 1) == ["Silver Fang"]
    assert game.life(1) == 8000


def test_the_attacker_still_takes_damage() -> None:
    game = Game(Cards(monsters=["Silver Fang"]), Cards(monsters=["Summoned Skull"], spells=["Waboku:set"]))
    game.declare_attack("Silver Fang", "Summoned Skull").respond("Waboku").calm()
    assert game.life(0) == 6700
    assert game.names("graveyard") == ["Silver Fang"]


@rule("GAP-07")
def test_it_is_too_late_in_the_damage_step() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(spells=["Waboku:set"]))
    game.declare_attack("Battle Ox")
    while game.ask.kind.name == "RESPONSE":
        assert not (game.duel.step and game.can("activate", "Waboku"))
        game.choose("pass")
    assert game.life(1) == 6300


def test_it_ends_with_the_turn() -> None:
    game = Game(Cards(spells=["Waboku:set"], monsters=["Silver Fang"]), Cards(monsters=["Summoned Skull"]))
    game.do("activate", "Waboku").end_turn().attack("Summoned Skull", "Silver Fang")
    assert game.names("graveyard") == ["Waboku", "Silver Fang"]
