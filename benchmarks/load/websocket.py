"""A websocket that costs a load process little: raw frames over a socket, many of them read in one loop.

The handshake is the library's. After it payloads are cut out of the bytes received and counted, headers
included; a ping is answered, and nothing else is supported here.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Iterator

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from facedown_shared.protocol.messages import SUBPROTOCOL

Address = tuple[str, int]

PING_OPCODE, CLOSE_OPCODE = 9, 8
PONG = Frame(Opcode.PONG, b"").serialize(mask=True)
READ_CHUNK_BYTES = 262_144
SETTLING_TIMEOUT_S = 20.0
"""Seconds to wait for the response to the last request."""
RESPONSE_TIMEOUT_S = 60.0
"""Seconds to wait for a server's response to a client that is not playing yet."""


class ConnectionLost(Exception):
    """The server ended a connection of the load. Its text is a sentence."""


class WebSocket:
    """One connection. `received` counts its bytes since the handshake, headers included."""

    __slots__ = ("_rest", "handle", "received", "sock")

    def __init__(self, address: Address, subprotocol: str = SUBPROTOCOL, source: str = "") -> None:
        """`source`: the address it connects from, where that matters."""
        self.sock = socket.create_connection(address, RESPONSE_TIMEOUT_S, (source, 0) if source else None)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = 0
        self.handle: Callable[[bytes], None] = _ignore
        """Called with every payload that `take` finds."""
        self._rest = b""
        host, port = address
        self._shake_hands(f"ws://{host}:{port}/", subprotocol)

    def _shake_hands(self, address: str, subprotocol: str) -> None:
        offered = [Subprotocol(subprotocol)] if subprotocol else None
        protocol = ClientProtocol(parse_uri(address), subprotocols=offered)
        protocol.send_request(protocol.connect())
        self.sock.sendall(b"".join(protocol.data_to_send()))
        while protocol.state is not OPEN:
            data = self.sock.recv(READ_CHUNK_BYTES)
            if not data:
                raise ConnectionLost("The server did not take a connection of the load.")
            protocol.receive_data(data)
            if protocol.handshake_exc is not None:
                raise ConnectionLost(
                    f"The server did not take a connection of the load: {protocol.handshake_exc}."
                )

    def send(self, payload: bytes) -> None:
        """Send one message."""
        self.sock.sendall(frame_bytes(payload))

    def read(self) -> list[bytes]:
        """Wait for the next payloads, and return them. Raises ConnectionLost."""
        while True:
            if found := list(self._cut(self.sock.recv(READ_CHUNK_BYTES))):
                return found

    def take(self) -> None:
        """Read what has arrived, and `handle` every payload. Raises ConnectionLost."""
        try:
            data = self.sock.recv(READ_CHUNK_BYTES)
        except BlockingIOError:
            return
        for payload in self._cut(data):
            self.handle(payload)

    def _cut(self, data: bytes) -> Iterator[bytes]:
        """Return the payloads in the bytes received and left over; an incomplete frame is left over again."""
        if not data:
            raise ConnectionLost("The server closed a connection of the load.")
        self.received += len(data)
        data, at = self._rest + data, 0
        self._rest = b""
        while (size := len(data) - at) >= 2:
            head, length = 2, data[at + 1]
            if length == 126:
                head, length = 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif length == 127:
                head, length = 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if size < head + length:
                break
            opcode, payload = data[at] & 15, data[at + head : at + head + length]
            at += head + length
            if opcode == PING_OPCODE:
                self.sock.sendall(PONG)
            elif opcode == CLOSE_OPCODE:
                reason = payload[2:].decode(errors="replace") or "without a reason"
                raise ConnectionLost(f"The server closed a connection of the load: {reason}.")
            else:
                yield payload
        self._rest = data[at:]


def frame_bytes(payload: bytes) -> bytes:
    """Return the bytes of a message as a client sends it."""
    return Frame(Opcode.BINARY, payload).serialize(mask=True)


def header(size: int) -> int:
    """Return the size in bytes of the header of a server's frame with a payload of so many."""
    return 2 if size < 126 else 4 if size < 65_536 else 10


def _ignore(payload: bytes) -> None:
    """Discard a message."""


class Crowd:
    """Sockets read in one loop."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def add(self, sock: socket.socket, take: Callable[[], object]) -> None:
        """Let `turn` call `take` from now on when there is something to read."""
        sock.setblocking(False)
        self._selector.register(sock, selectors.EVENT_READ, take)

    def turn(self, within: float) -> None:
        """Read what has arrived; wait so many seconds for it at most."""
        for key, _ in self._selector.select(within):
            key.data()

    def until(self, done: Callable[[], bool], within: float) -> bool:
        """Read until it is done; return whether it was within so many seconds."""
        end = time.perf_counter() + within
        while not done():
            if time.perf_counter() > end:
                return False
            self.turn(0.05)
        return True
