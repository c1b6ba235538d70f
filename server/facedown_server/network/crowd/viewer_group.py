"""Guests who are sent the same messages of a table: one viewer class at a server, or all guests of a relay.

Messages are encoded once for a group, and the same bytes go to all its connections. This module knows no
rules and never the state: other modules make the messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown_server.network.crowd.guest import Guest, pack
from facedown_server.network.wire.frames import frame
from facedown_shared.protocol.codec import decode_events, encode_events, encode_whole
from facedown_shared.protocol.messages import ToClient, Update
from facedown_shared.tables import View, VisibleEvent
from facedown_shared.tables.packed_rows import BLOCK_ROWS, PackedRows

MAX_LOG_EVENTS, MAX_LOG_BYTES = 4000, 2_097_152
"""Events stored for newcomers, and their bytes; the oldest are dropped first. View and log are one message.
"""
MAX_EVENT_BYTES = 4_096
"""Size of the largest stored event. Only a hostile upstream server sends larger ones; the log omits them."""


class EventLog:
    """The events of a duel that a viewer class was sent, oldest first. They are stored as packed bytes, since
    tables hold thousands of them.
    """

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows = PackedRows()

    def __iter__(self) -> Iterator[VisibleEvent]:
        return iter(decode_events(*self.encoded_events()))

    def encoded_events(self) -> tuple[int, bytes]:
        """Return the number of stored events, and their bytes."""
        too_many = max(0, len(self._rows) - MAX_LOG_EVENTS)
        return len(self._rows) - too_many, self._rows.join(too_many)

    def add(self, events: Sequence[VisibleEvent]) -> None:
        """Append events. The oldest are dropped a block at a time."""
        rows = self._rows
        for row in encode_events(events):
            if len(row) <= MAX_EVENT_BYTES and rows.append(row):
                while len(rows) >= MAX_LOG_EVENTS + BLOCK_ROWS or rows.size > MAX_LOG_BYTES:
                    rows.remove_oldest_block()


class ViewerGroup:
    """One viewer class (a seat, or the spectators): its members, and their log of this duel."""

    __slots__ = ("log", "members", "whole")

    def __init__(self) -> None:
        self.members: list[Guest] = []
        self.log = EventLog()
        self.whole: dict[bool, bytes] = {}
        """Encoded Whole messages of the View, made on demand: for clients with the bundled card facts (True),
        and without.
        """

    def send_view(self, guest: Guest, version: int, view: View) -> None:
        """Send a member the current View and the log so far. All members who need the same version get the
        same bytes.
        """
        if guest.has_cards not in self.whole:
            whole = encode_whole(version, view, *self.log.encoded_events(), bundled=guest.has_cards)
            self.whole[guest.has_cards] = frame(whole)
        ready = self.whole[guest.has_cards]
        guest.view_bytes = len(ready)
        guest.push(ready)


def broadcast(message: ToClient | Update, guests: Sequence[Guest]) -> None:
    """Send a message to all of these guests.

    The message is encoded once for clients with the bundled card facts, and once for those without.
    """
    if len(guests) == 1:
        guests[0].push(pack(message, bundled=guests[0].has_cards))
        return
    ready: dict[bool, bytes] = {}
    for guest in guests:
        frame_of_class = ready.get(guest.has_cards)
        if frame_of_class is None:
            frame_of_class = ready[guest.has_cards] = pack(message, bundled=guest.has_cards)
        guest.push(frame_of_class)
