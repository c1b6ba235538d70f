"""A worker's listener: receives connections that another process has accepted, with the bytes read so far.

Each connection arrives as one datagram over a Unix socket between the processes. Over the same socket the
worker reports its load. `front.py` decides which worker gets a connection.
"""

from __future__ import annotations

import socket
from contextlib import suppress

import msgspec
import structlog
import trio

from facedown_server.network.wire.streams import TcpStream, Transport, standard_address

log = structlog.get_logger(__name__)

MAX_HEAD_BYTES = 1_500
"""Bytes of a connection that are read before it is passed on. A datagram of that size fits every system."""

REPORT_INTERVAL_S = 0.5
MAX_REPORTED_ADDRESSES = 24
"""Addresses in one report, which fits into a datagram like a connection's head."""

ACCEPT_RETRY_DELAY_S = 0.1
"""Seconds until the next attempt if the system has no file descriptor left."""


class Report(msgspec.Struct, frozen=True):
    """Load and absent players of a worker, sent every half second."""

    connections: int
    admin: str = ""
    """The address of the worker's admin port, "" without one."""
    absent: tuple[str, ...] = ()
    """Addresses from which players of running matches have lost their connection."""
    line: str = ""
    """A start-up line for the host, which the process that accepts connections prints."""


class HandedStream(TcpStream):
    """A connection of which another process has read the first bytes; `receive_some` returns those first."""

    __slots__ = ("_ahead",)

    def __init__(self, sock: socket.socket, peer: str, ahead: bytes) -> None:
        super().__init__(sock, peer)
        self._ahead = ahead

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes; none at the end."""
        if not self._ahead:
            return await super().receive_some(max_bytes)
        await trio.lowlevel.checkpoint()
        size = max_bytes or len(self._ahead)
        first, self._ahead = self._ahead[:size], self._ahead[size:]
        return first


class HandedListener(trio.abc.Listener[Transport]):
    """Listener of a worker process: accepts the sockets that the first process passes to it.

    `host` and `port` are those at which the connections were accepted.
    """

    def __init__(self, channel: socket.socket, host: str, port: int) -> None:
        channel.setblocking(False)
        self._channel = channel
        self._host = host
        self.port = port
        """The public port."""

    @property
    def address(self) -> str:
        """Host and port, as written in a URL."""
        return f"[{self._host}]:{self.port}" if ":" in self._host else f"{self._host}:{self.port}"

    async def accept(self) -> Transport:
        """Return the next connection. An error of a single connection does not end the listener."""
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
                return HandedStream(sock, standard_address(sock.getpeername()[0]), ahead)
            except OSError:  # it has gone meanwhile
                sock.close()

    def report(self, report: Report) -> None:
        """Report this worker's load to the process that passes connections to it."""
        with suppress(OSError):
            self._channel.send(msgspec.json.encode(report))

    async def aclose(self) -> None:
        """Stop accepting."""
        if self._channel.fileno() != -1:
            trio.lowlevel.notify_closing(self._channel)
            self._channel.close()
        await trio.lowlevel.checkpoint()
