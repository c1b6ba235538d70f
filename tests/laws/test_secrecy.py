"""Law 2 to the byte: a viewer who cannot know a hidden card is sent the same bytes, whichever card it is."""

from __future__ import annotations

import pytest

from proofs.secrecy.compare import SecrecyFigures
from proofs.secrecy.proof import check_numbered_duel
from proofs.secrecy.run_settings import Way

DUELS_COUNT = 4
"""Duels in one part; every part plays other ones."""

WAYS: tuple[tuple[Way, int], ...] = (
    ("rules", 0), ("rules", 1), ("rules", 2), ("half", 0), ("half", 1), ("free", 0), ("fab", 0),
)  # fmt: skip
ACTS_COUNT = 50
REACHED: dict[Way, set[str]] = {
    "rules": {"prompt turn", "prompt response", "log match started", "log table restored", "page /"},
    "half": {"prompt by_hand", "prompt confirm", "happening resolved"},
    "free": {"prompt by_hand", "happening search"},
    "fab": {"prompt choice", "prompt by_hand", "happening points"},
}
"""What a few duels of each kind reach, besides what all do."""


def test_alike_duels_send_the_same_bytes_through_relays() -> None:
    """Spectators watch through a relay behind a relay, while clients and the server disconnect and
    reconnect.
    """
    total = SecrecyFigures()
    for number in range(3):
        total.add(check_numbered_duel(number, seed=8, most=ACTS_COUNT, relays=2))
    assert not total.complaints, "\n".join(total.complaints)
    assert total.twins == 9
    assert not total.unlisted_sentences
    assert {"message Update", "message Whole", "log upstream table joined"} <= set(total.names)


def test_alike_duels_send_the_same_bytes_when_tables_go_to_other_servers() -> None:
    """Three servers: the table's owner is killed, or finds the table taken over; all clients follow it, and
    are shown the same, handles and prompts too.
    """
    total = SecrecyFigures()
    for number in range(2):
        total.add(check_numbered_duel(number, seed=8, most=25, nodes=3))
    assert not total.complaints, "\n".join(total.complaints)
    assert (total.twins + total.empty, total.twins >= 5) == (6, True)
    assert total.takeovers >= 4
    assert total.same >= total.takeovers
    assert not total.unlisted_sentences
    seen = {"message Moved", "log tables of other nodes taken over", "log a table belongs to another node"}
    assert seen <= set(total.names)


@pytest.mark.parametrize(("way", "part"), WAYS)
def test_alike_duels_send_a_viewer_the_same_bytes(way: Way, part: int) -> None:
    total = SecrecyFigures()
    for number in range(part * DUELS_COUNT, (part + 1) * DUELS_COUNT):
        total.add(check_numbered_duel(number, seed=7, most=ACTS_COUNT, way=way))
    assert not total.complaints, "\n".join(total.complaints)
    assert total.twins == 3 * DUELS_COUNT, "every viewer has a twin whose truth is another"
    assert total.size - total.in_browser > 100_000 < total.in_browser, "too little was sent to tell anything"
    assert {"hand", "deck"} <= set(total.hidden)
    assert not total.unlisted_sentences
    assert {"message Update", "frame handshake", "page /browser/{}", *REACHED[way]} <= set(total.names)
