"""The absence store: durations that run down and are refilled."""

from __future__ import annotations

import pytest

from facedown_server.network.crowd.quotas import MAX_ABSENCE_S
from facedown_server.room.people.absence_store import RETURN_DELAY_S, AbsenceStore, Flow
from facedown_shared.network.reconnect import JITTER_RATIO, ReconnectingConnection


def test_absence_takes_a_second_a_second_and_presence_gives_a_tenth() -> None:
    store = AbsenceStore()
    store.set_flow(Flow.DRAINING, 100.0)
    assert (store.seconds_left(130.0), store.empty_at) == (90.0, 220.0)
    store.set_flow(Flow.REFILLING, 150.0)
    assert store.seconds_left(250.0) == pytest.approx(80.0)
    assert store.seconds_left(10_000.0) == MAX_ABSENCE_S, "it is never more than full"
    store.set_flow(Flow.DRAINING, 250.0)
    assert store.seconds_left(10_000.0) == 0.0, "it is never less than empty"


def test_where_nothing_counts_it_stands_still() -> None:
    store = AbsenceStore()
    store.set_flow(Flow.DRAINING, 0.0)
    store.set_flow(Flow.FROZEN, 20.0)
    assert (store.seconds_left(900.0), store.empty_at) == (100.0, float("inf"))


def test_what_only_the_server_could_not_do_is_excused() -> None:
    store = AbsenceStore(left=50.0)
    store.set_flow(Flow.DRAINING, 0.0)
    store.excuse(10.0, until=30.0)
    assert (store.seconds_left(30.0), store.empty_at) == (40.0, 70.0)
    store.set_flow(Flow.FROZEN, 35.0)
    store.excuse(35.0, until=55.0)
    store.set_flow(Flow.DRAINING, 40.0)
    assert (store.seconds_left(55.0), store.seconds_left(56.0)) == (35.0, 34.0), "also where it stood still"


def test_a_client_has_tried_to_come_back_by_the_time_its_absence_counts() -> None:
    assert ReconnectingConnection.max_retry_delay_s * (1 + JITTER_RATIO) <= RETURN_DELAY_S
