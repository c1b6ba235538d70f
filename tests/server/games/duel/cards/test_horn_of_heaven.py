"""Horn of Heaven: a Tribute for a Summon."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board(*own: str) -> Game:
    return Game(Cards(hand=["Battle Ox"]), Cards(monsters=list(own), spells=["Horn of Heaven:set"]))


@rule("GAP-17")
def test_negates_and_destroys_a_summon() -> None:
    game = board("Silver Fang")
    game.begin_act("summon", "Battle Ox").respond("Horn of Heaven").calm()
    assert game.names("graveyard") == ["Battle Ox"]
    assert not game.can("summon")
    assert game.names("graveyard", 1) == ["Silver Fang", "Horn of Heaven"]


def test_needs_a_monster_to_tribute() -> None:
    with pytest.raises(Illegal):
        board().begin_act("summon", "Battle Ox").respond("Horn of Heaven")


def test_cannot_negate_a_summon_by_a_card_effect() -> None:
    game = Game(
        Cards(hand=["Monster Reborn"], graveyard=["Battle Ox"]),
        Cards(monsters=["Silver Fang"], spells=["Horn of Heaven:set"]),
    )
    with pytest.raises(Illegal):
        game.begin_act("activate", "Monster Reborn").respond("Horn of Heaven")


@rule("GAP-17")
def test_the_monster_being_summoned_cannot_be_the_tribute() -> None:
    game = Game(Cards(hand=["Battle Ox"], spells=["Horn of Heaven:set"]))
    with pytest.raises(Illegal):
        game.begin_act("summon", "Battle Ox").respond("Horn of Heaven", seat=0)
