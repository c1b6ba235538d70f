"""A household behind one address: a neighbour keeps no player from answering, nor from returning."""

from __future__ import annotations

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
