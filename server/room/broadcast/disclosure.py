"""What people are told of a match's throws: pledge and shares when they come, the means to check after it.

Knows who may be told what, and no throws: `fair.py` does (docs/fairness.md).
"""

from __future__ import annotations

from server.room.match.runner import MatchRunner
from server.room.people.guest import Guest
from server.room.people.seats import PlayerSeat
from server.room.table_context import TableContext
from shared.protocol.messages import Opened, ToClient
from shared.zones import PUBLIC, Seat


class Disclosure:
    """Of one table's matches, one after another."""

    def __init__(self, table: TableContext) -> None:
        self.seats: frozenset[Seat] | None = None
        """Whose Decks both players have been shown since the match is over; None before that."""
        self._table = table
        self._missed: dict[Seat, tuple[PlayerSeat, tuple[ToClient, ...]]] = {}
        """Who was away when a match of theirs ended, and what they are still to be told of it."""

    def remind(self, guest: Guest, runner: MatchRunner | None) -> None:
        """What a newcomer must know of the throws of the match that runs, or that is over."""
        seat, missed = self._missed.pop(guest.viewer, (None, ()))
        if seat is not None and seat is self._table.seats[guest.viewer]:
            for message in missed:
                guest.tell(message)
        for message in _bound(runner) if runner is not None else ():
            guest.tell(message)

    def remind_opened(self, guest: Guest, runner: MatchRunner | None) -> None:
        """What a newcomer may check, after having seen what there is to see."""
        if runner is not None and self.seats is not None:
            guest.tell(self._opened_to(guest.viewer, runner))

    def open(self, runner: MatchRunner, seats: frozenset[Seat] = frozenset()) -> None:
        """The match is over: players may check their own throws and these seats', everybody the public."""
        self.seats = seats
        for guest in tuple(self._table.audience):
            guest.tell(self._opened_to(guest.viewer, runner))

    def forget(self, runner: MatchRunner | None) -> None:
        """Another match is to come, of other people. Whoever played this one and was away when it ended is
        told of its throws on coming back."""
        for seat in self._table.seats if runner is not None and self.seats is not None else ():
            if runner is not None and seat.guest is None and not seat.is_free:
                opened = self._opened_to(seat.number, runner)
                self._missed[seat.number] = seat, (*_bound(runner), opened)
        self.seats = None

    def _opened_to(self, viewer: Seat, runner: MatchRunner) -> Opened:
        seats = () if viewer == PUBLIC else {viewer, *(self.seats or ())}
        return runner.throws.opened(runner.match, seats)


def _bound(runner: MatchRunner) -> tuple[ToClient, ...]:
    """What the throws of a match are bound to: the pledge, and the shares once nothing is lacking."""
    pledge = runner.throws.pledge()
    return (pledge,) if runner.match.toss is None else (pledge, runner.throws.shown())
