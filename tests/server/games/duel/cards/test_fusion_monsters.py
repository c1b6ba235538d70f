"""Fusion Monsters without effects: made of their two materials, and of nothing else."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

FUSIONS = [
    ("Flame Swordsman", "Flame Manipulator", "Masaki the Legendary Swordsman"),
    ("Gaia the Dragon Champion", "Gaia The Fierce Knight", "Curse of Dragon"),
    ("Thousand Dragon", "Time Wizard", "Baby Dragon"),
]


@pytest.mark.parametrize(("fusion", "one", "other"), FUSIONS)
def test_is_made_of_its_materials_from_hand_and_field(fusion: str, one: str, other: str) -> None:
    game = Game(Cards(hand=["Polymerization", one], monsters=[other], extra=[fusion]))
    game.do("activate", "Polymerization")
    assert game.names("monster") == [fusion]
    assert sorted(game.names("graveyard")) == sorted([one, other, "Polymerization"])


@pytest.mark.parametrize(("fusion", "one", "other"), FUSIONS)
def test_is_made_of_nothing_else(fusion: str, one: str, other: str) -> None:
    game = Game(Cards(hand=["Polymerization", one, one], monsters=["Silver Fang"], extra=[fusion]))
    assert not game.can("activate", "Polymerization")
    assert not game.can("special_summon", fusion)


@rule("GAP-28")
@pytest.mark.parametrize("fusion", [row[0] for row in FUSIONS])
def test_comes_back_only_after_a_proper_summon(fusion: str) -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=[fusion]))
    assert not game.can("activate", "Monster Reborn")


@rule("GAP-29")
def test_face_down_monsters_are_materials_too() -> None:
    game = Game(
        Cards(
            hand=["Polymerization"],
            monsters=["Time Wizard:set", "Baby Dragon:set"],
            extra=["Thousand Dragon"],
        )
    )
    game.do("activate", "Polymerization")
    assert game.names("monster") == ["Thousand Dragon"]
