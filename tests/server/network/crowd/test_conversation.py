"""A household behind one address: a neighbour keeps no player from answering, nor from returning."""

from __future__ import annotations

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.token_buckets import Buckets
from facedown_shared.protocol.messages import Chat, Hello, ListTables, Ping, Pong, Refused, Resume, Seated
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.network.crowd.test_printed_cards import RecordingConnection
from tests.server.tables import code_of, run_server

FULL = Refused(Code.SERVER_FULL, words("address_is_crowded"))


async def test_a_neighbour_does_not_use_up_a_players_share(autojump_clock: MockClock) -> None:
    """Seen to fail: with the address over its rate, 75 of 80 acts of the player were refused."""
    async with run_server(
        bounds=Bounds(message_burst=20.0, message_rate=4.0, fair_share_burst=16.0)
    ) as server:
        anna = await server.host()
        neighbours = [await server.connect(f"N{number}") for number in range(12)]
        for number in range(18):
            for each in neighbours:
                await each.do(Ping(number))
        assert any(each.all(Refused) for each in neighbours)
        await anna.do(*[Chat(f"line {number}") for number in range(8)])
        assert len(anna.lines) == 8
        assert anna.refusal is None


async def test_a_neighbour_does_not_use_up_a_players_heavy_requests() -> None:
    """Seen to fail: with three connections asking `why`, the player of the same address got no answer."""
    bounds, now = Bounds(), 0.0
    works = Buckets(1.0, 30.0)
    player, *neighbours = (Guest(RecordingConnection(), "Name") for _ in range(4))
    for each in neighbours:
        while each.pay_for_work(works, bounds, now, 1):
            continue
    assert not works.take(player.address, now)
    for _ in range(int(bounds.work_fair_share_burst)):
        assert player.pay_for_work(works, bounds, now, 1)
    assert not player.pay_for_work(works, bounds, now, 1)


async def test_a_new_connection_is_no_new_budget(autojump_clock: MockClock) -> None:
    """Seen to fail: a client that reconnected ten times a second could send 800 messages a second, four times
    what its address may.
    """
    async with run_server() as server:
        now = server.world.now
        begun, done, seconds = now(), 0, 12.0
        while now() < begun + seconds:
            again = await server.connect("Again", peer="192.0.2.1")
            await again.do(*[Ping(number) for number in range(100)])
            done += len(again.all(Pong))
            await again.hang_up()
            await trio.sleep(0.1)
        bounds = Bounds()
        of_address = bounds.address_share * (bounds.message_burst + seconds * bounds.message_rate)
        granted = bounds.fair_share_burst * (bounds.full_share_burst + seconds * bounds.full_share_rate)
        assert done < of_address + granted + 12 * seconds * bounds.first_fair_share


async def test_a_player_returns_though_a_neighbour_reconnects_all_the_time(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        assert anna.seated is not None
        await anna.hang_up()
        for _ in range(60):
            mean = await server.connect("Mean")
            await mean.do(*[Ping(number) for number in range(110)])
            await mean.hang_up()
        again = await server.connect("Anna")
        await again.do(Resume(anna.seated.token))
        await wait_all_tasks_blocked()
        assert again.last(Seated).code == code_of(anna)


async def test_a_crowded_address_lets_a_player_return_and_nobody_else() -> None:
    async with run_server() as server:
        anna = await server.host()
        assert anna.seated is not None
        await anna.hang_up()
        stranger, again = await server.connect(), await server.connect()
        for each in (stranger, again):
            each.connection.refusal = FULL
            await each.do(Hello("Name"))
        await stranger.do(ListTables())
        assert stranger.last(Refused) == FULL
        assert stranger.closed is not None
        await again.do(Resume(anna.seated.token))
        await wait_all_tasks_blocked()
        assert again.last(Seated).code == code_of(anna)
        assert again.connection.refusal is None
        await again.do(Ping(3))
        assert again.last(Pong).number == 3
