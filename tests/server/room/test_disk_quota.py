"""The journal has a quota by IP address and day: beyond it optional writes are refused, duels go on."""

from __future__ import annotations

from functools import partial

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.disk_quota import DAY_S
from facedown_shared.protocol.gestures import ChangeLife, SendSignal
from facedown_shared.protocol.messages import (
    Chat,
    Concede,
    CreateTable,
    Ping,
    Pong,
    Refused,
    Said,
    Settings,
    UseDeck,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.counting import CountingGame
from tests.server.room.requests.test_line_requests import begin_free
from tests.server.tables import answer_number, begin_duel, run_server

QUOTA_BYTES = 20_000
FAST = partial(Bounds, chat_rate=1_000, chat_burst=10_000, message_rate=1e6, message_burst=1e6)
SMALL = FAST(journal_bytes_per_day=QUOTA_BYTES)
FREE = Settings(mode="free", pace="off")
LINE = "x" * 400


async def test_an_address_may_have_so_much_stored_a_day(autojump_clock: MockClock) -> None:
    async with run_server(bounds=SMALL) as server:
        mean = await server.connect("Mean", peer="192.0.2.1")
        good = await server.connect("Good", peer="198.51.100.9")
        await mean.do(CreateTable(FREE), *[Chat(LINE)] * 200)
        said = len(mean.all(Said))
        assert said * len(LINE) <= QUOTA_BYTES
        refused = mean.last(Refused)
        assert (refused.code, refused.words) == (Code.TOO_FAST, words("journal_quota_used"))
        again = await server.connect("Mean again", peer="192.0.2.1")
        for wish in (CreateTable(FREE),):
            await again.do(wish)
            assert again.refusal is Code.TOO_FAST, "another connection is no way out"
        await mean.do(UseDeck("1\n" * 40))
        assert mean.last(Refused).words == words("journal_quota_used")
        await mean.do(Ping(7))
        assert mean.last(Pong).number == 7
        await good.do(CreateTable(FREE), Chat(LINE))
        assert len(good.all(Said)) == 1, "others have their own"
        for _ in range(24):
            await trio.sleep(DAY_S / 24)
            await mean.do(*[Chat(LINE)] * 100)
        assert 0 < (len(mean.all(Said)) - said) * len(LINE) <= QUOTA_BYTES


async def test_a_used_up_quota_is_not_used_again_after_a_moment(autojump_clock: MockClock) -> None:
    """Seen to fail: the quota was never in debt, so each write was followed by another a moment later."""
    async with run_server(bounds=SMALL) as server:
        mean = await server.connect("Mean", peer="192.0.2.1")
        await mean.do(CreateTable(FREE), *[Chat(LINE)] * 100)
        said = len(mean.all(Said))
        for _ in range(100):
            await trio.sleep(20)
            await mean.do(Chat(LINE))
        assert len(mean.all(Said)) - said <= 1


async def test_a_duel_goes_on_where_the_quota_is_used_up(autojump_clock: MockClock) -> None:
    """A player at an address that has used up its quota plays to the end."""
    async with run_server(make=lambda: CountingGame(goal=1_000), bounds=SMALL) as server:
        first, second = await begin_duel(server)
        await first.do(*[Chat(LINE)] * 200)
        assert first.last(Refused).words == words("journal_quota_used")
        refusals = len(first.all(Refused)) + len(second.all(Refused))
        for _ in range(100):
            actor, other = (first, second) if first.prompt else (second, first)
            await answer_number(actor, other, 1)
            await trio.sleep(1)
        await first.do(Concede(match=True))
        assert len(first.all(Refused)) + len(second.all(Refused)) == refusals
        assert first.stage == "over"


async def test_what_changes_nothing_is_not_stored_without_end(autojump_clock: MockClock) -> None:
    """Quick words are no steps, so no other limit applies to them."""
    async with run_server(bounds=SMALL) as server:
        first, _ = await begin_free(server)
        await first.do(*[SendSignal("wait")] * 250)
        assert first.last(Refused).words == words("journal_quota_used")
        await first.do(ChangeLife("-100"))
        assert first.heard[-1] != first.last(Refused), "a step of the duel goes on"


async def test_beyond_the_quota_acts_have_a_rate(autojump_clock: MockClock) -> None:
    bounds = FAST(journal_bytes_per_day=40_000)
    async with run_server(bounds=bounds) as server:
        first, _ = await begin_free(server)
        await first.do(*[Chat(LINE)] * 200)
        told = len(first.all(Refused))
        for _ in range(4):
            await trio.sleep(1)
            await first.do(*[ChangeLife("-1")] * 100)
        taken = 400 + told - len(first.all(Refused))
        assert bounds.late_act_burst <= taken <= bounds.late_act_burst + 4 * bounds.late_act_rate
        await trio.sleep(10)
        before = len(first.all(Refused))
        await first.do(*[ChangeLife("-1")] * 50)
        assert len(first.all(Refused)) == before
