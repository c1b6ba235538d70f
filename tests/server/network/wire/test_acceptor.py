"""The acceptor with connections in memory and virtual time: who may connect, the refusals, and that no client
delays others.
"""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import NoReturn

import pytest
import structlog
import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.trio.client import ClientConnection

from facedown_server.network.wire import acceptor
from facedown_server.network.wire.acceptor import RESTARTING, Wire
from facedown_server.network.wire.addresses import crowd_key
from facedown_server.network.wire.connection import Connection, ConnectionEnded
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.host_names import configured_names, unknown_name
from facedown_server.network.wire.http_responses import sentence
from facedown_server.network.wire.memory_streams import MemoryListener, MemoryStream
from facedown_server.network.wire.streams import Transport
from facedown_server.network.wire.traffic_limits import MAX_HALF_OPEN, WireLimits
from facedown_server.runtime import logs
from facedown_server.runtime.world import SeededWorld
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import PROTOCOL_VERSION, Refused
from facedown_shared.text.errors import Code
from tests.server.serving import (
    HANDSHAKE,
    ask,
    echo_messages,
    mask_frame,
    open_raw,
    player,
    read_all,
    refuse_or_echo,
    serve_in_memory,
)


async def refusal(client: ClientConnection) -> tuple[Code, str, int]:
    """Return how a client is refused: the error code, the sentence, the close code."""
    data = await client.recv()
    assert isinstance(data, bytes)
    message = decode_from_server(data)
    assert isinstance(message, Refused)
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd
    assert closed.value.rcvd.reason == message.sentence
    return message.code, message.sentence, closed.value.rcvd.code


async def test_the_stock_client_talks_for_an_hour(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (_, listener), player(listener.connect()) as client:
        for number in range(60):
            await trio.sleep(60)
            await client.send(bytes([number]))
            assert await client.recv() == bytes([number])


async def test_serve_is_a_wire_with_its_usual_settings() -> None:
    listener = MemoryListener()
    async with trio.open_nursery() as nursery:
        await nursery.start(Wire(echo_messages, SeededWorld()).serve, [listener])
        async with player(listener.connect()) as client:
            await client.send(b"hello")
            assert await client.recv() == b"hello"
        nursery.cancel_scope.cancel()


async def test_one_who_stops_reading_holds_up_nobody(autojump_clock: MockClock) -> None:
    seats: list[Connection] = []

    async def watch(connection: Connection) -> None:
        seats.append(connection)
        await connection.receive()

    async with serve_in_memory(watch) as (wire, listener):
        deaf, good = listener.connect(), listener.connect()
        await open_raw(deaf)
        await open_raw(good)
        received = 0
        for _ in range(400):
            for seat in seats:
                seat.push(frame(bytes(1_000)))
            while received % 1_004 or not received:
                received += len(await good.receive_some())
            received = 0
        assert trio.current_time() == 0
        assert [seat.is_open for seat in seats] == [False, True]
        assert wire.traffic.overflows == wire.traffic.cut == 1


async def test_one_who_stops_reading_is_cut_after_a_while(autojump_clock: MockClock) -> None:
    async def push_once(connection: Connection) -> None:
        connection.push(frame(bytes(100_000)))
        await connection.receive()

    async with serve_in_memory(push_once) as (wire, listener):
        await open_raw(listener.connect())
        await trio.sleep(14)
        assert len(wire.connections) == 1
        await trio.sleep(3)
        assert not wire.connections


async def test_one_who_says_nothing_is_cut(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (wire, listener):
        silent, slow = listener.connect(), listener.connect()
        await slow.send_all(b"GET / HTTP/1.1\r\n")
        await trio.sleep(5)
        await slow.send_all(b"Host: x\r\n")
        await trio.sleep(6)
        assert not wire.connections
        assert await read_all(silent) == await read_all(slow) == b""


async def test_one_who_does_not_answer_pings_is_cut(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (wire, listener):
        await open_raw(listener.connect())
        await trio.sleep(79)
        assert wire.connections
        await trio.sleep(3)
        assert not wire.connections


async def test_one_who_never_says_goodbye_is_cut(autojump_clock: MockClock) -> None:
    async def leave(connection: Connection) -> None:
        connection.push(frame(b"that was all"))

    async with serve_in_memory(leave) as (wire, listener):
        stream = listener.connect()
        await open_raw(stream)
        await trio.sleep(3)
        assert wire.connections
        await trio.sleep(3)
        assert not wire.connections
        assert wire.crowd == {}


async def test_a_mistake_of_ours_ends_one_connection(autojump_clock: MockClock) -> None:
    async def stumble(connection: Connection) -> None:
        if await connection.receive() == b"bug":
            raise RuntimeError("a bug")
        connection.push(frame(b"fine"))
        await connection.receive()

    async with serve_in_memory(stumble) as (wire, listener), player(listener.connect()) as other:
        async with player(listener.connect()) as client:
            await client.send(b"bug")
            with pytest.raises(ConnectionClosed, match="1011"):
                await client.recv()
        await other.send(b"?")
        assert await other.recv() == b"fine"
        assert wire.traffic.failures == 1


async def test_a_mistake_of_ours_is_logged_without_its_words(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, object]] = []

    def note(logger: object, method: str, event: logs.Event) -> NoReturn:
        told.append(dict(logs.drop_unlisted_keys(logger, method, event)))
        raise structlog.DropEvent

    async def stumble(connection: Connection) -> None:
        raise RuntimeError("in the hand: Ember Squire")

    monkeypatch.setattr(acceptor, "log", structlog.wrap_logger(None, processors=[note]))
    async with serve_in_memory(stumble) as (_, listener), player(listener.connect()) as client:
        with pytest.raises(ConnectionClosed, match="1011"):
            await client.recv()
    (line,) = told
    assert (line["event"], line["error"]) == ("a session failed", "RuntimeError")
    assert "stumble" in str(line["where"])
    assert "Ember" not in repr(told)


async def test_a_stream_that_fails_in_new_ways_ends_one_connection(autojump_clock: MockClock) -> None:
    class OddStream(MemoryStream):
        def push(self, data: bytes | memoryview) -> int:
            return 0 if bytes(data[:1]) == b"\x82" else super().push(data)

        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            await trio.lowlevel.checkpoint()
            raise ValueError("nobody thought of this")

        async def aclose(self) -> None:
            await trio.lowlevel.checkpoint()
            raise ValueError("nor of this")

    class OddListener(MemoryListener):
        async def accept(self) -> Transport:
            plain = await super().accept()
            assert isinstance(plain, MemoryStream)
            return OddStream(plain._in, plain._out, plain.peer)

    wire, listener = Wire(echo_messages, SeededWorld()), OddListener()
    async with trio.open_nursery() as nursery:
        await nursery.start(wire.serve, [listener])
        failing, leaving = listener.connect(), listener.connect()
        for stream, sent in ((failing, mask_frame(0x2, b"hello")), (leaving, mask_frame(0x8, b""))):
            await open_raw(stream)
            await stream.send_all(sent)
            await read_all(stream)
        await trio.sleep(1)
        assert not wire.connections
        assert wire.traffic.failures == 2
        nursery.cancel_scope.cancel()


async def test_stopping_says_goodbye_and_waits_for_sessions(autojump_clock: MockClock) -> None:
    ended: list[str] = []

    async def session(connection: Connection) -> None:
        try:
            await connection.receive()
        except ConnectionEnded as closed:
            await trio.sleep(1)
            ended.append(str(closed))

    wire, listener = Wire(session, SeededWorld()), MemoryListener()
    async with trio.open_nursery() as nursery:
        await nursery.start(wire.serve, [listener])
        async with player(listener.connect()) as client:
            deaf = listener.connect()
            await open_raw(deaf)
            wire.stop()
            with pytest.raises(ConnectionClosed, match="1012"):
                await client.recv()
    assert ended == [f"1012 {RESTARTING}"] * 2
    assert await read_all(deaf) == b""
    with pytest.raises(ConnectionRefusedError):
        listener.connect()


@pytest.mark.parametrize(
    ("offered", "words"),
    [
        (f"facedown.v{PROTOCOL_VERSION - 1}.msgpack", "older than this server"),
        (f"facedown.v{PROTOCOL_VERSION + 1}.msgpack", "older than your client"),
        ("chat", "does not offer it"),
    ],
)
async def test_another_protocol_gets_a_sentence(offered: str, words: str) -> None:
    async with serve_in_memory() as (_, listener), player(listener.connect(), subprotocol=offered) as client:
        code, text, closed = await refusal(client)
    assert code is Code.OLD_PROTOCOL
    assert words in text
    assert closed == 1002


async def test_a_full_server_says_so() -> None:
    async with serve_in_memory(refuse_or_echo, limits=WireLimits(connections=1)) as (_, listener):
        async with player(listener.connect()), player(listener.connect()) as second:
            code, text, closed = await refusal(second)
        assert (code, closed) == (Code.SERVER_FULL, 1013)
        assert "full" in text
        await wait_all_tasks_blocked()
        async with player(listener.connect()) as third:
            await third.send(b"room again")
            assert await third.recv() == b"room again"


async def test_one_address_cannot_take_all_places() -> None:
    async with serve_in_memory(refuse_or_echo, limits=WireLimits(per_address=2)) as (wire, listener):
        for _ in range(2):
            await open_raw(listener.connect("198.51.100.7"))
        async with player(listener.connect("198.51.100.7")) as third:
            assert (await refusal(third))[0] is Code.SERVER_FULL
        await wait_all_tasks_blocked()
        greedy = [listener.connect("198.51.100.7") for _ in range(20)]
        for stream in greedy[-2:]:
            await stream.send_all(HANDSHAKE + b"\r\n")
        await wait_all_tasks_blocked()
        assert wire.crowd["198.51.100.7"] <= 10
        assert len(wire.half_open) <= 2, "the others were cut for the sake of the latest"
        assert await read_all(greedy[0]) == b""
        async with player(listener.connect("198.51.100.8")) as other:
            await other.send(b"hello")
            assert await other.recv() == b"hello"


async def test_behind_a_proxy_the_client_itself_counts() -> None:
    peers: list[str] = []

    async def note(connection: Connection) -> None:
        peers.append(connection.peer)
        await connection.receive()

    async with serve_in_memory(note) as (wire, listener):
        wire.proxies = frozenset({"10.0.0.1", "10.0.0.2"})
        await open_raw(listener.connect("10.0.0.1"), "X-Forwarded-For: 6.6.6.6, 198.51.100.7, 10.0.0.2")
        await open_raw(listener.connect("203.0.113.5"), "X-Forwarded-For: 198.51.100.8")
        await wait_all_tasks_blocked()
        assert peers == ["198.51.100.7", "203.0.113.5"]
        assert wire.crowd["198.51.100.7"] == 1


@pytest.mark.parametrize(
    ("said", "peer"),
    [
        ("198.51.100.7:5678", "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7:1", "198.51.100.7"),
        ('"198.51.100.7:5678"', "198.51.100.7"),
        ("[2001:db8::7]:99", "2001:db8::7"),
        ("[2001:DB8:0::7]", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("[::ffff:198.51.100.7]:99", "198.51.100.7"),
        ("198.51.100.7, [::ffff:10.0.0.2]:8080", "198.51.100.7"),
        ("unknown", "10.0.0.1"),
        ("198.51.100.7, ", "198.51.100.7"),
        ("", "10.0.0.1"),
    ],
)
async def test_an_address_with_a_port_is_that_address(said: str, peer: str) -> None:
    """Seen to fail: with a port it was not recognised as an address, and so had no limit."""
    peers: list[str] = []

    async def note(connection: Connection) -> None:
        peers.append(connection.peer)
        await connection.receive()

    async with serve_in_memory(note, proxies=("::ffff:10.0.0.1", "10.0.0.2")) as (wire, listener):
        await open_raw(listener.connect("10.0.0.1"), f"X-Forwarded-For: {said}")
        await wait_all_tasks_blocked()
        assert peers == [peer]
        key = crowd_key(peer, wire.proxies)
        assert wire.crowd[key] == 1


@pytest.mark.parametrize("half", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
@pytest.mark.parametrize("count", [512, 2_000])
async def test_half_sent_requests_keep_nobody_out(autojump_clock: MockClock, count: int, half: bytes) -> None:
    """Seen to fail: two thousand of them, and the server was full for all clients."""

    def sources(number: int) -> str:
        return ("127.0.0.1", f"10.1.{number // 256}.{number % 256}", f"2001:db8:{number:x}::1")[number % 3]

    async with serve_in_memory(limits=WireLimits(connections=50)) as (wire, listener):
        slow = []
        for number in range(count):
            slow.append(listener.connect(sources(number)))
            if half:
                await slow[-1].send_all(half)
            await trio.lowlevel.checkpoint()
        await wait_all_tasks_blocked()
        assert len(wire.half_open) == len(wire.connections) == MAX_HALF_OPEN
        for peer in ("203.0.113.9", "127.0.0.1", "2001:db8:1::1"):
            async with player(listener.connect(peer)) as client:
                await client.send(b"hello")
                assert await client.recv() == b"hello"
        assert await ask(listener.connect("203.0.113.9"), "GET / HTTP/1.1\nHost: x")
        await trio.sleep(wire.limits.handshake_timeout + 2)
        assert not wire.half_open


async def test_of_one_address_the_oldest_half_sent_requests_go_first(autojump_clock: MockClock) -> None:
    async with serve_in_memory(limits=WireLimits(per_address=3)) as (wire, listener):
        streams = [listener.connect("198.51.100.7") for _ in range(5)]
        other = listener.connect("198.51.100.8")
        await wait_all_tasks_blocked()
        assert len(wire.connections) == 4
        await open_raw(streams[-1])
        await open_raw(other)
        assert await read_all(streams[0]) == await read_all(streams[1]) == b""


async def test_a_network_has_its_quotas_of_connections(autojump_clock: MockClock) -> None:
    async with serve_in_memory(refuse_or_echo, limits=WireLimits(per_address=2)) as (wire, listener):

        async def is_accepted(peer: str) -> bool:
            async with player(listener.connect(peer)) as client:
                try:
                    await client.send(b"hello")
                    return await client.recv() == b"hello"
                except ConnectionClosed:
                    return False

        for number in range(32):  # /64s of eight to a /56: 4q = 8 of each
            await open_raw(listener.connect(f"2001:db8:0:{number // 8:02x}{number % 8:02x}::1"))
        await wait_all_tasks_blocked()
        assert wire.crowd["2001:db8::/48"] == 32
        assert not await is_accepted("2001:db8:0:9900::1"), "a /48 has sixteen times as many"
        assert not await is_accepted("2001:db8:0:1::9")
        assert await is_accepted("2001:db8:1::1")


def test_what_counts_as_one_address() -> None:
    assert crowd_key("198.51.100.7") == "198.51.100.7"
    assert crowd_key("2001:db8::1") == crowd_key("2001:db8::ffff")
    assert crowd_key("127.0.0.1") == crowd_key("::1") == crowd_key("nonsense") == ""


async def test_an_unwelcome_origin_is_turned_away() -> None:
    async with serve_in_memory() as (_, listener):
        with pytest.raises(AssertionError):
            await open_raw(listener.connect(), "Origin: http://evil.example")
        with pytest.raises(AssertionError):
            await open_raw(listener.connect(), "Origin: http://server:81")


async def test_a_page_of_the_servers_own_comes_in() -> None:
    async with serve_in_memory() as (wire, listener):
        await open_raw(listener.connect(), "Origin: http://server")
        await open_raw(listener.connect(), "Origin: https://SERVER")
        assert len(wire.connections) == 2


async def test_pages_of_every_server_of_the_service_come_in() -> None:
    """Browsers send an Origin without a path, whatever path a server has behind a public name."""
    async with serve_in_memory() as (wire, listener):
        wire.nodes = lambda: ("https://Duels.example/n/a", "https://b.example")
        await open_raw(listener.connect(), "Origin: https://duels.example")
        await open_raw(listener.connect(), "Origin: https://b.example")
        for stranger in ("https://duels.example.evil", "http://duels.example", "https://duels.example/n/a"):
            with pytest.raises(AssertionError):
                await open_raw(listener.connect(), f"Origin: {stranger}")


async def test_pages_come_over_the_same_port() -> None:
    def pages(request: Request) -> Response | None:
        if request.path == "/bug":
            raise RuntimeError("a bug")
        return sentence(HTTPStatus.OK, "Welcome.") if request.path == "/" else None

    async with serve_in_memory(pages=pages) as (wire, listener):
        whole = await ask(listener.connect(), "GET / HTTP/1.1\nHost: x")
        assert whole.startswith(b"HTTP/1.1 200 OK\r\n")
        assert whole.endswith(b"\r\n\r\nWelcome.\n")
        head = await ask(listener.connect(), "HEAD / HTTP/1.1\nHost: x")
        assert head == whole.removesuffix(b"Welcome.\n")
        assert b"404" in await ask(listener.connect(), "GET /nothing HTTP/1.1\nHost: x")
        assert b"500" in await ask(listener.connect(), "GET /bug HTTP/1.1\nHost: x")
        assert b"405" in await ask(listener.connect(), "DELETE / HTTP/1.1\nHost: x")
        assert b"400" in await ask(listener.connect(), "POST / HTTP/1.1\nHost: x\nContent-Length: 5\n\nhello")
        assert b"414" in await ask(listener.connect(), f"GET /{'a' * 9_000} HTTP/1.1\nHost: x")
        assert wire.traffic.pages == 5


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01\x02\x00\x01", b"\x00" * 20_000, b"hello\r\n\r\n", b"\r\n"]
)
async def test_garbage_instead_of_a_request_is_answered_and_forgotten(garbage: bytes) -> None:
    async with serve_in_memory() as (wire, listener):
        stream = listener.connect()
        await stream.send_all(garbage)
        await stream.send_eof()
        await read_all(stream)
        await wait_all_tasks_blocked()
        assert not wire.connections
        async with player(listener.connect()) as client:
            await client.send(b"still here")
            assert await client.recv() == b"still here"


async def test_frames_sent_before_the_answer_are_no_way_in() -> None:
    async with serve_in_memory() as (_, listener):
        stream = listener.connect()
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + mask_frame(0x2, b"let me in"))
        assert (await read_all(stream)).startswith(b"HTTP/1.1 404")


async def test_equal_inputs_give_equal_bytes(autojump_clock: MockClock) -> None:
    async def conversation() -> bytes:
        async with serve_in_memory(limits=replace(WireLimits(), ping_interval=5)) as (_, listener):
            stream = listener.connect()
            await open_raw(stream)
            await stream.send_all(mask_frame(0x2, b"one") + mask_frame(0x9, b"two"))
            await trio.sleep(30)
            await stream.send_all(mask_frame(0x8, b"\x03\xe8"))
            return await read_all(stream)

    assert await conversation() == await conversation()


async def test_a_goodbye_that_comes_with_the_handshake_is_no_mistake(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (wire, listener):
        stream = listener.connect()
        await stream.send_all(HANDSHAKE + b"\r\n" + mask_frame(8, b""))
        await trio.sleep(100)
        assert (wire.traffic.failures, len(wire.connections)) == (0, 0)


@pytest.mark.parametrize("junk", [b"\xff" * 40, b"\x00" * 3])
async def test_a_page_is_sent_whatever_comes_behind_its_request(
    autojump_clock: MockClock, junk: bytes
) -> None:
    async with serve_in_memory() as (wire, listener):
        stream = listener.connect()
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + junk)
        assert (await read_all(stream)).startswith(b"HTTP/1.1 ")
        await trio.sleep(100)
        assert (wire.traffic.failures, len(wire.connections)) == (0, 0)


async def test_what_is_no_frame_behind_a_handshake_is_cut(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (wire, listener):
        stream = listener.connect()
        await stream.send_all(HANDSHAKE + b"\r\n" + b"\xff" * 40)
        await trio.sleep(100)
        assert (wire.traffic.failures, len(wire.connections)) == (0, 0)


EVIL = "GET / HTTP/1.1\nHost: rebound.example:7777"


async def test_a_name_pointed_at_this_network_is_refused(autojump_clock: MockClock) -> None:
    """Seen to fail: a foreign page whose name resolved to this address (DNS rebinding) read the pages, and
    played.
    """
    async with serve_in_memory(pages=lambda _: sentence(HTTPStatus.OK, "Welcome.")) as (wire, listener):
        wire.names = configured_names("https://duels.example/n/a", ("Nas.Home.Example",), ("0.0.0.0",))
        wire.nodes = lambda: ("https://b.example/n/b",)
        for peer in ("127.0.0.1", "::1", "192.168.1.7", "10.1.2.3", "fd12::7", "fe80::7", "100.64.0.7"):
            answer = await ask(listener.connect(peer), EVIL)
            assert answer.startswith(b"HTTP/1.1 421 ")
            assert b"--public-host rebound.example" in answer
            assert b"Welcome" not in answer
            stream = listener.connect(peer)
            rebound = HANDSHAKE.replace(b"Host: server", b"Host: rebound.example:7777")
            await stream.send_all(rebound + b"Origin: http://rebound.example:7777\r\n\r\n")
            assert (await read_all(stream)).startswith(b"HTTP/1.1 421 ")
        for name in (
            "duels.example", "DUELS.example:443", "duels.example.", "nas.home.example:7777", "b.example",
            "facedown.local", "x.localhost", "localhost:7777", "server.internal", "nas", "127.0.0.1:7777",
            "[::1]:7777", "192.168.1.20",
        ):  # fmt: skip
            answer = await ask(listener.connect("192.168.1.7"), f"GET / HTTP/1.1\nHost: {name}")
            assert answer.endswith(b"Welcome.\n"), name


@pytest.mark.parametrize(
    "name", ["xlocal", "evil.local.example", "duels.example.evil.example", "1.2.3.4.evil.example"]
)
async def test_names_that_only_look_known_are_refused(name: str) -> None:
    assert unknown_name("127.0.0.1", [f"{name}.evil.example"], frozenset({"duels.example"}))
    assert unknown_name("127.0.0.1", ["localhost", "evil.example"], frozenset()) == "evil.example"


async def test_one_who_comes_from_the_internet_may_use_any_name() -> None:
    async with serve_in_memory(pages=lambda _: sentence(HTTPStatus.OK, "Welcome.")) as (wire, listener):
        wire.names = frozenset()
        assert (await ask(listener.connect("93.184.216.34"), EVIL)).endswith(b"Welcome.\n")
        wire.proxies = frozenset({"127.0.0.1"})
        through = f"{EVIL}\nX-Forwarded-For: 93.184.216.34:5678"
        assert (await ask(listener.connect("127.0.0.1"), through)).endswith(b"Welcome.\n")
        near = f"{EVIL}\nX-Forwarded-For: 192.168.1.7:5678"
        assert b" 421 " in await ask(listener.connect("127.0.0.1"), near)


async def test_programs_may_use_any_name() -> None:
    """They send no Origin, and run no page of another site."""
    async with serve_in_memory() as (wire, listener):
        wire.names = frozenset()
        await open_raw(listener.connect("127.0.0.1"))
        stream = listener.connect("192.168.1.7")
        await stream.send_all(HANDSHAKE.replace(b"Host: server", b"Host: facedown.lan:7777") + b"\r\n")
        assert (await stream.receive_some()).startswith(b"HTTP/1.1 101 ")


async def test_a_name_that_is_none_is_not_repeated() -> None:
    async with serve_in_memory() as (wire, listener):
        wire.names = frozenset()
        answer = await ask(listener.connect("127.0.0.1"), "GET / HTTP/1.1\nHost: <b>x.y</b>")
        assert b" 421 " in answer
        assert b"<b>" not in answer
