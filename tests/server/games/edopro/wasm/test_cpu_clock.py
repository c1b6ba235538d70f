"""The clock of an engine: it ends an answer that has computed too long, and no other."""

from __future__ import annotations

import threading

import pytest

from facedown_server.games.edopro.wasm.cpu_clock import AnswerClock


class FakeCpuClock:
    """A CPU clock set by the test; counts how often an answer was ended."""

    def __init__(self) -> None:
        self.now, self.ended = 0.0, 0
        self.clock = AnswerClock(self.end, longest=1.5, now=lambda: self.now)

    def end(self) -> None:
        self.ended += 1


def test_an_answer_is_ended_when_it_has_computed_for_so_long_and_not_before() -> None:
    computed = FakeCpuClock()
    with computed.clock.watch_answer():
        computed.now = 1.0
        assert computed.clock.end_if_overdue() == 0.5
        assert computed.ended == 0
        computed.now = 1.5
        assert computed.clock.end_if_overdue() == 0
    assert computed.ended >= 1, "its own thread may have looked as well"


def test_every_answer_has_the_whole_time_and_nothing_is_ended_between_two() -> None:
    computed = FakeCpuClock()
    for _ in range(4):
        with computed.clock.watch_answer():
            computed.now += 1.4
            assert computed.clock.end_if_overdue() == pytest.approx(0.1)
        computed.now += 50
        assert computed.clock.end_if_overdue() is None
    assert computed.ended == 0


def test_an_answer_that_fails_is_at_work_no_more() -> None:
    computed = FakeCpuClock()
    with pytest.raises(ValueError, match="a fault"), computed.clock.watch_answer():
        raise ValueError("a fault")
    assert computed.clock.end_if_overdue() is None


def test_it_looks_by_itself() -> None:
    """The test does not call `end_if_overdue`: the clock's own thread ends a computation that takes too
    long.
    """
    ended = threading.Event()
    seconds = iter([0.0])
    with AnswerClock(ended.set, longest=1.5, now=lambda: next(seconds, 2.0)).watch_answer():
        assert ended.wait(60)
