"""A whole connection in memory: no sockets, no threads, so that tests run in virtual time.

`memory_connection` gives a session its `Connection` and the client at the other end. A whole server in memory
is a `Wire` that runs on a `MemoryListener`, whose `connect()` gives clients their streams.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import trio
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from facedown_server.network.wire.connection import Connection, ConnectionEnded
from facedown_server.network.wire.flusher import Flusher
from facedown_server.network.wire.memory_streams import memory_pair
from facedown_server.network.wire.traffic_limits import Traffic, WireLimits
from facedown_server.runtime.world import SeededWorld, World
from facedown_shared.protocol.codec import MAX_SERVER_MESSAGE_BYTES


@dataclass(slots=True)
class Client:
    """The client's end of an open WebSocket over a stream."""

    stream: trio.abc.Stream
    protocol: ClientProtocol = field(
        default_factory=lambda: ClientProtocol(
            parse_uri("ws://server/"), state=OPEN, max_size=MAX_SERVER_MESSAGE_BYTES
        )
    )
    waiting: list[bytes] = field(default_factory=list)

    async def send(self, payload: bytes) -> None:
        """Send one message."""
        self.protocol.send_binary(payload)
        await self._flush()

    async def receive(self) -> bytes:
        """Return the next message.

        Raises ConnectionEnded when there is none.
        """
        while not self.waiting:
            data = b"" if self.protocol.close_rcvd else await self.stream.receive_some()
            if not data:
                close = self.protocol.close_rcvd
                raise ConnectionEnded(close.code if close else 1006, close.reason if close else "")
            self.protocol.receive_data(data)
            self.waiting += [
                bytes(event.data)
                for event in self.protocol.events_received()
                if isinstance(event, Frame) and event.opcode is Opcode.BINARY
            ]
            await self._flush()
        return self.waiting.pop(0)

    async def close(self) -> None:
        """Close the WebSocket and the stream."""
        if self.protocol.state is OPEN:
            self.protocol.send_close(1000)
            await self._flush()
        await self.stream.aclose()

    async def _flush(self) -> None:
        for piece in self.protocol.data_to_send():
            if piece:
                await self.stream.send_all(piece)


@dataclass(slots=True)
class MemorySurroundings:
    """The surroundings of a connection without a server."""

    nursery: trio.Nursery
    world: World
    limits: WireLimits
    traffic: Traffic = field(default_factory=Traffic)
    flusher: Flusher = field(init=False)

    def __post_init__(self) -> None:
        self.flusher = Flusher(self.world)
        self.nursery.start_soon(self.flusher.run)


def memory_connection(
    nursery: trio.Nursery,
    *,
    world: World | None = None,
    limits: WireLimits | None = None,
    peer: str = "192.0.2.1",
    capacity: float = math.inf,
) -> tuple[Client, Connection]:
    """Open a connection without a handshake; return the client at its other end, and the connection.

    `capacity` limits what the client may leave unread: it makes a slow reader. Deadlines are checked when the
    caller calls `tick`. The writing task runs in `nursery` until that is cancelled.
    """
    client, server = memory_pair(peer, capacity)
    alone = MemorySurroundings(nursery, world or SeededWorld(), limits or WireLimits())
    connection = Connection(server, alone, OPEN)
    connection.start_pings()
    return Client(client), connection
