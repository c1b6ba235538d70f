"""Sent means durable: failing commits, and referees that break. Each ends in a table in a correct state."""

from __future__ import annotations

from io import StringIO

import pytest
import structlog
import trio
from trio.testing import MockClock

from facedown_server.room.match.match_log import RETRY_DELAY_S
from facedown_server.room.room import APOLOGY
from facedown_server.runtime import logs
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Header, LogRow, Pair, StoredLog, StoredTable, StoreFailed
from facedown_shared.protocol.messages import AutoPass, Clock, Concede, Ended, Ready, Settings, Update
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.server.counting import CountingGame
from tests.server.tables import QUIET, begin, begin_duel, run_server

QUICK = Settings(pace="quick")
TIMED = Settings(pace="quick", clock=Clock(60, 5))


def game_without_responses() -> CountingGame:
    """Return a game in which neither player could respond."""
    return CountingGame(charms=[0, 0])


class FailingStore(MemoryStore):
    """Refuses as many rows as the test sets; `late`: it stores them all the same."""

    def __init__(self) -> None:
        super().__init__()
        self.refuse = 0
        self.late = False
        self.blind = False
        self.full = False

    async def append(self, *rows: LogRow) -> None:
        if self.full:
            raise StoreFailed("the disk is full")
        if self.refuse:
            self.refuse -= 1
            if self.late:
                await super().append(*rows)
            raise StoreFailed("the disk is full")
        await super().append(*rows)

    async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        if self.full:
            raise StoreFailed("the disk is full")
        await super().store_clocks(log, seq, clocks)

    async def read_match(self, log: str) -> StoredLog:
        if self.blind:
            raise StoreFailed("the disk is gone")
        return await super().read_match(log)


async def test_what_could_not_be_stored_has_not_happened(autojump_clock: MockClock) -> None:
    store = FailingStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        before = (first.version, len(other.all(Update)), first.asked)
        store.refuse = 1
        await first.pick("say", 3)
        assert first.refusal is Code.BROKEN
        assert (first.version, len(other.all(Update)), first.asked) == before
        await first.pick("say", 3)
        assert other.asked.kind == "response"
        await other.pick("pass")
        assert first.count == other.count == 3


@pytest.mark.parametrize(("pace", "possible"), [("off", True), ("quick", False)])
async def test_passes_that_are_due_at_once_are_stored_and_told_with_their_act(
    autojump_clock: MockClock, pace: str, possible: bool
) -> None:
    together: list[tuple[str, ...]] = []

    class NotingStore(FailingStore):
        async def append(self, *rows: LogRow) -> None:
            together.append(tuple(row.origin for row in rows))
            await super().append(*rows)

    store = NotingStore()
    async with run_server(store=store, make=lambda: CountingGame(charms=[0, 0], possible=possible)) as server:
        first, other = await begin_duel(server, Settings(pace=pace))
        before, log = (first.version, other.version), next(iter(store.rows))
        store.refuse = 1
        await first.pick("say", 3)
        assert first.refusal is Code.BROKEN
        assert (first.version, other.version) == before
        assert len(store.rows[log]) == 1, "nothing but who begins"
        await first.pick("say", 3)
        assert together[-1] == ("person", "auto")
        assert [row.seq for row in store.rows[log]] == [1, 2, 3]
        assert first.count == other.count == 3


async def test_a_pass_that_is_due_later_is_stored_for_itself(autojump_clock: MockClock) -> None:
    store = FailingStore()
    async with run_server(store=store, make=game_without_responses) as server:
        first, _ = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        log = next(iter(store.rows))
        assert len(store.rows[log]) == 2
        await trio.sleep(1)
        assert [row.origin for row in store.rows[log]][-2:] == ["person", "auto"]


async def test_nobody_is_told_before_the_row_is_kept(autojump_clock: MockClock) -> None:
    class SlowStore(MemoryStore):
        async def append(self, *rows: LogRow) -> None:
            await super().append(*rows)
            if rows[0].seq > 1:
                await trio.sleep(10)

    async with run_server(store=SlowStore()) as server:
        first, other = await begin_duel(server)
        before = len(first.heard), len(other.heard)
        await first.pick("say", 3)
        await trio.sleep(9)
        assert (len(first.heard), len(other.heard)) == before
        await trio.sleep(2)
        assert other.asked.kind == "response"


async def test_a_row_that_was_kept_after_all_counts(autojump_clock: MockClock) -> None:
    store = FailingStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        store.refuse, store.late = 1, True
        await first.pick("say", 3)
        assert first.refusal is None
        assert other.asked.kind == "response"


async def test_what_nobody_waits_for_is_stored_later(autojump_clock: MockClock) -> None:
    store = FailingStore()
    async with run_server(store=store, make=game_without_responses) as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        store.refuse = 2
        await trio.sleep(1)
        assert first.count == 0
        await trio.sleep(3 * RETRY_DELAY_S)
        assert first.count == other.count == 3


async def test_a_disk_that_stays_full_makes_the_table_wait_and_says_so(autojump_clock: MockClock) -> None:
    """Without the stall an automatic act that could not be stored five times ended the table."""
    store = FailingStore()
    async with run_server(store=store, make=game_without_responses) as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        store.full = True
        await trio.sleep(3600)
        assert first.note == other.note == str(words("stalled"))
        assert first.count == 0
        store.full = False
        await trio.sleep(RETRY_DELAY_S + 1)
        assert first.count == other.count == 3
        assert first.note == str(words("stores_again"))


async def test_a_full_disk_costs_nobody_time(autojump_clock: MockClock) -> None:
    """Without the stall, the clock of a player who cannot act runs out."""
    store = FailingStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(10)
        store.full = True
        await first.pick("say", 1)
        assert first.refusal is Code.BROKEN
        await trio.sleep(3600)
        assert (first.stage, other.note) == ("duel", str(words("stalled")))
        store.full = False
        await trio.sleep(2 * RETRY_DELAY_S)
        assert other.note == str(words("stores_again"))
        assert other.table
        assert (other.table.ticking, other.table.seats[first.seat].clock) == (first.seat, 50.0)
        await first.pick("say", 1)
        assert other.asked.kind == "response"


async def test_a_store_that_cannot_even_be_read_is_waited_for(autojump_clock: MockClock) -> None:
    """Whether the act is on the disk is unknown, so nothing may be sent; ending the table would lose the
    duel.
    """
    store = FailingStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        before = len(other.heard)
        store.refuse, store.late, store.blind = 1, True, True
        await first.pick("say", 3)
        await trio.sleep(60)
        assert len(other.heard) == before
        store.blind = False
        await trio.sleep(2 * RETRY_DELAY_S)
        assert other.asked.kind == "response"
        await other.pick("pass")
        assert first.count == other.count == 3


async def test_clocks_stand_still_until_the_disk_takes_something_again(autojump_clock: MockClock) -> None:
    store = FailingStore()
    async with run_server(store=store) as server:
        first, _ = await begin_duel(server, TIMED)
        await trio.sleep(10)
        store.refuse = 1
        await first.pick("say", 1)
        await trio.sleep(10)
        await first.pick("say", 1)
        assert first.table
        assert first.table.seats[first.seat].clock == 45.0 + RETRY_DELAY_S


async def test_a_match_that_cannot_be_stored_does_not_begin(autojump_clock: MockClock) -> None:
    class FullStore(MemoryStore):
        async def store_match(self, header: Header, table: StoredTable) -> None:
            raise StoreFailed("the disk is full")

    async with run_server(store=FullStore()) as server:
        anna = await server.host()
        ben = await server.guest(anna)
        await anna.do(Ready())
        await ben.do(Ready())
        assert ben.refusal is Code.BROKEN
        assert anna.stage == "gathering"
        assert anna.prompt is None


# --- a referee that fails -----------------------------------------------------------------------------------


async def test_a_bug_in_the_referee_ends_that_table_alone(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        apart = await server.host("Zoe")
        await first.pick("break")
        for player in (first, other):
            assert player.lines == [str(APOLOGY)]
            assert player.last(Ended).reason == APOLOGY
            assert player.table is None
        assert len(server.lobby.rooms) == 1
        assert apart.stage == "gathering"
        assert [log.result for log in store.logs.values()] == ["broken"]
        await first.do(Concede())
        assert first.refusal is Code.NOT_NOW


async def test_a_bug_tells_the_log_nothing_hidden(
    autojump_clock: MockClock, request: pytest.FixtureRequest
) -> None:
    out = StringIO()
    request.addfinalizer(structlog.reset_defaults)
    logs.set_up_logging("info", "json", out)
    async with run_server() as server:
        first, _ = await begin_duel(server)
        await first.pick("break")
    assert "RuntimeError" in out.getvalue()
    assert "seven of hearts" not in out.getvalue()


async def test_a_table_that_runs_in_circles_is_ended(autojump_clock: MockClock) -> None:
    class CirclingGame(CountingGame):
        def _ask_turn(self) -> None:
            self._said = 0
            self._ask_response(self.state.turn_player)

    async with run_server(make=CirclingGame) as server:
        anna = await server.host(settings=QUIET)
        ben = await server.guest(anna)
        for player in (anna, ben):
            await player.do(AutoPass("never"))
        await begin(anna, ben)
        assert anna.last(Ended).reason == APOLOGY
