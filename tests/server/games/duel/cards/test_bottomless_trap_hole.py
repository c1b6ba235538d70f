"""Bottomless Trap Hole: which Summons it responds to, which monsters are too weak, and when that is
checked.
"""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board(summoned: str) -> Game:
    return Game(Cards(hand=[summoned]), Cards(spells=["Bottomless Trap Hole:set"]))


def test_banishes_a_strong_monster_just_summoned() -> None:
    game = board("Battle Ox")
    game.begin_act("summon", "Battle Ox").respond("Bottomless Trap Hole").calm()
    assert game.names("banished") == ["Battle Ox"]
    assert game.count("monster") == 0


def test_cannot_answer_a_weak_monster() -> None:
    game = board("Mystical Elf")
    with pytest.raises(Illegal):
        game.begin_act("summon", "Mystical Elf").respond("Bottomless Trap Hole")


def test_cannot_answer_a_monster_of_its_own_player() -> None:
    game = Game(Cards(hand=["Battle Ox"], spells=["Bottomless Trap Hole:set"]))
    with pytest.raises(Illegal):
        game.begin_act("summon", "Battle Ox").respond("Bottomless Trap Hole", seat=0)


@rule("GAP-19")
def test_spares_a_monster_that_got_too_weak_in_the_chain() -> None:
    game = Game(
        Cards(hand=["Feral Imp"], spells=["Reverse Trap:set"], field_spell="Yami"),
        Cards(spells=["Bottomless Trap Hole:set"]),
    )
    game.begin_act("summon", "Feral Imp").respond("Bottomless Trap Hole").respond(
        "Reverse Trap", seat=0
    ).calm()
    assert game.names("monster") == ["Feral Imp"]
    assert game.card("Feral Imp").attack == 1100


def test_reaches_special_summons_too() -> None:
    game = Game(
        Cards(hand=["Monster Reborn"], graveyard=["Battle Ox"]), Cards(spells=["Bottomless Trap Hole:set"])
    )
    game.begin_act("activate", "Monster Reborn").respond("Bottomless Trap Hole").calm()
    assert game.names("banished") == ["Battle Ox"]
