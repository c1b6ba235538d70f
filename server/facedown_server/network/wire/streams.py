"""Streams of bytes: TCP, TLS over TCP and, in `memory_streams.py`, pairs in memory.

They add two methods that trio's own streams lack: `push` writes what fits and never waits, and `abort` ends a
stream at once from any task. Only this module and `listening_sockets.py` use sockets.
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
"""Bytes the system may buffer for one reader. Without a limit, a reader that stops would take megabytes."""

MAX_TLS_OVERHEAD_BYTES = 65_536
TLS_OVERHEAD_BYTES_PER_S = 8_192
"""Bytes of TLS beyond its content, handshake included: a burst, and a rate. A message has 29 of them."""

CLOSED_ERRNOS = {errno.EBADF, errno.ENOTSOCK}
ACCEPT_RETRY_DELAY_S = 0.1


class Transport(trio.abc.HalfCloseableStream):
    """A trio stream that also supports writing without waiting, and aborting from any task."""

    __slots__ = ("peer",)

    peer: str
    """The address at the other end, for limits and logs."""

    @abstractmethod
    def push(self, data: bytes | memoryview) -> int:
        """Write what can be written without waiting; return the number of bytes.

        Raises BrokenResourceError.
        """

    @abstractmethod
    def abort(self) -> None:
        """End the stream now: waiting tasks get ClosedResourceError, unsent bytes are lost."""

    async def wait_send_all_might_not_block(self) -> None:
        """Return at once. Trio's stream interface requires this method; `send_all` waits by itself."""
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
        """Write as much as fits into the system's buffer now."""
        try:
            return self._sock.send(data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError as error:
            raise trio_error(error) from error

    def fileno(self) -> int:
        """Return the socket's file descriptor, -1 once it is closed."""
        return self._sock.fileno()

    def abort(self) -> None:
        """Reset the connection, so that the system keeps no data for a reader who has stopped."""
        if self._sock.fileno() == -1:
            return
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
        with suppress(OSError):
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write all data."""
        await trio.lowlevel.checkpoint()
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._sock.send(rest) :]
            except (BlockingIOError, InterruptedError):
                await trio.lowlevel.wait_writable(self._socket())
            except OSError as error:
                raise trio_error(error) from error

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes; none at the end."""
        while True:
            await trio.lowlevel.wait_readable(self._socket())
            try:
                return self._sock.recv(max_bytes or RECEIVE_BUFFER_BYTES)
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                raise trio_error(error) from error

    async def send_eof(self) -> None:
        """Shut the writing half."""
        await trio.lowlevel.checkpoint()
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)

    async def aclose(self) -> None:
        """Close the socket; the system still delivers its buffered data."""
        self.close()
        await trio.lowlevel.checkpoint()

    def close(self) -> None:
        """Close the socket without waiting."""
        if self._sock.fileno() != -1:
            trio.lowlevel.notify_closing(self._sock)
            self._sock.close()

    def _socket(self) -> socket.socket:
        """Return the socket while the stream is open."""
        if self._sock.fileno() == -1:
            raise trio.ClosedResourceError("this connection was closed")
        return self._sock


class _BelowTls(TcpStream):
    """TCP under TLS: after TLS's close_notify, only the writing half is shut.

    Records of TLS without content (KeyUpdate, empty ones) cost CPU and are no message, so their bytes have a
    rate limit.
    """

    __slots__ = ("_counted", "_overhead")

    def __init__(self, sock: socket.socket, peer: str) -> None:
        super().__init__(sock, peer)
        self._counted, self._overhead = trio.current_time(), 0.0

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes; none at the end.

        Raises BrokenResourceError if too few of them have had content.
        """
        data = await super().receive_some(max_bytes)
        now = trio.current_time()
        earned = (now - self._counted) * TLS_OVERHEAD_BYTES_PER_S
        self._counted, self._overhead = now, max(0.0, self._overhead - earned) + len(data)
        if self._overhead > MAX_TLS_OVERHEAD_BYTES:
            raise trio.BrokenResourceError("the client sends TLS records without content")
        return data

    def count_content(self, count: int) -> None:
        """Count bytes of content that were decrypted."""
        self._overhead = max(0.0, self._overhead - count)

    async def aclose(self) -> None:
        await self.send_eof()


class TlsStream(Transport):
    """TLS over TCP. Its `push` writes nothing, since trio's SSLStream can only write from a task."""

    __slots__ = ("_shut", "_tcp", "_tls")

    def __init__(self, sock: socket.socket, peer: str, context: ssl.SSLContext) -> None:
        self.peer = peer
        self._shut = False
        self._tcp = tcp = _BelowTls(sock, peer)
        self._tls = trio.SSLStream(tcp, context, server_side=True, https_compatible=True)

    def push(self, data: bytes | memoryview) -> int:
        """Return 0: the writer task does all the work."""
        return 0

    def abort(self) -> None:
        """Reset the TCP connection below."""
        self._tcp.abort()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Encrypt and write all data."""
        await self._tls.send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Return some decrypted bytes; the first call performs the handshake. After `send_eof`: raw bytes."""
        if self._shut:
            return await self._tcp.receive_some(max_bytes)
        data = await self._tls.receive_some(max_bytes)
        self._tcp.count_content(len(data))
        return data

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
    """Listener for TCP connections, which are wrapped in TLS if there is a context."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext | None = None) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._context = context

    @property
    def port(self) -> int:
        """The port that the socket is bound to."""
        return int(self._sock.getsockname()[1])

    @property
    def address(self) -> str:
        """Host and port, as written in a URL."""
        host = str(self._sock.getsockname()[0])
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    async def accept(self) -> Transport:
        """Return the next connection.

        Neither an error of a single connection nor a lack of file descriptors ends the listener.
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
            peer = standard_address(address[0])
            return TlsStream(sock, peer, self._context) if self._context else TcpStream(sock, peer)

    async def aclose(self) -> None:
        """Stop listening."""
        if self._sock.fileno() != -1:
            trio.lowlevel.notify_closing(self._sock)
            self._sock.close()
        await trio.lowlevel.checkpoint()


def trio_error(error: OSError) -> Exception:
    """Return trio's exception for a socket's error."""
    if error.errno in CLOSED_ERRNOS:
        return trio.ClosedResourceError("this connection was closed")
    return trio.BrokenResourceError(f"the connection broke: {error}")


def standard_address(text: str) -> str:
    """Return an address in its usual form: an IPv4 client of an IPv6 socket as IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def own_address(version: int) -> str:
    """Return this machine's address on its default route, "" if there is none. Sends nothing."""
    family, target = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
