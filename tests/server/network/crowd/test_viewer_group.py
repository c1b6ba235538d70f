"""The log of a viewer class: stored as bytes, sent unchanged, the oldest dropped first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_server.network.crowd.viewer_group import (
    MAX_EVENT_BYTES,
    MAX_LOG_BYTES,
    MAX_LOG_EVENTS,
    EventLog,
)
from facedown_shared.protocol.codec import encode, encode_whole
from facedown_shared.protocol.messages import Whole
from facedown_shared.tables.view import View, VisibleEvent
from tests.shared.making import strategy_for


@given(st.lists(st.lists(strategy_for(VisibleEvent), max_size=4), max_size=6))
def test_a_log_gives_out_what_was_added_in_its_order(parts: list[list[VisibleEvent]]) -> None:
    log = EventLog()
    for part in parts:
        log.add(part)
    assert list(log) == [event for part in parts for event in part]


def test_a_long_log_keeps_the_latest() -> None:
    log = EventLog()
    for number in range(3 * MAX_LOG_EVENTS):
        log.add((VisibleEvent("coin", amount=number),))
    assert [event.amount for event in log] == [*range(2 * MAX_LOG_EVENTS, 3 * MAX_LOG_EVENTS)]


def test_a_log_of_long_events_fits_one_message() -> None:
    """A hostile upstream server sends a relay events as long as the protocol allows."""
    log = EventLog()
    for number in range(MAX_LOG_EVENTS):
        log.add((VisibleEvent("signal", amount=number, word="x" * 500, others=(number,) * 600),))
    _, data = log.encoded_events()
    assert MAX_LOG_BYTES / 2 < len(data) < 2 * MAX_LOG_BYTES
    assert [event.amount for event in log][-1] == MAX_LOG_EVENTS - 1


def test_an_event_longer_than_any_of_ours_is_not_stored() -> None:
    log = EventLog()
    log.add((VisibleEvent("coin"), VisibleEvent("signal", others=(70_000,) * MAX_EVENT_BYTES)))
    assert list(log) == [VisibleEvent("coin")]


@pytest.mark.parametrize("count", [0, 1, 15, 16, MAX_LOG_EVENTS, MAX_LOG_EVENTS + 1, 3 * MAX_LOG_EVENTS])
@pytest.mark.parametrize("bundled", [True, False])
def test_a_view_with_its_log_has_the_bytes_of_the_message(count: int, bundled: bool) -> None:
    log = EventLog()
    log.add([VisibleEvent("coin", amount=number) for number in range(count)])
    view = View(0, "master")
    whole = encode_whole(3, view, *log.encoded_events(), bundled=bundled)
    assert whole == encode(Whole(3, view, tuple(log)), bundled=bundled)
