"""Clocks as durations: what is charged, what is refilled, when they are empty."""

from __future__ import annotations

import math

from facedown_server.room.match.clocks import (
    ALLOWANCE_PER_PLAY_S,
    MAX_ALLOWANCE_S,
    Clocks,
    PlayAllowance,
)
from facedown_shared.protocol.messages import Clock
from facedown_shared.tables.view import VisibleEvent


def test_only_the_time_after_since_is_charged() -> None:
    clocks = Clocks(Clock(60, 5))
    clocks.start(0, 10.0)
    assert clocks.seconds_left(0, 8.0) == 60.0
    assert clocks.seconds_left(0, 14.0) == 56.0
    assert clocks.seconds_left(1, 14.0) == 60.0


def test_an_answer_is_refilled_up_to_the_bank() -> None:
    clocks = Clocks(Clock(60, 5))
    clocks.start(0, 0.0)
    clocks.stop(0, 8.0, answered=True)
    assert clocks.seconds_left(0, 100.0) == 57.0
    clocks.start(0, 100.0)
    clocks.stop(0, 101.0, answered=True)
    assert clocks.seconds_left(0, 200.0) == 60.0


def test_what_was_not_charged_is_not_refilled() -> None:
    clocks = Clocks(Clock(60, 5))
    clocks.start(0, 0.0)
    clocks.stop(0, 10.0, answered=False)
    clocks.start(0, 20.0)
    clocks.stop(0, 19.0, answered=True)
    assert clocks.seconds_left(0, 30.0) == 50.0


def test_a_clock_runs_from_since_until_it_is_empty() -> None:
    clocks = Clocks(Clock(60))
    assert clocks.expires(1) == math.inf
    clocks.start(1, 5.0)
    assert clocks.expires(1) == 65.0
    assert clocks.next_change(0.0) == 5.0
    assert (clocks.running_seat(4.0), clocks.running_seat(5.0)) == (-1, 1)
    assert clocks.seconds_left(1, 500.0) == 0.0


def test_starting_a_running_clock_changes_nothing() -> None:
    clocks = Clocks(Clock(60))
    clocks.start(0, 0.0)
    clocks.start(0, 30.0)
    assert clocks.seconds_left(0, 40.0) == 20.0


def test_without_a_bank_nothing_ever_runs() -> None:
    clocks = Clocks(Clock())
    clocks.start(0, 0.0)
    assert not clocks.are_used
    assert clocks.expires(0) == math.inf


def test_clocks_go_back_to_a_snapshot() -> None:
    clocks = Clocks(Clock(60, 5))
    clocks.start(0, 0.0)
    before = clocks.snapshot()
    clocks.stop(0, 10.0, answered=True)
    clocks.rewind(before)
    assert clocks.seconds_left(0, 20.0) == 40.0


def test_clocks_come_back_standing_still() -> None:
    clocks = Clocks(Clock(60))
    clocks.restore((12.5, 40.0))
    assert clocks.seconds_of_both(1000.0) == (12.5, 40.0)
    clocks.reset()
    assert clocks.seconds_of_both(1000.0) == (60.0, 60.0)


def test_what_a_player_does_by_hand_does_not_hold_their_own_clock() -> None:
    """A Special Summon by hand every three seconds kept it from running at all."""
    allowance = PlayAllowance()
    own, other = (VisibleEvent("summoned", seat=seat) for seat in (0, 1))
    allowance.count_plays([own] * 5)
    assert (allowance.seconds(0, by_hand=True), allowance.seconds(0)) == (0.0, MAX_ALLOWANCE_S)
    assert allowance.seconds(1, by_hand=True) == MAX_ALLOWANCE_S
    allowance.count_plays([other])
    assert allowance.seconds(0, by_hand=True) == ALLOWANCE_PER_PLAY_S
    allowance.reset_delay(0)
    assert allowance.seconds(0, by_hand=True) == 0.0


def test_what_a_player_summons_to_the_other_side_does_not_hold_their_own_clock() -> None:
    """In the event it is the other player's: given away and taken back again and again it held the clock."""
    allowance = PlayAllowance()
    given, answer = VisibleEvent("summoned", seat=1), VisibleEvent("activate", seat=1)
    allowance.note_gesture(0)
    allowance.count_plays([given] * 5)
    assert allowance.seconds(0, by_hand=True) == 0.0
    allowance.count_plays([answer])
    assert allowance.seconds(0, by_hand=True) == ALLOWANCE_PER_PLAY_S, "what the other activates is watched"
    allowance.note_gesture(1)
    allowance.count_plays([given])
    assert allowance.seconds(0, by_hand=True) == 2 * ALLOWANCE_PER_PLAY_S
