"""Sakuretsu Armor: the attacker, and only the attacker."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_the_attacker() -> None:
    game = Game(Cards(monsters=["Summoned Skull", "Battle Ox"]), Cards(spells=["Sakuretsu Armor:set"]))
    game.declare_attack("Summoned Skull").respond("Sakuretsu Armor").calm()
    assert game.names("monster") == ["Battle Ox"]
    assert game.life(1) == 8000


def test_only_answers_an_attack() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull"], hand=["Pot of Greed"]), Cards(spells=["Sakuretsu Armor:set"])
    )
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Sakuretsu Armor")


@rule("GAP-19")
def test_nothing_else_falls_when_the_attacker_is_gone() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull", "Battle Ox"]),
        Cards(spells=["Sakuretsu Armor:set", "Compulsory Evacuation Device:set"]),
    )
    game.declare_attack("Summoned Skull").respond("Sakuretsu Armor")
    game.respond("Compulsory Evacuation Device", "Summoned Skull").calm()
    assert game.names("monster") == ["Battle Ox"]
    assert game.count("graveyard") == 0


@pytest.mark.parametrize("answer", ["Negate Attack", "Book of Moon"])
def test_a_monster_that_attacks_no_more_is_spared(answer: str) -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(spells=["Sakuretsu Armor:set", f"{answer}:set"]))
    game.declare_attack("Summoned Skull").respond("Sakuretsu Armor").respond(answer).calm()
    assert game.names("monster") == ["Summoned Skull"]
