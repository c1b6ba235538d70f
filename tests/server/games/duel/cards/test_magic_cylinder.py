"""Magic Cylinder: the attack is negated and its ATK becomes damage to the opponent."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def test_negates_the_attack_and_deals_its_attack() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(spells=["Magic Cylinder:set"]))
    game.declare_attack("Summoned Skull").respond("Magic Cylinder").calm()
    assert game.life(0) == 5500
    assert game.life(1) == 8000


def test_answers_no_attack_of_its_own_player() -> None:
    game = Game(Cards(monsters=["Summoned Skull"], spells=["Magic Cylinder:set"]))
    with pytest.raises(Illegal):
        game.declare_attack("Summoned Skull").respond("Magic Cylinder", seat=0)


@rule("GAP-19")
def test_deals_nothing_when_the_attacker_is_gone() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"]),
        Cards(spells=["Magic Cylinder:set", "Compulsory Evacuation Device:set"]),
    )
    game.declare_attack("Battle Ox").respond("Magic Cylinder").respond("Compulsory Evacuation Device").calm()
    assert game.life(0) == 8000


def test_a_negated_attack_is_used_up() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(spells=["Magic Cylinder:set"]))
    game.declare_attack("Summoned Skull").respond("Magic Cylinder").calm()
    assert not game.can("attack", "Summoned Skull")
