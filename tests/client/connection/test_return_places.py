"""Places to return to: the latest first, whatever the wall clock does."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from facedown_client.connection.return_places import MAX_RETURN_FILES, RETURN_LIFETIME_S, Return, Returns
from facedown_shared.network.links import TableLink


def place(code: str) -> Return:
    """Return a seat at a table of this code."""
    return Return(TableLink("server.example", 7777), code, 0, f"{code}.token")


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the wall clock to this."""
    monkeypatch.setattr(time, "time", lambda: seconds)


def test_a_clock_that_jumps_ahead_and_back_loses_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While old files were deleted, one look with a wrong clock lost every duel."""
    returns = Returns(tmp_path)
    set_clock(monkeypatch, 1_000_000.0)
    returns.store_place(place("AAA-222"))
    set_clock(monkeypatch, 1_000_000.0 + 100 * RETURN_LIFETIME_S)
    assert returns.valid_places() == []
    set_clock(monkeypatch, 1_000_060.0)
    assert [kept.code for kept in returns.valid_places()] == ["AAA-222"]
    set_clock(monkeypatch, 5.0)
    assert [kept.code for kept in returns.valid_places()] == ["AAA-222"]


def test_only_so_many_are_kept_the_latest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    returns = Returns(tmp_path)
    for number in range(MAX_RETURN_FILES + 5):
        set_clock(monkeypatch, 1_000.0 + number)
        returns.store_place(place(f"T{number}"))
    assert [kept.code for kept in returns.valid_places()] == [
        f"T{number}" for number in range(MAX_RETURN_FILES + 4, 4, -1)
    ]
    assert len(list(tmp_path.glob("*.json"))) == MAX_RETURN_FILES
