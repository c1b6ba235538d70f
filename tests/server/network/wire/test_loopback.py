"""The wire over real sockets of this machine: standard clients, TLS, and readers that stop reading."""

from __future__ import annotations

import socket
import ssl

import pytest
import trio
import trustme
import websockets.sync.client
from websockets.typing import Subprotocol

from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.streams import SEND_BUFFER_BYTES, TcpListener, standard_address
from facedown_shared.protocol.messages import SUBPROTOCOL
from tests.server.serving import ask, open_raw, player, read_all, serve_on_loopback


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Return the certificate authority of these tests."""
    return trustme.CA()


@pytest.fixture
def server_side(authority: trustme.CA) -> ssl.SSLContext:
    """Return a TLS server's context."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("127.0.0.1", "localhost").configure_cert(context)
    return context


@pytest.fixture
def client_side(authority: trustme.CA) -> ssl.SSLContext:
    """Return the context of a TLS client that trusts it."""
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


async def dial(port: int, receive_buffer: int = 0) -> trio.SocketStream:
    """Open a bare TCP connection, with a small receive buffer for a slow client."""
    sock = trio.socket.socket()
    if receive_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    await sock.connect(("127.0.0.1", port))
    return trio.SocketStream(sock)


async def wait_until_empty(wire: Wire) -> None:
    """Wait until no client is connected."""
    with trio.fail_after(60):
        for _ in iter(lambda: bool(wire.connections), False):
            await trio.sleep(0.02)


def speak_sync(port: int) -> list[str | bytes]:
    """Exchange three messages with the library's blocking client."""
    with websockets.sync.client.connect(
        f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None
    ) as client:
        answers = []
        for message in (b"", b"two", bytes(30_000)):
            client.send(message)
            answers.append(client.recv())
        return answers


async def test_the_blocking_stock_client_is_understood() -> None:
    async with serve_on_loopback() as (_, port):
        assert await trio.to_thread.run_sync(speak_sync, port) == [b"", b"two", bytes(30_000)]


async def test_compression_is_not_agreed_to() -> None:
    async with serve_on_loopback() as (_, port):
        stream = await dial(port)
        await open_raw(stream, "Sec-WebSocket-Extensions: permessage-deflate")
        await stream.aclose()


async def test_the_same_bytes_reach_every_socket() -> None:
    connections: list[Connection] = []

    async def join(connection: Connection) -> None:
        connections.append(connection)
        await connection.receive()

    async with serve_on_loopback(join) as (_, port):
        streams = [await dial(port) for _ in range(20)]
        for stream in streams:
            await open_raw(stream)
        ready = frame(b"the same for all")
        assert all(connection.push(ready) for connection in connections)
        for stream in streams:
            assert await stream.receive_some() == ready
            await stream.aclose()


async def test_one_who_stops_reading_fills_little_and_is_cut() -> None:
    seats: list[Connection] = []

    async def watch(connection: Connection) -> None:
        seats.append(connection)
        await connection.receive()

    async with serve_on_loopback(watch) as (wire, port):
        deaf, good = await dial(port, 4_096), await dial(port)
        await open_raw(deaf)
        await open_raw(good)
        ready, pushed, received = frame(bytes(10_000)), 0, 0
        with trio.fail_after(60):
            while len(wire.connections) == 2:
                pushed += seats[0].push(ready)
                assert seats[1].push(ready)
                received = 0
                while received < len(ready):
                    received += len(await good.receive_some())
        assert pushed * len(ready) < 4 * SEND_BUFFER_BYTES + wire.limits.outbox_bytes
        await read_all(deaf)
        await deaf.aclose()
        await good.aclose()


async def test_one_who_is_sent_little_and_does_not_read_it_is_cut_too() -> None:
    async def push_once(connection: Connection) -> None:
        connection.push(frame(bytes(2_000_000)))
        await connection.receive()

    async with serve_on_loopback(push_once) as (wire, port):
        deaf = await dial(port, 4_096)
        await open_raw(deaf)
        await wait_until_empty(wire)
        assert wire.traffic.cut == 1
        await deaf.aclose()


@pytest.mark.parametrize("garbage", [bytes(range(256)) * 40, b"\x16\x03\x01", b"SSH-2.0-x\r\n"])
async def test_garbage_hurts_only_its_sender(garbage: bytes) -> None:
    async with serve_on_loopback() as (wire, port), player(port=port) as other:
        for opened in (False, True):
            stream = await dial(port)
            if opened:
                await open_raw(stream)
            await stream.send_all(garbage)
            await stream.send_eof()
            await read_all(stream)
            await stream.aclose()
        await other.send(b"still here")
        assert await other.recv() == b"still here"
        assert len(wire.connections) == 1
        assert wire.traffic.failures == 0


async def test_a_connection_reset_is_no_mistake_of_ours() -> None:
    async with serve_on_loopback() as (wire, port):
        stream = await dial(port)
        await open_raw(stream)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        await stream.aclose()
        await wait_until_empty(wire)
        assert wire.traffic.failures == 0


async def test_tls_is_spoken(server_side: ssl.SSLContext, client_side: ssl.SSLContext) -> None:
    async with serve_on_loopback(context=server_side) as (_, port):
        stream = trio.SSLStream(await dial(port), client_side, server_hostname="127.0.0.1")
        async with player(stream, port) as client:
            for size in (0, 10, 30_000):
                await client.send(bytes(size))
                assert await client.recv() == bytes(size)


async def test_pages_come_over_tls(server_side: ssl.SSLContext, client_side: ssl.SSLContext) -> None:
    async with serve_on_loopback(context=server_side) as (_, port):
        tls = trio.SSLStream(
            await dial(port), client_side, server_hostname="127.0.0.1", https_compatible=True
        )
        answer = await ask(tls, "GET / HTTP/1.1\nHost: x")
        assert answer.startswith(b"HTTP/1.1 404 Not Found")
        await tls.aclose()


async def test_one_who_stops_reading_over_tls_is_cut(
    server_side: ssl.SSLContext, client_side: ssl.SSLContext
) -> None:
    async def push_once(connection: Connection) -> None:
        connection.push(frame(bytes(2_000_000)))
        await connection.receive()

    async with serve_on_loopback(push_once, context=server_side) as (wire, port):
        tls = trio.SSLStream(await dial(port, 4_096), client_side, server_hostname="127.0.0.1")
        await open_raw(tls)
        await wait_until_empty(wire)
        assert wire.traffic.cut == 1
        await trio.aclose_forcefully(tls)


async def test_strangers_to_tls_hurt_nobody(server_side: ssl.SSLContext, client_side: ssl.SSLContext) -> None:
    async with serve_on_loopback(context=server_side) as (wire, port):
        plain = await dial(port)
        await plain.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await read_all(plain)
        await plain.aclose()
        untrusting = trio.SSLStream(
            await dial(port), ssl.create_default_context(), server_hostname="127.0.0.1"
        )
        with pytest.raises(trio.BrokenResourceError):
            await untrusting.do_handshake()
        await trio.aclose_forcefully(untrusting)
        silent = await dial(port)
        await wait_until_empty(wire)
        await silent.aclose()
        assert wire.traffic.failures == 0
        stream = trio.SSLStream(await dial(port), client_side, server_hostname="127.0.0.1")
        async with player(stream, port) as client:
            await client.send(b"hello")
            assert await client.recv() == b"hello"


async def test_a_listener_goes_on_after_a_failed_accept() -> None:
    class ScarceSocket(socket.socket):
        failures = [OSError(24, "Too many open files"), ConnectionAbortedError()]

        def accept(self) -> tuple[socket.socket, object]:
            if self.failures:
                raise self.failures.pop(0)
            return super().accept()

    sock = ScarceSocket()
    sock.bind(("127.0.0.1", 0))
    sock.listen()
    listener = TcpListener(sock)
    stream = await dial(listener.port)
    with trio.fail_after(60):
        accepted = await listener.accept()
    await accepted.aclose()
    await stream.aclose()
    await listener.aclose()
    with pytest.raises(trio.ClosedResourceError):
        await listener.accept()


def test_addresses_are_written_plainly() -> None:
    assert standard_address("::ffff:192.0.2.7") == "192.0.2.7"
    assert standard_address("fe80::1%eth0") == "fe80::1"
    assert standard_address("2001:db8::1") == "2001:db8::1"
    assert standard_address("memory") == "memory"
