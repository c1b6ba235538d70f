"""Events in the words of the log."""

from __future__ import annotations

import pytest

from facedown_client.model.words.phrases import event_line
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import Place
from tests.client.views import small_board

NAMES = ("Wren", "Halvard")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (VisibleEvent("declared", 1, code=46986414), "Halvard declares Dark Magician"),
        (VisibleEvent("declared", 0, word="winged_beast"), "Wren declares Winged Beast"),
        (VisibleEvent("declared", 0, amount=8), "Wren declares 8"),
    ],
)
def test_what_is_declared_stands_in_the_log(event: VisibleEvent, said: str) -> None:
    assert event_line(event, small_board(), NAMES) == said


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("hand", "Wren Sets a card"),
        ("deck", "Wren Sets a card from Wren's Deck"),
        ("graveyard", "Wren Sets a card from Wren's Graveyard"),
    ],
)
def test_a_card_that_is_set_from_elsewhere_than_the_hand_says_so(zone: str, said: str) -> None:
    event = VisibleEvent("set", 0, start=Place(0, zone), goal=Place(0, "spell_trap", 1))
    assert event_line(event, small_board(), NAMES) == said
