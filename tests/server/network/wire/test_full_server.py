"""A server or an address without a free connection: who gets one nevertheless."""

from __future__ import annotations

import math

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.wire.acceptor import MAX_REFUSED_SOCKETS, MAX_RETURNING_SOCKETS
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.runtime.world import SeededWorld
from tests.server.serving import in_memory, open_raw, player, read_all, refusing


async def test_a_connection_at_no_table_gives_its_place_to_a_newcomer(autojump_clock: MockClock) -> None:
    """Idle connections of one address, or of many, once kept everyone else out."""
    limits = WireLimits(connections=3, per_address=2, idle_yields=10.0)
    async with in_memory(refusing, limits=limits) as (wire, listener):
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
    async with in_memory(limits=WireLimits(per_address=1)) as (wire, listener):
        for _ in range(MAX_RETURNING_SOCKETS + 4):
            await open_raw(listener.connect("198.51.100.7"))
            await wait_all_tasks_blocked()
        latest = [*wire.connections][-1]
        assert latest.refusal is not None
        assert wire.crowd["198.51.100.7"] <= 1 + MAX_RETURNING_SOCKETS


async def test_a_newcomer_at_a_full_server_replaces_the_oldest_of_all(autojump_clock: MockClock) -> None:
    """A few addresses once held every place that is reserved for returns, and kept all players out."""
    async with in_memory(limits=WireLimits(connections=1)) as (wire, listener):
        for number in range(MAX_REFUSED_SOCKETS + 20):
            await open_raw(listener.connect(f"198.51.100.{number}"))
            await wait_all_tasks_blocked()
        counted = [*wire.connections.values()]
        assert len(counted) <= 1 + MAX_REFUSED_SOCKETS
        assert counted[-1] == f"198.51.100.{MAX_REFUSED_SOCKETS + 19}"


async def test_a_flood_from_a_players_address_does_not_keep_the_player_out(autojump_clock: MockClock) -> None:
    """Seen to fail: a neighbour's bare connections used up the address's rate for good."""
    absent = {"198.51.100.7"}
    async with in_memory(limits=WireLimits(connection_rate=1.0, connection_burst=2.0)) as (wire, listener):
        wire.expects_return = absent.__contains__
        for address, comes in (("198.51.100.7", True), ("198.51.100.8", False)):
            for _ in range(40):
                await listener.connect(address).aclose()
            await wait_all_tasks_blocked()
            stream = listener.connect(address)
            answer = await read_all(stream) if not comes else await open_raw(stream)
            assert (address in wire.crowd) == comes, answer
