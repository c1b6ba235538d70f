"""What solo tables of one address may make the server and its engine processes do."""

from __future__ import annotations

from collections import Counter

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.refereeing.referee import ExternalWork
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.people.table_context import charge_work
from facedown_shared.protocol.gestures import ChangeLife
from facedown_shared.protocol.messages import Answer, CreateTable, Ready, Restart
from facedown_shared.text.errors import Code
from tests.server.room.broadcast.test_time_slice import play_steps
from tests.server.room.requests.test_line_requests import ALONE, begin_solo, refusal
from tests.server.tables import run_server


async def test_work_at_solo_tables_is_paid_for_by_the_address(autojump_clock: MockClock) -> None:
    """Seen to fail: one prompt of a large board took a second of all tables' time, at the price of an act."""
    async with run_server(bounds=Bounds(solo_work_burst=2.0)) as server:
        anna = await begin_solo(server)
        assert await refusal(anna, Restart()) is None
        server.lobby.server.solo_works.charge("192.0.2.1", server.world.now(), 1.5)
        for wish in (Restart(), ChangeLife("-500"), Answer(1, ())):
            assert await refusal(anna, wish) is Code.TOO_FAST
        stranger = await server.connect("Stranger", peer="198.51.100.9")
        await stranger.do(CreateTable(ALONE), Ready())
        assert await refusal(stranger, Restart()) is None
        await trio.sleep(10)
        assert await refusal(anna, Restart()) is None


async def test_work_in_an_engine_process_counts(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        time_slice = TimeSlice(server.world)
        await time_slice.exhaust([ExternalWork(done=trio.lowlevel.checkpoint, worked_s=lambda: 1.5)])
        anna = await begin_solo(server)
        table = next(iter(server.lobby.rooms.values())).table
        assert charge_work(table, time_slice) < 1.5
        for _ in range(10):
            charge_work(table, time_slice)
        assert await refusal(anna, Restart()) is Code.TOO_FAST


@pytest.fixture
def laborious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every piece of work grow by a second each time that it is measured."""
    measured = Counter[TimeSlice]()

    def worked_s(time_slice: TimeSlice) -> float:
        measured[time_slice] += 1
        return float(measured[time_slice])

    monkeypatch.setattr(TimeSlice, "worked_s", property(worked_s))


@pytest.mark.usefixtures("laborious")
async def test_a_file_that_takes_too_much_work_is_stopped(autojump_clock: MockClock) -> None:
    """Seen to fail: files kept an engine process busy without end, and cost their address next to nothing."""
    async with run_server(bounds=Bounds(solo_work_burst=50.0)) as server:
        line = await play_steps(server, 20)
        bea = await server.connect("Bea", peer="198.51.100.9")
        server.lobby.server.solo_works.charge("198.51.100.9", server.world.now(), 45.0)
        assert await refusal(bea, CreateTable(ALONE, line=line)) is Code.TOO_FAST
        assert len(server.lobby.rooms) == 1


@pytest.mark.usefixtures("laborious")
async def test_a_refused_file_is_paid_for(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(solo_work_burst=1000.0)) as server:
        line = await play_steps(server, 5)
        before, _, after = line.rpartition('"-1"')
        anna = await server.connect("Anna", peer="198.51.100.9")
        assert await refusal(anna, CreateTable(ALONE, line=f'{before}"x"{after}')) is Code.BAD_FILE
        server.lobby.server.solo_works.charge("198.51.100.9", server.world.now(), 997.0)
        assert await refusal(anna, CreateTable(ALONE, line=line)) is Code.TOO_FAST
