"""Absences from a running match, and their allowance (docs/reference/time-limits.md).

While the allowance lasts, an absent player's clock stands still. Once it is used up the clock runs, and the
opponent may settle the match alone. The allowance is stored with the seat, as a duration.

Only absences that delay the opponent count: none in an agreed pause, none while the opponent is absent too
(as when the server's own network is down), none that is the server's own fault.
"""

from __future__ import annotations

import math

from facedown_server.room.match.lifecycle import MatchLifecycle
from facedown_server.room.people.absence_store import RETURN_DELAY_S, Flow
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import TableContext
from facedown_shared.text import words

CLAIM_DELAY_S = 15.0
"""The shortest absence after which the opponent may settle a match with clocks, in seconds. The absent
player's clock runs meanwhile, so that waiting costs the opponent nothing.
"""

NOTE_DRAIN_INTERVAL_S = 10.0
NOTE_REFILL_INTERVAL_S = 60.0
"""Seconds between two writes of a store that drains, or that refills."""


class AbsenceLedger:
    """The absence stores of both seats of a table."""

    def __init__(self, table: TableContext, lifecycle: MatchLifecycle) -> None:
        self._table, self._lifecycle = table, lifecycle
        self._noted = -math.inf
        """The time at which the stores were last written."""
        self._was_stalled = False
        """True if writes failed at the last check: players could not return then."""

    def update(self, now: float) -> None:
        """Let each store drain, refill or stand still, depending on the present state of the table."""
        runner = self._lifecycle.runner
        before, self._was_stalled = self._was_stalled, runner is not None and runner.stalled
        if before and not self._was_stalled:
            for seat in self._table.seats:
                self.excuse(seat)
        is_played = runner is not None and not (runner.is_over or runner.paused or runner.stalled)
        counts = is_played and not self._table.is_alone
        for seat in self._table.seats:
            flow = self._flow(seat) if counts else Flow.FROZEN
            if flow is not Flow.DRAINING and seat.spent_absence:
                self._stop_clock(seat)
            seat.absence.set_flow(flow, now)

    def _stop_clock(self, seat: PlayerSeat) -> None:
        """Stop the clock that ran in a player's absence."""
        seat.spent_absence = False
        if self._lifecycle.is_running and seat.away_since is not None:
            self._lifecycle.running.handle_departure(seat.number)

    def restart_absences(self) -> None:
        """Restart the absences after an outage of the server. They count once each client must have
        retried.
        """
        now = self._table.now
        for seat in self._table.seats:
            self.excuse(seat)
        self._noted = now

    def excuse(self, seat: PlayerSeat) -> None:
        """Count no absence of a player that this server could not accept, until their client must have
        retried.
        """
        if seat.away_since is not None:
            seat.absence.excuse(self._table.now, self._table.now + RETURN_DELAY_S)
            self._stop_clock(seat)

    def next_due(self, now: float) -> float:
        """Return the time at which `handle_deadlines` has to be called next."""
        due = self._next_write(now)
        for seat in self._table.seats:
            if seat.absence.flow is Flow.DRAINING:
                due = min(due, self._used_up_at(seat), self._overdue_at(seat))
        return due

    async def handle_deadlines(self) -> None:
        """Start clocks of players without allowance, announce overdue players, and store the allowances."""
        now = self._table.now
        for seat in self._table.seats:
            if now >= self._used_up_at(seat):
                seat.spent_absence, self._noted = True, -math.inf
                self._lifecycle.restart_clocks(seat)
                self._table.changed()
            if now >= self._overdue_at(seat):
                seat.overdue = True
                why = "overdue" if seat.guest is None else "still_silent"
                self._table.note = words(why, seat.name, self._table.opposite_seat(seat).name)
                self._table.changed()
        if now >= self._next_write(now):
            self._noted = now
            await self._table.store_change()

    def _flow(self, seat: PlayerSeat) -> Flow:
        """Return the flow of a seat's store while absences count."""
        if seat.is_free:
            return Flow.FROZEN
        if seat.away_since is None:
            return Flow.REFILLING
        return Flow.DRAINING if self._table.opposite_seat(seat).guest is not None else Flow.FROZEN

    def _used_up_at(self, seat: PlayerSeat) -> float:
        """Return the time at which a seat's store will be empty; infinity once that was handled."""
        return math.inf if seat.spent_absence else seat.absence.empty_at

    def _overdue_at(self, seat: PlayerSeat) -> float:
        """Return the time from which the opponent may settle the match.

        Without clocks this is when the store is empty. Infinity if already announced, or without a running
        match.
        """
        if seat.overdue or not self._lifecycle.is_running:
            return math.inf
        least = CLAIM_DELAY_S if self._lifecycle.running.clocks.are_used else 0.0
        return max(seat.absence.empty_at, seat.absence.absent_since + least)

    def _next_write(self, now: float) -> float:
        """Return the time of the next write of the stores; infinity while none of them changes."""
        due = math.inf
        for seat in self._table.seats:
            flow = seat.absence.flow
            if flow is not Flow.FROZEN and not self._is_at_rest(seat, now):
                interval = NOTE_DRAIN_INTERVAL_S if flow is Flow.DRAINING else NOTE_REFILL_INTERVAL_S
                due = min(due, self._noted + interval)
        return due

    def _is_at_rest(self, seat: PlayerSeat, now: float) -> bool:
        """Return whether a store has reached its end and is stored like that."""
        if seat.absence.flow is Flow.REFILLING:
            return self._table.kept.seats[seat.number].absence is None and seat.absence.is_full(now)
        end = 0.0 if seat.absence.flow is Flow.DRAINING else None
        return self._table.kept.seats[seat.number].absence == end == seat.absence.stored_seconds(now)
