"""Connections that another process has accepted and hands on, with what it has read of each: a worker's door.

They come over a socket of the system's own kind between processes, one datagram each. Back over it goes how
busy this worker is. Nothing is known here of who decides which connection goes where (`front.py`).
"""

from __future__ import annotations

import socket
from contextlib import suppress

import msgspec
import structlog
import trio

from facedown_server.network.wire.streams import TcpStream, Transport, plain_address

log = structlog.get_logger(__name__)

MAX_HEAD_BYTES = 1_500
"""Bytes of a connection that are read before it is handed on. A datagram of that size fits every system."""

REPORT_INTERVAL_S = 0.5
ACCEPT_RETRY_DELAY_S = 0.1
"""Seconds until the next try where the system has no descriptor left."""


class Report(msgspec.Struct, frozen=True):
    """How busy a worker is, sent every half second."""

    connections: int
    admin: str = ""
    """The address of its admin port, "" without one."""


class HandedStream(TcpStream):
    """A connection of which another process has read a part: that comes first."""

    __slots__ = ("_ahead",)

    def __init__(self, sock: socket.socket, peer: str, ahead: bytes) -> None:
        super().__init__(sock, peer)
        self._ahead = ahead

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Some bytes; none at the end."""
        if not self._ahead:
            return await super().receive_some(max_bytes)
        await trio.lowlevel.checkpoint()
        size = max_bytes or len(self._ahead)
        first, self._ahead = self._ahead[:size], self._ahead[size:]
        return first


class HandedListener(trio.abc.Listener[Transport]):
    """What a worker listens on. `host` and `port` are those at which the connections were accepted."""

    def __init__(self, channel: socket.socket, host: str, port: int) -> None:
        channel.setblocking(False)
        self._channel = channel
        self._host = host
        self.port = port
        """The port that clients reach."""

    @property
    def address(self) -> str:
        """Host and port, as they stand in an address."""
        return f"[{self._host}]:{self.port}" if ":" in self._host else f"{self._host}:{self.port}"

    async def accept(self) -> Transport:
        """Return the next connection. No error of a single one ends it."""
        while True:
            if self._channel.fileno() == -1:
                raise trio.ClosedResourceError("this door was closed")
            try:
                await trio.lowlevel.wait_readable(self._channel)
                ahead, found, _, _ = socket.recv_fds(self._channel, MAX_HEAD_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                log.warning("cannot take over a connection", error=str(error))
                await trio.sleep(ACCEPT_RETRY_DELAY_S)
                continue
            if not found:  # the other end is closed, or there was no descriptor left
                await trio.sleep(ACCEPT_RETRY_DELAY_S)
                continue
            sock = socket.socket(fileno=found[0])
            try:
                return HandedStream(sock, plain_address(sock.getpeername()[0]), ahead)
            except OSError:  # it has gone meanwhile
                sock.close()

    def report(self, report: Report) -> None:
        """Report this worker's load to the process that hands connections on."""
        with suppress(OSError):
            self._channel.send(msgspec.json.encode(report))

    async def aclose(self) -> None:
        """Take nothing more."""
        if self._channel.fileno() != -1:
            trio.lowlevel.notify_closing(self._channel)
            self._channel.close()
        await trio.lowlevel.checkpoint()
