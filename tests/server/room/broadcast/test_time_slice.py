"""Long work yields: other tasks run while a line is run again, opened or restored (law 8)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio
from trio.testing import MockClock

from facedown_server.refereeing.referee import WORKING, Frame
from facedown_server.room import opened_files
from facedown_server.room.broadcast import time_slice
from facedown_server.room.broadcast.time_slice import MAX_SLICE_S, TimeSlice
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.gestures import ChangeLife
from facedown_shared.protocol.messages import Consent, CreateTable, LineText, Rewind, SaveLine, Whole
from facedown_shared.text.errors import Code
from tests.server.room.requests.test_line_requests import ALONE, begin_free, begin_solo, refusal, step
from tests.server.tables import Server, run_server


class LaboriousWorld(SeededWorld):
    """A world in which a whole time slice has passed at every reading of the clock."""

    looks = 0

    def now(self) -> float:
        """Return another time at each call."""
        self.looks += 1
        return self.looks * 2 * MAX_SLICE_S


async def test_every_few_milliseconds_others_have_their_turn(autojump_clock: MockClock) -> None:
    turns = 0

    async def run_other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await trio.lowlevel.checkpoint()

    seen: list[Frame] = []
    happened = Frame()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_other)
        await TimeSlice(SeededWorld()).exhaust([WORKING] * 20)
        assert turns == 0, "no time has passed"
        await TimeSlice(LaboriousWorld()).exhaust([WORKING, happened] * 20, seen.append)
        assert turns > 20
        nursery.cancel_scope.cancel()
    assert seen == [happened] * 20


async def test_it_counts_the_seconds_of_work_alone(autojump_clock: MockClock) -> None:
    world = LaboriousWorld()
    measured = TimeSlice(world, rest=60.0)
    await measured.exhaust([WORKING] * 10)
    assert 10 * 2 * MAX_SLICE_S <= measured.worked_s < 60.0


async def test_a_file_that_took_long_is_the_last_of_its_address_for_a_while(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: ten files of 32 kB took a server a minute of work at once. Short files are opened
    meanwhile: a neighbour kept all others of an address from opening any.
    """
    async with run_server() as server:
        long, short = await play_steps(server, 20), await play_steps(server, 2)
        monkeypatch.setattr(TimeSlice, "worked_s", 3.0)
        monkeypatch.setattr(opened_files, "MAX_SHORT_LETTERS", len(short))
        bea, cleo, dora = [await server.connect(name) for name in ("Bea", "Cleo", "Dora")]
        await bea.do(CreateTable(ALONE, line=long))
        assert step(bea) == (20, 20)
        assert await refusal(cleo, CreateTable(ALONE, line=long)) is Code.TOO_FAST
        await dora.do(CreateTable(ALONE, line=short))
        assert step(dora) == (2, 2)
        elsewhere = await server.connect("Ed", peer="198.51.100.9")
        await elsewhere.do(CreateTable(ALONE, line=long))
        assert step(elsewhere) == (20, 20)
        await trio.sleep(60)
        await cleo.do(CreateTable(ALONE, line=long))
        assert step(cleo) == (20, 20)


async def test_a_way_back_that_took_long_costs_its_time(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: a step back that took a second cost as much as a thousandth of it."""
    monkeypatch.setattr(TimeSlice, "worked_s", 1.0)
    async with run_server() as server:
        anna = await begin_solo(server)
        await anna.do(ChangeLife("-1"), ChangeLife("-1"), Rewind(1))
        assert step(anna) == (1, 2)
        assert await refusal(anna, Rewind(0)) is Code.TOO_FAST
        await trio.sleep(15)
        await anna.do(Rewind(0))
        assert step(anna) == (0, 2)


async def test_an_agreed_way_back_costs_its_time_too(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: a stranger on both seats ran long lines again without end."""
    monkeypatch.setattr(TimeSlice, "worked_s", 1.0)
    async with run_server() as server:
        first, other = await begin_free(server)
        await first.do(ChangeLife("-1"), ChangeLife("-1"), Rewind(1))
        await other.do(Consent(yes=True))
        assert step(first) == (1, 2)
        assert await refusal(first, Rewind(0)) is Code.TOO_FAST
        await trio.sleep(15)
        assert await refusal(first, Rewind(0)) is None


@pytest.fixture
def yield_checks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often long work checked whether to yield."""
    counted = [0]
    give_way = TimeSlice.yield_if_used_up

    async def count_check(self: TimeSlice) -> None:
        counted[0] += 1
        await give_way(self)

    monkeypatch.setattr(time_slice.TimeSlice, "yield_if_used_up", count_check)
    return counted


@contextmanager
def expect_yields(rests: list[int], count: int) -> Iterator[None]:
    """Assert at least so many chances for other tasks within the block."""
    before = rests[0]
    yield
    assert rests[0] - before >= count


async def play_steps(server: Server, count: int) -> str:
    """Play so many steps at a solo table; return the text of its line."""
    anna = await begin_solo(server)
    for _ in range(count):
        await anna.do(ChangeLife("-1"))
    await anna.do(SaveLine())
    return anna.last(LineText).text


async def test_a_way_back_and_an_opened_file_have_a_chance_at_every_step(
    autojump_clock: MockClock, yield_checks: list[int]
) -> None:
    async with run_server() as server:
        text = await play_steps(server, 30)
        bea = await server.connect("Bea")
        with expect_yields(yield_checks, 2 * 30):  # it is tried, then the table begins with it
            await bea.do(CreateTable(ALONE, line=text))
        assert step(bea) == (30, 30)
        whole = len(bea.all(Whole))
        with expect_yields(yield_checks, 20):
            await bea.do(Rewind(20))
        assert step(bea) == (20, 30)
        assert len(bea.all(Whole)) == whole + 1, "what is run again is shown once"


async def test_bringing_a_table_back_has_a_chance_at_every_step_of_every_way_back(
    autojump_clock: MockClock, yield_checks: list[int]
) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await begin_solo(server)
        for _ in range(20):
            await anna.do(ChangeLife("-1"))
        for number in (19, 18, 17):
            await anna.do(Rewind(number))
        stood = anna.view
    with expect_yields(yield_checks, 20 + 19 + 18 + 17):
        async with run_server(store=store, seed="after") as server:
            again = await server.back(anna)
            assert step(again) == (17, 20)
            assert again.view == stood
