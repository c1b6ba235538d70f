"""Guests who are sent the same of a table: one viewer class at a server, or all guests of a relay.

Messages are encoded once for a group, and the same bytes go to all its connections. Knows no rules, and never
the state: other modules make the messages.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from facedown_server.network.crowd.guest import Guest, pack
from facedown_server.network.wire.frames import frame
from facedown_shared.protocol.codec import decode_events, encode_events, encode_whole
from facedown_shared.protocol.messages import ToClient, Update
from facedown_shared.tables.view import View, VisibleEvent

MAX_LOG_EVENTS = 4000
"""Events kept for newcomers; the oldest are dropped first."""


class EventLog:
    """The events a viewer class was sent of a duel, oldest first. Tables keep thousands of events, as
    bytes.
    """

    __slots__ = ("_data", "_sizes")

    def __init__(self) -> None:
        self._data = bytearray()
        self._sizes = array("I")
        """Bytes of each event."""

    def __iter__(self) -> Iterator[VisibleEvent]:
        return iter(decode_events(*self.encoded()))

    def encoded(self) -> tuple[int, bytearray]:
        """Return how many events newcomers are sent, and their bytes."""
        too_many = max(0, len(self._sizes) - MAX_LOG_EVENTS)
        return len(self._sizes) - too_many, self._data[sum(self._sizes[:too_many]) :]

    def add(self, events: Sequence[VisibleEvent]) -> None:
        """Keep these too. The oldest are dropped a quarter at a time."""
        rows = encode_events(events)
        self._data += b"".join(rows)
        self._sizes.extend(map(len, rows))
        if len(self._sizes) >= MAX_LOG_EVENTS * 5 // 4:
            kept, self._data = self.encoded()
            self._sizes = self._sizes[-kept:]


class ViewerGroup:
    """One viewer class (a seat, or the spectators): its members, and their log of this duel."""

    __slots__ = ("log", "members", "whole")

    def __init__(self) -> None:
        self.members: list[Guest] = []
        self.log = EventLog()
        self.whole: dict[bool, bytes] = {}
        """The encoded Whole message of their View, made on demand: for clients with the bundled card facts
        (True), and for others.
        """

    def show(self, guest: Guest, version: int, view: View) -> None:
        """Send a member the View that stands now and the log so far, encoded once for all who ask at it."""
        if guest.has_cards not in self.whole:
            whole = encode_whole(version, view, *self.log.encoded(), bundled=guest.has_cards)
            self.whole[guest.has_cards] = frame(whole)
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
