"""What solo tables of one address may make the server and its engine processes do."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.refereeing.referee import ExternalWork
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.people.table_context import charge_work
from facedown_shared.protocol.gestures import ChangeLife
from facedown_shared.protocol.messages import Answer, CreateTable, Ready, Restart
from facedown_shared.text.errors import Code
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
