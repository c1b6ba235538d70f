"""Clocks in words: the time left, and a warning before it runs out."""

from __future__ import annotations

import math

from msgspec.structs import replace

from facedown_client.model.words.countdown import NO_CLOCK, STAND, Countdown, span, time_from_now
from facedown_client.model.words.phrases import PlayerNames
from facedown_shared.protocol.messages import SeatInfo, TableInfo

SEATS = (SeatInfo("Wren", True, clock=250.0), SeatInfo("Halvard", True, clock=70.0))
TABLE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1, ticking=1)


def test_both_clocks_are_told_the_own_one_first() -> None:
    clocks = Countdown()
    assert clocks.lines(("Wren", "Halvard"), 0) == [NO_CLOCK]
    clocks.set_clocks(TABLE, 100)
    assert clocks.lines(PlayerNames.for_reader(1, ("Wren", "Halvard")), 105) == [
        "You have 1 minute 5 seconds left; your clock is running.",
        "Wren has 4 minutes 10 seconds left.",
    ]


def test_how_long_somebody_may_stay_away_is_told_beside_the_clocks() -> None:
    clocks, away = Countdown(), replace(SEATS[1], present=False, absence=84.0)
    clocks.set_clocks(replace(TABLE, seats=(SEATS[0], away), ticking=-1), 100)
    names = PlayerNames.for_reader(0, ("Wren", "Halvard"))
    assert clocks.lines(names, 100)[-1] == "Halvard is away; 1 minute 24 seconds left to reconnect."
    assert clocks.absence(1, 124) == 60.0
    assert clocks.lines(names, 200)[-1] == "Halvard is away, with no time left to reconnect."
    clocks.stop(110)
    assert clocks.absence(1, 200) == 74.0, "without a connection nobody knows"
    clocks.set_clocks(TABLE, 300)
    assert clocks.absence(1, 310) is None
    free = replace(away, clock=0.0)
    clocks.set_clocks(replace(TABLE, seats=(replace(SEATS[0], clock=0.0), free), ticking=-1), 0)
    assert clocks.lines(names, 0)[1:] == ["Halvard is away; 1 minute 24 seconds left to reconnect."]


def test_each_warning_comes_once_and_in_time() -> None:
    clocks = Countdown()
    clocks.set_clocks(TABLE, 100)
    assert clocks.next(0, 100) == math.inf, "nobody is warned of the other's clock"
    said, now = [], 100.0
    while (wait := clocks.next(1, now)) < math.inf:
        now += wait
        said += [(now, line) for line in clocks.due_warning(1, now)]
    assert said == [
        (110.0, "You have 1 minute left on your clock."),
        (140.0, "You have 30 seconds left on your clock."),
        (160.0, "You have 10 seconds left on your clock."),
    ]


def test_a_clock_that_begins_to_run_low_says_so_at_once() -> None:
    clocks = Countdown()
    low = replace(TABLE, seats=(SEATS[0], replace(SEATS[1], clock=22.0)))
    clocks.set_clocks(low, 0)
    assert clocks.next(1, 0) == 0
    assert clocks.due_warning(1, 0) == ["You have 22 seconds left on your clock."]
    assert clocks.next(1, 0) == 12
    clocks.set_clocks(replace(low, ticking=0), 1)
    assert clocks.next(1, 1) == math.inf
    clocks.set_clocks(low, 5)
    assert clocks.next(1, 5) == 12, "it is not said at every answer"
    clocks.set_clocks(replace(TABLE, seats=(SEATS[0], replace(SEATS[1], clock=61.0))), 9)
    assert clocks.next(1, 9) == 1, "an answer has put time back"


def test_times_are_words() -> None:
    assert [span(seconds) for seconds in (0, 1, 60, 61, 600, 130)] == [
        "no time", "1 second", "1 minute", "1 minute 1 second", "10 minutes", "2 minutes 10 seconds",
    ]  # fmt: skip


def test_a_wait_is_said_in_words() -> None:
    """Seen to fail: "Retrying in 0 seconds." and "in 1 seconds"."""
    assert [time_from_now(seconds) for seconds in (0.3, 1.2, 16.6)] == [
        "at once",
        "in 1 second",
        "in 17 seconds",
    ]


def test_without_a_connection_the_clocks_stand_still_and_say_so() -> None:
    """The server charges no player for its own outage, so a clock that runs on here would be wrong."""
    clocks, names = Countdown(), PlayerNames.for_reader(1, ("Wren", "Halvard"))
    clocks.set_clocks(TABLE, 100)
    clocks.stop(105)
    clocks.stop(130)
    assert clocks.lines(names, 300) == [
        STAND, "You have 1 minute 5 seconds left.", "Wren has 4 minutes 10 seconds left.",
    ]  # fmt: skip
    assert clocks.next(1, 300) == math.inf, "nobody is warned of a clock that stands"
    clocks.set_clocks(TABLE, 300)
    assert clocks.lines(names, 301)[0] == "You have 1 minute 9 seconds left; your clock is running."
