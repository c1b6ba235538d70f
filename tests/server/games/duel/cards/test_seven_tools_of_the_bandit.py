"""Seven Tools of the Bandit: 1000 Life Points for a Trap."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-18")
def test_negates_a_trap_and_destroys_it() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"], spells=["Seven Tools of the Bandit:set"]),
        Cards(spells=["Mirror Force:set"]),
    )
    game.declare_attack("Battle Ox").respond("Mirror Force").respond(
        "Seven Tools of the Bandit", seat=0
    ).calm()
    assert game.life(0) == 7000
    assert game.life(1) == 6300
    assert game.names("graveyard", 1) == ["Mirror Force"]


@rule("GAP-16")
def test_the_cost_must_be_there() -> None:
    game = Game(
        Cards(monsters=["Battle Ox"], spells=["Seven Tools of the Bandit:set"], life=999),
        Cards(spells=["Mirror Force:set"]),
    )
    with pytest.raises(Illegal):
        game.declare_attack("Battle Ox").respond("Mirror Force").respond("Seven Tools of the Bandit", seat=0)


def test_does_not_answer_a_spell() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Seven Tools of the Bandit:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Seven Tools of the Bandit")


def test_does_not_answer_the_effect_of_a_face_up_trap() -> None:
    game = Game(
        Cards(hand=["Silver Fang"], spells=["Ultimate Offering"]),
        Cards(spells=["Seven Tools of the Bandit:set"]),
    )
    with pytest.raises(Illegal):
        game.begin_act("activate", "Ultimate Offering").respond("Seven Tools of the Bandit")
