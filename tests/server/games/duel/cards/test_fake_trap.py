"""Fake Trap: it is destroyed in place of other Traps, reveals them, and only against the opponent."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board(*spells: str, hand: str = "Heavy Storm") -> Game:
    return Game(Cards(hand=[hand]), Cards(spells=list(spells)))


def test_falls_in_place_of_the_other_traps() -> None:
    game = board("Fake Trap:set", "Mirror Force:set", "Trap Hole:set")
    game.begin_act("activate", "Heavy Storm").respond("Fake Trap").calm()
    assert game.names("spell_trap", 1) == ["Mirror Force", "Trap Hole"]
    assert game.names("graveyard", 1) == ["Fake Trap"]


def test_cannot_be_activated_for_itself_alone() -> None:
    game = board("Fake Trap:set", "Dark Hole:set")
    with pytest.raises(Illegal):
        game.begin_act("activate", "Heavy Storm").respond("Fake Trap")


def test_cannot_answer_what_destroys_no_trap() -> None:
    game = board("Fake Trap:set", "Mirror Force:set", hand="Dark Hole")
    game.card("Mirror Force")
    with pytest.raises(Illegal):
        game.begin_act("activate", "Dark Hole").respond("Fake Trap")


def test_saves_no_spell() -> None:
    game = board("Fake Trap:set", "Mirror Force:set", "Dark Hole:set")
    game.begin_act("activate", "Heavy Storm").respond("Fake Trap").calm()
    assert game.names("spell_trap", 1) == ["Mirror Force"]
    assert sorted(game.names("graveyard", 1)) == ["Dark Hole", "Fake Trap"]


@rule("GAP-V13")
def test_shows_the_set_traps_it_saves_for_a_moment() -> None:
    game = board("Fake Trap:set", "Mirror Force:set")
    game.begin_act("activate", "Heavy Storm").respond("Fake Trap").calm()
    assert [told.card.name for told in game.happened("reveal") if told.card] == ["Mirror Force"]
    assert not game.card("Mirror Force").revealed
