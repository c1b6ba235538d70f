"""Those who are all told the same of a table: one viewer class at a server, or everybody at a relay.

Everything is encoded once for a group, and the same bytes go to all its connections. Knows no rules, and
never the truth: what is told is made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown_server.network.crowd.guest import Guest, pack
from facedown_shared.protocol.codec import decode_events, encode_events
from facedown_shared.protocol.messages import ToClient, Update, Whole
from facedown_shared.tables.view import View, VisibleEvent

MAX_LOG_EVENTS = 4000
"""Events kept for newcomers; the oldest are dropped first."""


class EventLog:
    """What a viewer class was told of a duel, oldest first. Tables keep thousands of events, as bytes."""

    __slots__ = ("_count", "_data")

    def __init__(self) -> None:
        self._count, self._data = 0, bytearray()

    def __iter__(self) -> Iterator[VisibleEvent]:
        return iter(decode_events(self._count, self._data)[-MAX_LOG_EVENTS:])

    def add(self, events: Sequence[VisibleEvent]) -> None:
        """Keep these too. The oldest are dropped a quarter at a time."""
        self._data += encode_events(events)
        self._count += len(events)
        if self._count >= MAX_LOG_EVENTS * 5 // 4:
            kept = [*self]
            self._count, self._data = len(kept), bytearray(encode_events(kept))


class ViewerGroup:
    """One viewer class (a seat, or the spectators): its members, and their log of this duel."""

    __slots__ = ("log", "members", "whole")

    def __init__(self) -> None:
        self.members: list[Guest] = []
        self.log = EventLog()
        self.whole: dict[bool, bytes] = {}
        """The encoded Whole message of their View, once somebody has needed it: for those who have the card
        facts that come with this server (True), and for others."""

    def show(self, guest: Guest, version: int, view: View) -> None:
        """Send a member the View that stands now and the log so far, encoded once for all who ask at it."""
        if guest.has_cards not in self.whole:
            message = Whole(version, view, tuple(self.log))
            self.whole[guest.has_cards] = pack(message, bundled=guest.has_cards)
        guest.push(self.whole[guest.has_cards])


def tell(message: ToClient | Update, guests: Sequence[Guest]) -> None:
    """Send one message, encoded once, to all of these; once more for those who have not the card facts that
    come with this server."""
    if len(guests) == 1:
        guests[0].push(pack(message, bundled=guests[0].has_cards))
        return
    ready: dict[bool, bytes] = {}
    for guest in guests:
        if guest.has_cards not in ready:
            ready[guest.has_cards] = pack(message, bundled=guest.has_cards)
        guest.push(ready[guest.has_cards])
