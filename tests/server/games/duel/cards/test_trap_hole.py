"""Trap Hole: strong monsters that were Normal or Flip Summoned."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_a_strong_monster() -> None:
    game = Game(Cards(hand=["Battle Ox"]), Cards(spells=["Trap Hole:set"]))
    game.begin_act("summon", "Battle Ox").respond("Trap Hole").calm()
    assert game.names("graveyard") == ["Battle Ox"]


def test_not_below_1000() -> None:
    game = Game(Cards(hand=["Mystical Elf"]), Cards(spells=["Trap Hole:set"]))
    with pytest.raises(Illegal):
        game.begin_act("summon", "Mystical Elf").respond("Trap Hole")


def test_not_on_a_special_summon() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=["Battle Ox"]), Cards(spells=["Trap Hole:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Monster Reborn").respond("Trap Hole")


def test_a_flip_summon_counts() -> None:
    game = Game(Cards(monsters=["Battle Ox:set"]), Cards(spells=["Trap Hole:set"]))
    game.begin_act("flip_summon", "Battle Ox").respond("Trap Hole").calm()
    assert game.names("graveyard") == ["Battle Ox"]


@rule("GAP-19")
def test_spares_a_monster_that_got_too_weak_in_the_chain() -> None:
    game = Game(
        Cards(hand=["Ryu-Kishin"], field_spell="Yami", spells=["Reverse Trap:set"]),
        Cards(spells=["Trap Hole:set"]),
    )
    game.begin_act("summon", "Ryu-Kishin").respond("Trap Hole").respond("Reverse Trap", seat=0).calm()
    assert game.names("monster") == ["Ryu-Kishin"]
