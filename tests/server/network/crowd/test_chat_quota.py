"""Chat messages count for the connection and for its IP address, so that a new connection has no new
quota.
"""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.protocol.messages import Chat, Crowd, Resume, Said, Seated, Watch
from facedown_shared.text.errors import Code
from tests.server.network.relay.chains import door_of, relay_at
from tests.server.tables import Player, code_of, run_server, secret_of

HOME, ELSEWHERE = "198.51.100.7", "198.51.100.8"
BOUNDS = Bounds()
ADDRESS_LINES = int(BOUNDS.chat_share * BOUNDS.chat_burst)


def lines(player: Player) -> int:
    return len([said for said in player.all(Said) if said.name])


async def test_who_reconnects_for_every_few_lines_says_no_more(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        anna = await server.host("Anna")
        for number in range(9):
            eve = await door.spectator(anna, f"Eve {number}", peer=HOME)
            for _ in range(10):
                await eve.do(Chat("hello"))
            await eve.hang_up()
        assert lines(anna) <= ADDRESS_LINES + BOUNDS.chat_share * trio.current_time() + 1
        sid = await door.spectator(anna, "Sid", peer=ELSEWHERE)
        await sid.do(Chat("hello"))
        assert sid.refusal is None


async def test_a_player_who_reconnects_says_no_more_either(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        for _ in range(9):
            for _ in range(10):
                await ben.do(Chat("hello"))
            token = ben.last(Seated).token
            await ben.hang_up()
            ben = await door.connect("Ben", peer=HOME)
            await ben.do(Resume(token))
        assert lines(anna) <= ADDRESS_LINES + BOUNDS.chat_share * trio.current_time() + 1
        eve = await door.spectator(anna, "Eve", peer=HOME)
        await eve.do(Chat("hello"))
        assert eve.refusal is None, "a player's own seat counts, not the address"


async def test_a_relay_without_the_link_says_no_more_by_coming_again(autojump_clock: MockClock) -> None:
    bounds = Bounds(relay_chat_rate=0.1, relay_chat_burst=3, relays_per_address=2)
    async with run_server(bounds=bounds) as server, door_of(server) as door:
        anna = await server.host("Anna")
        for _ in range(5):
            relay = await door.connect("relay", peer=HOME)
            await relay.do(Watch(code_of(anna), secret_of(anna, "spectator"), relay=True))
            await relay.do(Crowd(((1, "Eve"),)))
            for _ in range(3):
                await relay.do(Chat("hello", 1))
            await relay.hang_up()
        assert lines(anna) <= 2 * 3 + 1


async def test_one_stranger_leaves_the_others_behind_a_relay_their_lines(autojump_clock: MockClock) -> None:
    async with run_server() as server, door_of(server) as door:
        anna = await server.host("Anna")
        async with relay_at(door, anna) as near:
            for number in range(5):
                eve = await near.spectator(anna, f"Eve {number}", peer=HOME)
                for _ in range(10):
                    await eve.do(Chat("hello"))
                await eve.hang_up()
            sid = await near.spectator(anna, "Sid", peer=ELSEWHERE)
            await sid.do(Chat("hello"))
            assert sid.refusal is not Code.TOO_FAST
