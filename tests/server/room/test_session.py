"""Hello, rate limits, garbage, and slow readers."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    Chat,
    Hello,
    ListTables,
    Ping,
    Pong,
    Ready,
    Refused,
    Resume,
    Watch,
    Welcome,
)
from facedown_shared.text.errors import Code
from tests.server.counting import CountingGame
from tests.server.tables import Player, answer_number, begin_duel, code_of, run_server


def close_code(player: Player) -> int:
    assert player.closed is not None, "still open"
    return player.closed.code


TALKATIVE = Bounds(chat_burst=100)
"""For tests that fill a client's outbox with chat."""


async def test_hello_is_answered(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.connect(" Anna\u202e ")
        welcome = anna.last(Welcome)
        assert (welcome.name, welcome.server, welcome.protocol) == ("Anna", "test server", PROTOCOL_VERSION)
        assert welcome.formats == ("master", "classic", "genesys", "fab", "companion")


@pytest.mark.parametrize(
    ("spoken", "who"), [(PROTOCOL_VERSION - 1, "your client"), (PROTOCOL_VERSION + 1, "this server")]
)
async def test_another_protocol_is_refused(autojump_clock: MockClock, spoken: int, who: str) -> None:
    async with run_server() as server:
        old = await server.connect()
        await old.do(Hello("Old", protocol=spoken))
        refused = old.last(Refused)
        assert refused.code is Code.OLD_PROTOCOL
        assert f"update {who}" in refused.text
        assert close_code(old) == 1008


async def test_one_who_says_nothing_is_sent_away(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        mute = await server.connect()
        await trio.sleep(server.lobby.bounds.hello_within - 1)
        assert mute.closed is None
        await trio.sleep(2)
        assert close_code(mute) == 1008


async def test_a_name_can_be_mended(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.connect()
        await anna.do(Hello("\u200b"))
        assert anna.refusal is Code.BAD_NAME
        await anna.do(Hello("Anna"))
        assert anna.last(Welcome).name == "Anna"


async def test_other_things_before_hello_are_malformed(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        eve = await server.connect()
        await eve.do(ListTables())
        assert eve.refusal is Code.MALFORMED
        await eve.do(*[Ping()] * 4)
        assert close_code(eve) == 1008


@pytest.mark.parametrize(
    "data",
    [b"", b"\xc1garbage", b"\x81\xa1m\xa7nothing", b"\x82\xa1m\xa4ping\xa4more\x01", b"\x91" * 5_000],
)
async def test_garbage_is_refused_and_the_connection_lives(autojump_clock: MockClock, data: bytes) -> None:
    async with run_server() as server:
        eve = await server.connect("Eve")
        await eve.client.send(data)
        await wait_all_tasks_blocked()
        assert eve.refusal is Code.MALFORMED
        await eve.do(Ping(7))
        assert eve.last(Pong).number == 7


async def test_who_goes_on_with_garbage_is_sent_away(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        eve = await server.connect("Eve")
        for _ in range(server.lobby.bounds.garbage):
            await eve.client.send(b"\xff")
        await wait_all_tasks_blocked()
        assert close_code(eve) == 1008


async def test_too_fast_is_refused_and_then_sent_away(autojump_clock: MockClock) -> None:
    bounds = Bounds(message_burst=10, message_rate=1, patience=5)
    async with run_server(bounds=bounds) as server:
        eve = await server.connect("Eve")
        await eve.do(*[Ping()] * 12)
        assert len(eve.all(Pong)) == 10
        assert eve.refusal is Code.TOO_FAST
        await trio.sleep(5)
        await eve.do(Ping(1))
        assert eve.last(Pong).number == 1
        await eve.do(*[Ping()] * (5 + bounds.patience))
        assert close_code(eve) == 1008


async def test_away_from_a_table_there_is_nothing_to_do(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        eve = await server.connect("Eve")
        for message in (Ready(), Chat("hello"), Hello("Eve")):
            await eve.do(message)
            assert eve.refusal is Code.NOT_NOW


async def test_a_slow_reader_holds_nobody_up_and_gets_the_whole_view(autojump_clock: MockClock) -> None:
    async with run_server(
        make=lambda: CountingGame(goal=1_000), bounds=Bounds(message_burst=1_000)
    ) as server:
        first, other = await begin_duel(server)
        slow = await server.connect("Slow", slow=True)
        await slow.do(Watch(code_of(first)))
        for _ in range(150):
            await answer_number(first, other, 1)
            await answer_number(other, first, 1)
        assert slow.connection.is_lagging
        assert first.count == 300
        server.nursery.start_soon(slow.read)
        await wait_all_tasks_blocked()
        assert slow.count == 300
        host = first if first.seat == 0 else other
        assert slow.view == (await server.spectator(host)).view
        await answer_number(first, other, 3)
        assert slow.count == 303


async def test_a_slow_player_gets_the_open_prompt_too(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(goal=1_000, possible=False), bounds=TALKATIVE) as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        slow = await server.connect("Slow", slow=True)
        assert first.seated
        await slow.do(Resume(first.seated.token))
        for number in range(60):
            await other.do(Chat(f"{number} {'hello ' * 60}"))
        assert slow.connection.is_lagging
        server.nursery.start_soon(slow.read)
        await wait_all_tasks_blocked()
        await slow.pick("say", 1)
        assert other.count == 1
