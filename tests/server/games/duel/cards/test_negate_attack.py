"""Negate Attack: no attack, and no Battle Phase."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board() -> Game:
    return Game(Cards(monsters=["Summoned Skull", "Silver Fang"]), Cards(spells=["Negate Attack:set"]))


def test_ends_the_battle_phase() -> None:
    game = board()
    game.declare_attack("Summoned Skull").respond("Negate Attack").calm()
    assert game.life(1) == 8000
    assert game.duel.state.phase == "main2"


def test_only_answers_an_attack() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Negate Attack:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Negate Attack")


@rule("GAP-12")
def test_a_counter_trap_is_answered_by_counter_traps_only() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull"], spells=["Jar of Greed:set", "Seven Tools of the Bandit:set"]),
        Cards(spells=["Negate Attack:set"]),
    )
    game.declare_attack("Summoned Skull").respond("Negate Attack")
    assert game.ask.seat == 0
    assert not game.can("activate", "Jar of Greed")
    assert game.can("activate", "Seven Tools of the Bandit")


@rule("GAP-19")
def test_does_nothing_when_the_attacker_is_gone() -> None:
    game = Game(
        Cards(monsters=["Summoned Skull", "Silver Fang"]),
        Cards(spells=["Compulsory Evacuation Device:set", "Negate Attack:set"]),
    )
    game.declare_attack("Summoned Skull")
    game.respond("Compulsory Evacuation Device", "Summoned Skull").respond("Negate Attack").calm()
    assert game.duel.state.phase == "main2"
