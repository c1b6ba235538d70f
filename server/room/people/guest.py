"""One connected client with a name, as the lobby and the rooms see it. Telling never waits for a reader.

A reader that falls behind is told nothing more until it has caught up; then its room sends what stands now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.room.bounds import Bucket
from server.wire.addresses import crowd_key
from server.wire.connection import frame
from shared.protocol.codec import encode
from shared.protocol.messages import ToClient, ToServer
from shared.zones import PUBLIC, Seat


class GuestConnection(Protocol):
    """What a guest needs of a connection."""

    peer: str
    accepted: float
    on_recover: Callable[[], None] | None

    def push(self, frame: bytes) -> bool:
        """Send a ready-made frame; False if it was dropped."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Say goodbye."""


class GuestRoom(Protocol):
    """The room a guest is in, as far as a session and a guest must know."""

    async def submit(self, guest: Guest, message: ToServer) -> None:
        """Hand in what a guest wants, and wait until it was seen to."""

    def lost(self, guest: Guest) -> None:
        """The guest's connection is gone."""

    def recovered(self, guest: Guest) -> None:
        """A slow reader can be told things again."""


class Guest:
    """A client that has said hello."""

    __slots__ = (
        "_line",
        "address",
        "arrived",
        "behind",
        "chatter",
        "gone",
        "name",
        "room",
        "shown",
        "viewer",
    )

    def __init__(self, line: GuestConnection, name: str) -> None:
        self._line = line
        self.name = name
        self.shown = name
        """The name it goes by at its table, where no two are alike."""
        self.address = crowd_key(line.peer) or line.peer
        """What counts as one address: of IPv6 a whole network, since every home has one."""
        self.chatter: Bucket | None = None
        """Lines of chat it may still say."""
        self.arrived = line.accepted
        """When its connection was accepted."""
        self.room: GuestRoom | None = None
        """The table it is at, kept by that table."""
        self.viewer: Seat = PUBLIC
        self.behind = False
        """Its reader is too slow; it gets the whole View once it has caught up."""
        self.gone = False
        """Its session has ended; nothing it still wanted is done."""
        line.on_recover = self._recover

    def __repr__(self) -> str:
        return f"<Guest {self.name!r} {self.address}>"

    def tell(self, message: ToClient) -> None:
        """Send one message."""
        self.push(pack(message))

    def push(self, ready: bytes) -> None:
        """Send a frame that is the same for many."""
        if not self.behind and not self._line.push(ready):
            self.behind = True

    def _recover(self) -> None:
        if self.room is None:
            self.behind = False
        else:
            self.room.recovered(self)


def pack(message: ToClient) -> bytes:
    """The frame of a message, ready for every socket there is."""
    return frame(encode(message))
