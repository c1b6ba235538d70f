"""Two players' clocks as durations: a bank each, and an increment for each answer. Callers pass the time in.

A clock runs from `since` on, which may be in the future: only time after a prompt's due is charged (law 4).
An answer that cost no time gets no increment: it would distinguish a pass by hand from an automatic one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from facedown_shared.protocol.messages import Clock
from facedown_shared.tables import SHARED_SEAT_INDEX, Seat, VisibleEvent

PLAYS = frozenset({"activate", "attack", "summoned"})
"""Kinds of events that clients show by themselves, for about a second each."""

ALLOWANCE_PER_PLAY_S, MAX_ALLOWANCE_S = 0.6, 3.0
"""Seconds that a clock's start is delayed for each play, and the longest delay in all."""


class Clocks:
    """The seconds left to each seat. With a bank of 0 no clock ever runs."""

    def __init__(self, rules: Clock) -> None:
        self._rules = rules
        self.reset()

    @property
    def are_used(self) -> bool:
        """True if this table plays with clocks."""
        return self._rules.bank > 0

    def reset(self) -> None:
        """Fill both banks for a new duel."""
        self.restore((self._rules.bank, self._rules.bank))

    def snapshot(self) -> tuple[list[float], list[float]]:
        """Return a copy of the clocks, for `rewind`."""
        return [*self._left], [*self._since]

    def rewind(self, snapshot: tuple[list[float], list[float]]) -> None:
        """Restore a snapshot. Clocks that ran then keep running from their start."""
        self._left, self._since = [*snapshot[0]], [*snapshot[1]]

    def restore(self, left: tuple[float, float]) -> None:
        """Set the stored seconds and stop both clocks."""
        self._left = list(left)
        self._since = [math.inf, math.inf]
        """The time at which each clock began to run, or will; infinity while it stands still."""

    def start(self, seat: Seat, since: float) -> None:
        """Start this seat's clock at the time `since`, unless it runs already."""
        if self.are_used and self._since[seat] == math.inf:
            self._since[seat] = since

    def stop(self, seat: Seat, now: float, *, answered: bool) -> None:
        """Stop this seat's clock. An `answered` prompt that cost time earns the increment, up to a full
        bank.
        """
        since = self._since[seat]
        if since == math.inf:
            return
        self._left[seat] = self.seconds_left(seat, now)
        self._since[seat] = math.inf
        if answered and since < now:
            self._left[seat] = min(self._rules.bank, self._left[seat] + self._rules.increment)

    def seconds_left(self, seat: Seat, now: float) -> float:
        """Return the seconds left to a seat, never below 0."""
        return max(0.0, self._left[seat] - max(0.0, now - self._since[seat]))

    def seconds_of_both(self, now: float) -> tuple[float, float]:
        """Return the seconds left to both seats, rounded as in the log."""
        return round(self.seconds_left(0, now), 3), round(self.seconds_left(1, now), 3)

    def is_running(self, seat: Seat, now: float) -> bool:
        """Return whether this seat's clock runs now."""
        return self._since[seat] <= now

    def running_seat(self, now: float) -> Seat:
        """Return the seat whose clock runs now, -1 for none."""
        one, other = self._since
        return 0 if one <= now else 1 if other <= now else -1

    def next_change(self, now: float) -> float:
        """Return the time at which the next clock begins to run; infinity if none will."""
        one, other = self._since
        return min(one if one > now else math.inf, other if other > now else math.inf)

    def expires(self, seat: Seat) -> float:
        """Return the time at which this seat's bank will be empty; infinity while its clock does not run."""
        return self._since[seat] + self._left[seat]


class PlayAllowance:
    """Delay before a player's clock starts, so that watching what happened costs no time.

    Invariant: the delay depends on public events and on prompts whose players were publicly thinking. If it
    depended on secret prompts, it would disclose who could respond (law 4).
    """

    def __init__(self) -> None:
        self._plays = [0, 0]
        """The number of plays since each player's last public answer."""
        self._others = [0, 0]
        """The number of those plays that were not the player's own."""
        self._last_by_hand = SHARED_SEAT_INDEX
        """The seat of the last gesture. Until the other player makes one, Summons are counted as this seat's:
        the event of a monster that is Summoned to the other side names the other player.
        """

    def note_gesture(self, seat: Seat) -> None:
        """Note that this seat has made a gesture by hand."""
        self._last_by_hand = seat

    def count_plays(self, events: Iterable[VisibleEvent]) -> None:
        """Count the plays among public events."""
        for event in events:
            if event.kind in PLAYS:
                for seat in (0, 1):
                    self._plays[seat] += 1
                    is_own = event.kind == "summoned" and self._last_by_hand == seat
                    self._others[seat] += event.seat != seat and not is_own

    def reset_delay(self, seat: Seat) -> None:
        """Reset the delay after a player's public answer, since the player has seen the earlier events."""
        self._plays[seat] = self._others[seat] = 0

    def seconds(self, seat: Seat, *, by_hand: bool = False) -> float:
        """Return the delay before the clock of a prompt that is opened now, in seconds.

        `by_hand`: the prompt asks for gestures. The player's own plays do not count then: each is an answer
        and opens the next prompt, so the clock would never run.
        """
        plays = self._others if by_hand else self._plays
        return min(MAX_ALLOWANCE_S, ALLOWANCE_PER_PLAY_S * plays[seat])
