"""A connected client with a name, as lobby and rooms see it. Sending never waits for its reader.

A reader that falls behind is sent nothing more until it has caught up; then its room sends the whole View.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import trio

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.addresses import crowd_key
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.token_buckets import Bucket
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Crowd, ToClient, ToServer, Update
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words

RECONNECT_CLOSE_CODE = 1012
"""The websocket close code for a client that should reconnect."""


class GuestConnection(Protocol):
    """What a guest needs of a connection."""

    peer: str
    accepted: float
    on_recover: Callable[[], None] | None

    def push(self, frame: bytes) -> bool:
        """Send a ready-made frame; False if it was dropped."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection with a reason."""


class GuestRoom(Protocol):
    """What a guest and a session need of a room."""

    async def submit(self, guest: Guest, message: ToServer) -> None:
        """Hand in a guest's message, and wait until the room has dealt with it."""

    def lost(self, guest: Guest) -> None:
        """The guest's connection is gone."""

    def recovered(self, guest: Guest) -> None:
        """A slow reader can be sent to again."""


class Guest:
    """A client that has said hello."""

    __slots__ = (
        "_line",
        "_may_tell",
        "address",
        "arrived",
        "behind",
        "by_link",
        "chatter",
        "crowding",
        "gone",
        "has_cards",
        "is_relay",
        "name",
        "printed",
        "reads",
        "redirected",
        "room",
        "shown",
        "viewer",
    )

    def __init__(
        self,
        line: GuestConnection,
        name: str,
        *,
        has_cards: bool = True,
        reads: str = "",
        may_tell: Callable[[], bool] | None = None,
    ) -> None:
        self._line = line
        self._may_tell = may_tell
        """Whether messages may be sent now; None where always."""
        self.name = name
        self.has_cards = has_cards
        """Whether it has the card facts that come with this server."""
        self.reads = reads
        """The language in which it reads what is printed on cards; "" for who reads nothing."""
        self.printed: set[int] = set()
        """Passcodes of cards on which it has been told what is printed."""
        self.shown = name
        """Its name at its table, distinct from all others there."""
        self.address = crowd_key(line.peer) or line.peer
        """What counts as its address for limits: of IPv6 a /64 network, since every home has one."""
        self.chatter: Bucket | None = None
        """Limits its lines of chat."""
        self.crowding: Bucket | None = None
        """Limits the names it announces as a relay."""
        self.arrived = line.accepted
        """When its connection was accepted."""
        self.room: GuestRoom | None = None
        """The table it is at; set by that table."""
        self.redirected: trio.Event | None = None
        """After its table has gone to another server: set once it has been told which. Until then its
        messages wait, so that neither a refusal nor an echo overtakes the redirect."""
        self.viewer: Seat = PUBLIC_CLASS_INDEX
        self.behind = False
        """Whether its reader is too slow: it gets the whole View once it has caught up."""
        self.is_relay = False
        """Whether it relays to others (server/facedown_server/network/relay)."""
        self.by_link = False
        """Whether it is a relay that has brought the host's link for relays."""
        self.gone = False
        """Whether its session has ended: messages of it that still wait are dropped."""
        line.on_recover = self._recover

    def __repr__(self) -> str:
        return f"<Guest {self.name!r} {self.address}>"

    def tell(self, message: ToClient) -> None:
        """Send one message."""
        self.push(pack(message, bundled=self.has_cards))

    def push(self, ready: bytes) -> None:
        """Send a ready-made frame."""
        if self.behind:
            return
        if (self._may_tell is not None and not self._may_tell()) or not self._line.push(ready):
            self.behind = True

    def check_crowd(self, message: Crowd, bounds: Bounds, now: float) -> None:
        """Charge a relay for the names of a message.

        Raises Illegal for other guests, and beyond the rate.
        """
        if not self.is_relay:
            raise Illegal(words("relays_only"), Code.NOT_ALLOWED)
        if self.crowding is None:
            self.crowding = Bucket(bounds.crowd_rate, bounds.crowd_burst, now)
        if not self.crowding.take(now, 1 + len(message.come) + len(message.gone)):
            raise Illegal(words("too_fast"), Code.TOO_FAST)

    def turn_away(self, reason: str) -> None:
        """End the connection: its client reconnects, here or to another node."""
        self._line.close(RECONNECT_CLOSE_CODE, reason)

    def catch_up(self) -> None:
        """Send the present state to guests who were sent nothing meanwhile."""
        if self.behind:
            self._recover()

    def _recover(self) -> None:
        if self.room is None:
            self.behind = False
        else:
            self.room.recovered(self)


def pack(message: ToClient | Update, *, bundled: bool = True) -> bytes:
    """Return the frame of a message, ready to be pushed to any number of connections.

    `bundled`: whether they have the card facts that come with this server.
    """
    return frame(encode(message, bundled=bundled))
