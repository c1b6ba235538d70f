"""A server or an address without a free connection: who gets one nevertheless."""

from __future__ import annotations

import math
from http import HTTPStatus

import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from websockets.http11 import Request, Response

from facedown_server.network.wire.acceptor import MAX_REFUSED_SOCKETS, MAX_RETURNING_SOCKETS
from facedown_server.network.wire.http_responses import sentence
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.runtime.world import SeededWorld
from tests.server.serving import ask, open_raw, player, read_all, refuse_or_echo, serve_in_memory


async def test_a_connection_at_no_table_gives_its_place_to_a_newcomer(autojump_clock: MockClock) -> None:
    """Idle connections of one address, or of many, once kept everyone else out."""
    limits = WireLimits(connections=3, per_address=2, idle_yields=10.0)
    async with serve_in_memory(refuse_or_echo, limits=limits) as (wire, listener):
        raw = [listener.connect(f"198.51.100.{n}") for n in (7, 7, 8)]
        for stream in raw:
            await open_raw(stream)
        playing = next(iter(wire.connections))
        playing.idle_since = math.inf
        assert isinstance(wire.world, SeededWorld)
        await trio.sleep(11)
        for address in ("198.51.100.7", "198.51.100.9"):  # its own address is full, then the server
            async with player(listener.connect(address)) as newcomer:
                await newcomer.send(b"in")
                assert await newcomer.recv() == b"in"
                assert playing in wire.connections
                await trio.sleep(11)


async def test_a_newcomer_replaces_the_oldest_that_may_only_return() -> None:
    """A neighbour cannot hold the places that are reserved for players who return to a seat."""
    async with serve_in_memory(limits=WireLimits(per_address=1)) as (wire, listener):
        for _ in range(MAX_RETURNING_SOCKETS + 4):
            await open_raw(listener.connect("198.51.100.7"))
            await wait_all_tasks_blocked()
        latest = [*wire.connections][-1]
        assert latest.refusal is not None
        assert wire.crowd["198.51.100.7"] <= 1 + MAX_RETURNING_SOCKETS


async def test_a_newcomer_at_a_full_server_replaces_the_oldest_of_all(autojump_clock: MockClock) -> None:
    """A few addresses once held every place that is reserved for returns, and kept all players out."""
    async with serve_in_memory(limits=WireLimits(connections=1)) as (wire, listener):
        for number in range(MAX_REFUSED_SOCKETS + 20):
            await open_raw(listener.connect(f"198.51.100.{number}"))
            await wait_all_tasks_blocked()
        counted = [*wire.connections.values()]
        assert len(counted) <= 1 + MAX_REFUSED_SOCKETS
        assert counted[-1] == f"198.51.100.{MAX_REFUSED_SOCKETS + 19}"


async def test_a_flood_from_a_players_address_does_not_keep_the_player_out(autojump_clock: MockClock) -> None:
    """Seen to fail: a neighbour's bare connections used up the address's rate for good."""
    absent = {"198.51.100.7"}
    async with serve_in_memory(limits=WireLimits(connection_rate=1.0, connection_burst=2.0)) as (
        wire,
        listener,
    ):
        wire.expects_return = absent.__contains__
        for address, comes in (("198.51.100.7", True), ("198.51.100.8", False)):
            for _ in range(40):
                await listener.connect(address).aclose()
            await wait_all_tasks_blocked()
            stream = listener.connect(address)
            answer = await read_all(stream) if not comes else await open_raw(stream)
            assert (address in wire.crowd) == comes, answer


async def test_pages_are_counted_apart_from_players() -> None:
    """Seen to fail: in a shop behind one address, 13 of 30 page loads got 503 while others downloaded."""

    def large_page(_request: Request) -> Response:
        return sentence(HTTPStatus.OK, "x" * 500_000)

    shop, limits = "198.51.100.7", WireLimits(per_address=2, connections=2, downloads_per_address=40)
    async with serve_in_memory(refuse_or_echo, limits=limits, pages=large_page) as (wire, listener):
        slow = [listener.connect(shop) for _ in range(30)]
        for stream in slow:
            await stream.send_all(b"GET /facedown.zip HTTP/1.1\r\nHost: x\r\n\r\n")
        await wait_all_tasks_blocked()
        assert len(wire.downloads) == 30
        for _ in range(2):
            async with player(listener.connect(shop)) as client:
                await client.send(b"in")
                assert await client.recv() == b"in"
            await open_raw(listener.connect(shop))
        assert b" 200 OK" in await ask(listener.connect(shop), "GET / HTTP/1.1\nHost: x")
        for stream in slow:
            assert (await read_all(stream)).startswith(b"HTTP/1.1 200 OK")
            await stream.aclose()
        await wait_all_tasks_blocked()
        assert len(wire.downloads) == 1, "one that was read, and is still open"


async def test_an_address_that_downloads_too_much_at_once_loses_its_oldest_download() -> None:
    limits = WireLimits(downloads_per_address=2)
    async with serve_in_memory(limits=limits, pages=lambda _: sentence(HTTPStatus.OK, "x" * 500_000)) as (
        wire,
        listener,
    ):
        streams = [listener.connect(f"198.51.100.{host}") for host in (8, 7, 7, 7)]
        for stream in streams:
            await stream.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await wait_all_tasks_blocked()
        assert len(wire.downloads) == 3
        sizes = [len(await read_all(stream)) for stream in streams]
        assert sizes[1] < 500_000 < min(sizes[0], *sizes[2:])


async def test_a_trusted_network_has_no_quota_of_connections() -> None:
    limits = WireLimits(
        per_address=2,
        connection_rate=0.1,
        connection_burst=3,
        trusted_networks=("192.168.0.0/16", "fd00::/8"),
    )
    async with serve_in_memory(refuse_or_echo, limits=limits) as (wire, listener):
        for peer in ("192.168.7.20", "fd00:1::2", "192.168.7.20", "fd00:1::2") * 12:
            await open_raw(listener.connect(peer))
        await wait_all_tasks_blocked()
        assert [connection.refusal for connection in wire.connections] == [None] * 48
        for _ in range(3):
            await open_raw(listener.connect("192.169.7.20"))
        assert await read_all(listener.connect("192.169.7.20")) == b"", "any other network has"
