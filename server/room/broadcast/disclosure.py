"""What people are told of a match's throws: pledge and shares when they come, the means to check after it.

Knows who may be told what, and no throws: `fair.py` does (docs/fairness.md).
"""

from __future__ import annotations

from server.room.match.runner import Play
from server.room.people.guest import Guest
from server.room.people.seats import Seat
from server.room.table_context import Desk
from shared.protocol.messages import Opened, ToClient
from shared.zones import PUBLIC
from shared.zones import Seat as Number


class Disclosure:
    """Of one table's matches, one after another."""

    def __init__(self, desk: Desk) -> None:
        self.seats: frozenset[Number] | None = None
        """Whose Decks both players have been shown since the match is over; None before that."""
        self._desk = desk
        self._missed: dict[Number, tuple[Seat, tuple[ToClient, ...]]] = {}
        """Who was away when a match of theirs ended, and what they are still to be told of it."""

    def remind(self, guest: Guest, play: Play | None) -> None:
        """What a newcomer must know of the throws of the match that runs, or that is over."""
        seat, missed = self._missed.pop(guest.viewer, (None, ()))
        if seat is not None and seat is self._desk.seats[guest.viewer]:
            for message in missed:
                guest.tell(message)
        for message in _bound(play) if play is not None else ():
            guest.tell(message)

    def remind_opened(self, guest: Guest, play: Play | None) -> None:
        """What a newcomer may check, after having seen what there is to see."""
        if play is not None and self.seats is not None:
            guest.tell(self._opened_to(guest.viewer, play))

    def open(self, play: Play, seats: frozenset[Number] = frozenset()) -> None:
        """The match is over: players may check their own throws and these seats', everybody the public."""
        self.seats = seats
        for guest in tuple(self._desk.audience):
            guest.tell(self._opened_to(guest.viewer, play))

    def forget(self, play: Play | None) -> None:
        """Another match is to come, of other people. Whoever played this one and was away when it ended is
        told of its throws on coming back."""
        for seat in self._desk.seats if play is not None and self.seats is not None else ():
            if play is not None and seat.guest is None and not seat.is_free:
                opened = self._opened_to(seat.number, play)
                self._missed[seat.number] = seat, (*_bound(play), opened)
        self.seats = None

    def _opened_to(self, viewer: Number, play: Play) -> Opened:
        seats = () if viewer == PUBLIC else {viewer, *(self.seats or ())}
        return play.throws.opened(play.match, seats)


def _bound(play: Play) -> tuple[ToClient, ...]:
    """What the throws of a match are bound to: the pledge, and the shares once nothing is lacking."""
    pledge = play.throws.pledge()
    return (pledge,) if play.match.toss is None else (pledge, play.throws.shown())
