"""No yes is accepted for what has only just changed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_client.data.recent_change import GUARD_S, RecentChange
from facedown_shared.protocol.messages import Chat, Consent, Propose, Ready, SeatInfo, TableInfo, ToServer

SEATS = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))
TABLE = TableInfo("AB2-CDE", "master", 1, "gathering", SEATS, terms=4)
DUEL = replace(TABLE, stage="duel", proposal="pause 1", proposal_number=2)


def change_table(before: TableInfo, after: TableInfo) -> RecentChange:
    """Return the table before and after a change, sent a second apart."""
    change = RecentChange()
    change.compare(before, 10.0)
    change.compare(after, 11.0)
    return change


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (DUEL, replace(DUEL, proposal="draw 1", proposal_number=3), Consent(True)),
        (DUEL, replace(DUEL, proposal_number=3), Consent(False)),
        (replace(DUEL, proposal="", proposal_number=0), DUEL, Propose("pause")),
        (TABLE, replace(TABLE, terms=5, mode="free"), Ready()),
    ],
)
def test_half_a_second_after_a_change_a_yes_is_taken(
    before: TableInfo, after: TableInfo, message: ToServer
) -> None:
    change = change_table(before, after)
    assert change.is_recent(11.0)
    assert change.must_hold_back(message, 11.0 + GUARD_S - 0.01)
    assert not change.must_hold_back(message, 11.0 + GUARD_S)


@pytest.mark.parametrize("message", [Ready(False), Propose(""), Propose("draw"), Chat("Wait.")])
def test_what_agrees_to_nothing_is_never_held_back(message: ToServer) -> None:
    change = change_table(DUEL, replace(DUEL, proposal="pause 1", proposal_number=3))
    assert not change.must_hold_back(message, 11.0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (DUEL, replace(DUEL, ticking=1)),
        (replace(DUEL, terms=4), replace(DUEL, terms=5)),
        (TABLE, replace(TABLE, code="ZZ4-PLM", terms=9)),
        (replace(TABLE, alone=True), replace(TABLE, alone=True, terms=5)),
    ],
)
def test_nothing_has_changed_that_a_yes_is_about(before: TableInfo, after: TableInfo) -> None:
    assert not change_table(before, after).is_recent(11.0)


def test_what_is_told_first_is_no_change() -> None:
    change = RecentChange()
    change.compare(TABLE, 10.0)
    assert not change.must_hold_back(Ready(), 10.0)
