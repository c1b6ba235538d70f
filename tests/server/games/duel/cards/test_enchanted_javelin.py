"""Enchanted Javelin: the attacker's ATK as Life Points."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game


def test_gains_life_worth_the_attacker() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(spells=["Enchanted Javelin:set"]))
    game.declare_attack("Summoned Skull").respond("Enchanted Javelin").calm()
    assert game.life(1) == 8000 + 2500 - 2500


def test_only_answers_an_attack() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Enchanted Javelin:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Enchanted Javelin")


def test_counts_the_attack_at_resolution() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"], spells=["Reinforcements:set"]), Cards(spells=["Enchanted Javelin:set"])
    )
    game.declare_attack("Battle Ox").respond("Enchanted Javelin").respond("Reinforcements", seat=0).calm()
    assert game.life(1) == 8000 + 2200 - 2200


def test_gains_nothing_from_an_attacker_that_left() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"]),
        Cards(spells=["Enchanted Javelin:set", "Compulsory Evacuation Device:set"]),
    )
    game.declare_attack("Battle Ox").respond("Enchanted Javelin")
    game.respond("Compulsory Evacuation Device").calm()
    assert game.life(1) == 8000
