"""A server for client tests: the other end of a Link over memory streams, driven by hand."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import trio
import trio.testing
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol
from websockets.trio.server import ServerConnection
from websockets.typing import Subprotocol

from facedown_client.connection.link import Incoming, LinkState, Status
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import decode_from_client, encode
from facedown_shared.protocol.messages import SUBPROTOCOL, FromClient, Hello, Ping, Pong, ToClient, Welcome

Script = Callable[["FakeServer", "Caller"], Awaitable[None]]


@dataclass
class Caller:
    """One connection at the server's end: the client's messages, except its pings, and those to send to
    it.
    """

    socket: ServerConnection
    said: list[FromClient] = field(default_factory=list)

    async def receive(self) -> FromClient:
        """Return the client's next message; pings are answered on the way."""
        while True:
            data = await self.socket.recv()
            assert isinstance(data, bytes)
            message = decode_from_client(data)
            if isinstance(message, Ping):
                await self.send_message(Pong(message.number))
                continue
            self.said.append(message)
            return message

    async def send_message(self, message: ToClient) -> None:
        """Send one message to the client."""
        await self.socket.send(encode(message))

    async def welcome(self, *nodes: str) -> Hello:
        """Send the default beginning. `nodes`: addresses of all servers, where there are several."""
        hello = await self.receive()
        assert isinstance(hello, Hello)
        await self.send_message(Welcome(hello.name, "fake", nodes=nodes))
        return hello


class FakeServer:
    """Answers each dial with the next script; when none is left, connections are refused."""

    def __init__(self, nursery: trio.Nursery, *scripts: Script) -> None:
        self.dials = 0
        self.dialled: list[TableLink | None] = []
        """The address of each dial, where a relay dials."""
        self.callers: list[Caller] = []
        self.problems: list[BaseException] = []
        self._nursery = nursery
        self._scripts = list(scripts)

    async def dial(self, address: TableLink | None = None) -> trio.abc.Stream:
        """Return the stream for a Link, or for a relay."""
        self.dials += 1
        self.dialled.append(address)
        await trio.lowlevel.checkpoint()
        if not self._scripts:
            raise ConnectionRefusedError(111, "Connection refused")
        ours, theirs = trio.testing.memory_stream_pair()
        self._nursery.start_soon(self.serve, theirs, self._scripts.pop(0))
        return ours

    async def serve(self, stream: trio.abc.Stream, script: Script) -> None:
        """Serve the client at the other end of a stream."""
        async with trio.open_nursery() as nursery:
            protocol = ServerProtocol(subprotocols=[Subprotocol(SUBPROTOCOL)])
            socket = ServerConnection(nursery, stream, protocol, server=cast(Any, _Owner()))
            await socket.handshake()
            caller = Caller(socket)
            self.callers.append(caller)
            with suppress(ConnectionClosed):
                await script(self, caller)
            await trio.aclose_forcefully(stream)
            nursery.cancel_scope.cancel()


class _Owner:
    """What websockets needs to know of the server a connection belongs to."""

    closing = False


class Inbox:
    """Reads a Link's inbox: messages one by one, and collects the states between them."""

    def __init__(self) -> None:
        self.send, self._receive = trio.open_memory_channel[Incoming](math.inf)
        self.states: list[LinkState] = []

    async def next(self) -> Incoming:
        """Return the next message, skipping states and echoes."""
        while True:
            item = await self._receive.receive()
            if isinstance(item, LinkState):
                self.states.append(item)
            elif not isinstance(item, Pong):
                return item

    async def until(self, status: Status) -> LinkState:
        """Return the next state of this kind."""
        while True:
            item = await self._receive.receive()
            if isinstance(item, LinkState):
                self.states.append(item)
                if item.status is status:
                    return item
