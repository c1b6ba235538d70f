"""Magic Jammer: a discard for a Spell."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-18")
def test_negates_a_spell_and_destroys_it() -> None:
    game = Game(
        Cards(hand=["Dark Hole"]),
        Cards(hand=["Kuriboh"], monsters=["Silver Fang"], spells=["Magic Jammer:set"], fillers=0),
    )
    game.begin_act("activate", "Dark Hole").respond("Magic Jammer").calm()
    assert game.names("monster", 1) == ["Silver Fang"]
    assert game.names("graveyard") == ["Dark Hole"]
    assert sorted(game.names("graveyard", 1)) == ["Kuriboh", "Magic Jammer"]


def test_needs_a_card_to_discard() -> None:
    game = Game(Cards(hand=["Dark Hole"], monsters=["Silver Fang"]), Cards(spells=["Magic Jammer:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Dark Hole").respond("Magic Jammer")


def test_does_not_answer_a_trap() -> None:
    game = Game(Cards(spells=["Jar of Greed:set"]), Cards(hand=["Kuriboh"], spells=["Magic Jammer:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Jar of Greed").respond("Magic Jammer")


@rule("GAP-18", "GAP-31")
def test_a_scale_is_a_spell_and_goes_to_the_graveyard() -> None:
    game = Game(Cards(hand=["Mandragon"]), Cards(hand=["Kuriboh"], spells=["Magic Jammer:set"]))
    game.begin_act("activate", "Mandragon").respond("Magic Jammer").calm()
    assert game.names("graveyard") == ["Mandragon"]
    assert game.count("extra_deck") == 0
