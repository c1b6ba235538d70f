"""The pipes bytes go through: TCP, TLS over TCP and, in `memory_streams.py`, pairs in memory.

What trio's own streams lack and the game path needs is here: `push`, which writes what fits and never waits,
and `abort`, which ends a stream at once from any task. Only this module and `listening_sockets.py` touch a
socket.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import ssl
import struct
import sys
from abc import abstractmethod
from contextlib import suppress

import structlog
import trio

log = structlog.get_logger(__name__)

RECEIVE_BUFFER_BYTES = 16_384
"""Bytes read at once: more would only let one sender fill a queue."""

SEND_BUFFER_BYTES = 131_072
"""Bytes the system may hold for one reader. Without a bound, one that stops reading would take megabytes."""

CLOSED_ERRNOS = {errno.EBADF, errno.ENOTSOCK}
ACCEPT_RETRY_DELAY_S = 0.1


class Transport(trio.abc.HalfCloseableStream):
    """A trio stream that can also be written to without waiting, and cut from any task."""

    __slots__ = ("peer",)

    peer: str
    """The address at the other end, for limits and logs."""

    @abstractmethod
    def push(self, data: bytes | memoryview) -> int:
        """Write what can be written without waiting; how many bytes that was. Raises BrokenResourceError."""

    @abstractmethod
    def abort(self) -> None:
        """End it now: its waiters get ClosedResourceError, unsent bytes are lost."""

    async def wait_send_all_might_not_block(self) -> None:
        """Return at once. Part of trio's stream interface, and never needed: `send_all` waits by itself."""
        await trio.lowlevel.checkpoint()


class TcpStream(Transport):
    """A connected, non-blocking TCP socket."""

    __slots__ = ("_sock",)

    def __init__(self, sock: socket.socket, peer: str) -> None:
        sock.setblocking(False)
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._sock = sock
        self.peer = peer

    def push(self, data: bytes | memoryview) -> int:
        """Write what the system's buffer takes right now."""
        try:
            return self._sock.send(data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError as error:
            raise broken(error) from error

    def fileno(self) -> int:
        """Return its number in this process, -1 once it is closed."""
        return self._sock.fileno()

    def abort(self) -> None:
        """Reset the connection, so that the system keeps nothing for a reader who does not read."""
        if self._sock.fileno() == -1:
            return
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
        with suppress(OSError):
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write all of it."""
        await trio.lowlevel.checkpoint()
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._sock.send(rest) :]
            except (BlockingIOError, InterruptedError):
                await trio.lowlevel.wait_writable(self._socket())
            except OSError as error:
                raise broken(error) from error

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Some bytes; none at the end."""
        while True:
            await trio.lowlevel.wait_readable(self._socket())
            try:
                return self._sock.recv(max_bytes or RECEIVE_BUFFER_BYTES)
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                raise broken(error) from error

    async def send_eof(self) -> None:
        """Shut the writing half."""
        await trio.lowlevel.checkpoint()
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)

    async def aclose(self) -> None:
        """Close the socket; the system delivers what it has."""
        self.close()
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """The same, without waiting for anything."""
        if self._sock.fileno() != -1:
            trio.lowlevel.notify_closing(self._sock)
            self._sock.close()

    def _socket(self) -> socket.socket:
        """Return the socket, while it is open."""
        if self._sock.fileno() == -1:
            raise trio.ClosedResourceError("this connection was closed")
        return self._sock


class _BelowTls(TcpStream):
    """TCP under TLS: when TLS has said goodbye, only the writing half is shut."""

    __slots__ = ()

    async def aclose(self) -> None:
        await self.send_eof()


class TlsStream(Transport):
    """TLS over TCP. It has no push of its own: trio's SSLStream can only write from a task."""

    __slots__ = ("_shut", "_tcp", "_tls")

    def __init__(self, sock: socket.socket, peer: str, context: ssl.SSLContext) -> None:
        self.peer = peer
        self._shut = False
        self._tcp = tcp = _BelowTls(sock, peer)
        self._tls = trio.SSLStream(tcp, context, server_side=True, https_compatible=True)

    def push(self, data: bytes | memoryview) -> int:
        """Nothing: the writer task does all the work."""
        return 0

    def abort(self) -> None:
        """End the connection under it."""
        self._tcp.abort()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Encrypt and write all of it."""
        await self._tls.send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Some decrypted bytes; the first call makes the handshake. After `send_eof`: raw ones."""
        return await (self._tcp if self._shut else self._tls).receive_some(max_bytes)

    async def send_eof(self) -> None:
        """Send TLS close_notify and shut the writing half below."""
        if not self._shut:
            self._shut = True
            await self._tls.aclose()

    async def aclose(self) -> None:
        """Send TLS close_notify, then close."""
        try:
            await self.send_eof()
        finally:
            self._tcp.close()


class TcpListener(trio.abc.Listener[Transport]):
    """Accepts TCP connections, wrapped in TLS when there is a context."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext | None = None) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._context = context

    @property
    def port(self) -> int:
        """The port it really listens on."""
        return int(self._sock.getsockname()[1])

    @property
    def address(self) -> str:
        """Host and port, as they stand in an address."""
        host = str(self._sock.getsockname()[0])
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    async def accept(self) -> Transport:
        """Return the next connection. No error of a single connection, and no lack of descriptors, ends
        it.
        """
        while True:
            if self._sock.fileno() == -1:
                raise trio.ClosedResourceError("this listener was closed")
            try:
                await trio.lowlevel.wait_readable(self._sock)
                sock, address = self._sock.accept()
            except (BlockingIOError, InterruptedError, ConnectionError):
                continue
            except OSError as error:
                log.warning("cannot accept a connection", error=str(error))
                await trio.sleep(ACCEPT_RETRY_DELAY_S)
                continue
            peer = plain_address(address[0])
            return TlsStream(sock, peer, self._context) if self._context else TcpStream(sock, peer)

    async def aclose(self) -> None:
        """Stop listening."""
        if self._sock.fileno() != -1:
            trio.lowlevel.notify_closing(self._sock)
            self._sock.close()
        await trio.lowlevel.checkpoint()


def broken(error: OSError) -> Exception:
    """trio's exception for a socket's error."""
    if error.errno in CLOSED_ERRNOS:
        return trio.ClosedResourceError("this connection was closed")
    return trio.BrokenResourceError(f"the connection broke: {error}")


def plain_address(text: str) -> str:
    """Return an address as people write it: an IPv4 client of an IPv6 socket is an IPv4 client."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def own_address(version: int) -> str:
    """This machine's address on its way out, "" where there is none. Nothing is sent."""
    family, target = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
