"""Helper verbs: a server over memory or loopback sockets, and clients that follow the protocol or break
it.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress

import trio
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from facedown_server.network.wire.acceptor import FULL_CLOSE_CODE, Handler, Pages, Wire
from facedown_server.network.wire.connection import Connection, ConnectionEnded
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.memory_streams import MemoryListener
from facedown_server.network.wire.streams import TcpListener
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.runtime.world import SeededWorld
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import SUBPROTOCOL

QUICK = WireLimits(
    tick=0.02, handshake_timeout=3.0, write_timeout=0.3, close_timeout=0.3, ping_interval=0.5, silence=5.0
)
"""Deadlines for tests in real time."""

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: server\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: " + SUBPROTOCOL.encode() + b"\r\n"
)
"""A WebSocket request without its last, empty line."""


async def echo_messages(connection: Connection) -> None:
    """Echo every message."""
    while True:
        connection.push(frame(await connection.receive()))


async def refuse_or_echo(connection: Connection) -> None:
    """Answer a connection that is refused, as a session does; else echo."""
    if connection.refusal is not None:
        connection.push(frame(encode(connection.refusal)))
        connection.close(FULL_CLOSE_CODE, connection.refusal.sentence)
    await echo_messages(connection)


@asynccontextmanager
async def serve_in_memory(
    handler: Handler = echo_messages,
    limits: WireLimits | None = None,
    pages: Pages | None = None,
    capacity: float = 65_536,
    proxies: Iterable[str] = (),
) -> AsyncIterator[tuple[Wire, MemoryListener]]:
    """Run a server whose clients connect through `listener.connect()`."""
    wire = Wire(handler, SeededWorld(), limits or WireLimits(), pages, frozenset(proxies))
    listener = MemoryListener(capacity)
    async with trio.open_nursery() as nursery:
        await nursery.start(wire.serve, [listener])
        yield wire, listener
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def serve_on_loopback(
    handler: Handler = echo_messages,
    limits: WireLimits = QUICK,
    pages: Pages | None = None,
    context: ssl.SSLContext | None = None,
) -> AsyncIterator[tuple[Wire, int]]:
    """Run a server on a loopback port."""
    wire = Wire(handler, SeededWorld(), limits, pages)
    listener = TcpListener(socket.create_server(("127.0.0.1", 0)), context)
    async with trio.open_nursery() as nursery:
        await nursery.start(wire.serve, [listener])
        yield wire, listener.port
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def player(
    stream: trio.abc.Stream | None = None, port: int = 0, subprotocol: str = SUBPROTOCOL,
    address: str = "", path: str = "/",
) -> AsyncIterator[ClientConnection]:  # fmt: skip
    """Connect the client of the websockets library. `address`: as a proxy forwards it."""
    async with connect(
        f"ws://127.0.0.1:{port}{path}",
        stream=stream,
        subprotocols=[Subprotocol(subprotocol)],
        additional_headers={"X-Forwarded-For": address} if address else None,
        compression=None,
        proxy=None,
        ping_interval=None,
        close_timeout=1,
    ) as client:
        yield client


async def open_raw(stream: trio.abc.Stream, *headers: str) -> bytes:
    """Do the handshake by hand; return the bytes after it."""
    extra = "".join(f"{header}\r\n" for header in headers).encode()
    await stream.send_all(HANDSHAKE + extra + b"\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer:
        chunk = await stream.receive_some()
        assert chunk, f"the server hung up: {answer!r}"
        answer += chunk
    head, _, rest = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101")
    return rest


async def read_all(stream: trio.abc.Stream) -> bytes:
    """Read until the other end closes, in any way."""
    data = b""
    with suppress(trio.BrokenResourceError):
        while chunk := await stream.receive_some():
            data += chunk
    return data


async def ask(stream: trio.abc.Stream, request: str) -> bytes:
    """Return the whole response to an HTTP request given as its first line and headers."""
    await stream.send_all(request.replace("\n", "\r\n").encode() + b"\r\n\r\n")
    return await read_all(stream)


def mask_frame(opcode: int, payload: bytes, *, fin: bool = True) -> bytes:
    """Return a client's frame, masked with zeros."""
    assert len(payload) < 65_536
    head = bytes([opcode | 0x80 * fin])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload), 0, 0, 0, 0]) + payload
    return head + b"\xfe" + len(payload).to_bytes(2, "big") + bytes(4) + payload


def close_code(data: bytes) -> int:
    """Return the code of the close frame at the end of what was received."""
    at = data.rindex(b"\x88")
    return int.from_bytes(data[at + 2 : at + 4], "big")


async def receive_until_closed(receive: Callable[[], Awaitable[object]]) -> ConnectionEnded:
    """Receive until there is nothing more; return the reason."""
    try:
        while True:
            await receive()
    except ConnectionEnded as closed:
        return closed
