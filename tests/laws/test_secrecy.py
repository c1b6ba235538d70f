"""Law 2 to the byte: whoever cannot know what lies hidden is sent the same, whatever lies there."""

from __future__ import annotations

import pytest

from server.prove.secrecy.proof import Figures, one_duel

DUELS = 24
SLICES = 6
ACTS = 50


@pytest.mark.parametrize("part", range(SLICES))
def test_alike_duels_send_a_viewer_the_same_bytes(part: int) -> None:
    total = Figures()
    for number in range(part, DUELS, SLICES):
        total.add(one_duel(number, seed=7, most=ACTS))
    assert not total.differences, "\n".join(total.differences)
    assert total.twins == 3 * DUELS // SLICES, "every viewer has a twin whose truth is another"
    assert total.size > 300_000, "too little was sent to tell anything"
    assert {"hand", "deck"} <= set(total.hidden)
    assert not total.unlisted
    assert {"message Update", "frame handshake", "page /", "log match begun"} <= set(total.names)
