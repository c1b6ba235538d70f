"""The gaps after a kill: measured for every client, from the moment when the port is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.recovery import reconnect_gaps
from proofs.recovery.reconnect_gaps import SPECTATORS_COUNT, ReconnectGaps


async def test_the_gap_of_every_client_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: no client chose who goes first, so no duel began, and the proof waited for ever."""
    monkeypatch.setattr(reconnect_gaps, "MIN_DOWNTIME_S", 0.5)
    measured = ReconnectGaps(tmp_path, 7, print)
    await measured.run(1, 1)
    assert len(measured.gaps) == 2 + SPECTATORS_COUNT
    assert measured.missing == 0
    assert all(0 <= gap < 30 for gap in measured.gaps)
    assert "6 gaps of 6 clients, 0 not back" in measured.lines()[0]
