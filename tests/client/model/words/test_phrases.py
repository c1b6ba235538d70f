"""Events in the words of the log."""

from __future__ import annotations

import pytest

from facedown_client.model.words.phrases import line
from facedown_shared.tables.view import VisibleEvent
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
    assert line(event, small_board(), NAMES) == said
