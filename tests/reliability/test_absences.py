"""Absences and a killed server: what was spent stays spent, and an outage takes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_server.network.crowd.quotas import MAX_ABSENCE_S
from facedown_server.storage.store import StoredTable
from facedown_shared.protocol.gestures import ChangeLife, EndTurn, RollDice
from facedown_shared.protocol.messages import Clock, Settings, TableInfo
from tests.reliability import processes
from tests.reliability.processes import HeadlessClient, server_process

TIMED = Settings(pace="off", clock=Clock(300))
KILLS_COUNT = 10
AWAY_S = 12.0
NOTED_WITHIN_S = 10.0


def stored_table(folder: Path) -> StoredTable:
    """Return the only table in the journal of a server that has ended."""
    with closing(sqlite3.connect(folder / "facedown.sqlite3")) as database:
        ((body,),) = database.execute("SELECT body FROM tables").fetchall()
    return msgspec.json.decode(body, type=StoredTable)


def latest_table_info(somebody: HeadlessClient) -> TableInfo:
    """Return the latest table info that a client was sent."""
    table = somebody.visit.model.table
    assert table is not None, "not at a table"
    return table


async def begin(
    nursery: trio.Nursery, port: int, scopes: dict[HeadlessClient, trio.CancelScope]
) -> tuple[HeadlessClient, HeadlessClient]:
    """Begin a duel of two clients; return the one prompted first, and the other. A cancelled scope
    disconnects one.
    """

    async def run(somebody: HeadlessClient) -> None:
        with trio.CancelScope() as scopes[somebody]:
            await somebody.run()

    return await processes.begin(lambda one: nursery.start_soon(run, one), port, TIMED)


async def test_ten_kills_take_nothing_from_who_is_there_and_give_nothing_back(tmp_path: Path) -> None:
    port, scopes = 0, dict[HeadlessClient, trio.CancelScope]()
    async with trio.open_nursery() as nursery:
        async with server_process(tmp_path) as (process, port):
            offender, innocent = await begin(nursery, port, scopes)
            seat = offender.visit.model.seat
            scopes[offender].cancel()
            await innocent.wait_until(lambda: not latest_table_info(innocent).seats[seat].present)
            assert latest_table_info(innocent).seats[seat].absence == pytest.approx(MAX_ABSENCE_S, abs=0.5)
            await trio.sleep(AWAY_S)
            process.kill()
        for kill in range(KILLS_COUNT - 1):
            before = innocent.message_counts
            async with server_process(tmp_path, port) as (process, _):
                await innocent.wait_for_return(before)
                await trio.sleep(0.1 * kill)  # in the middle of what follows
                process.kill()
        spent = stored_table(tmp_path).seats
        assert spent[1 - seat].absence is None, "the innocent player's store is whole"
        left = spent[seat].absence
        assert left is not None
        assert MAX_ABSENCE_S - AWAY_S - 1 <= left <= MAX_ABSENCE_S - AWAY_S + NOTED_WITHIN_S
        before = innocent.message_counts
        async with server_process(tmp_path, port):
            await innocent.wait_for_return(before)
            table = latest_table_info(innocent)
            assert table.stage == "duel"
            assert table.ticking == -1, "no clock runs for an outage either"
            assert table.seats[1 - seat].absence == -1
        nursery.cancel_scope.cancel()


# --- cards on paper -----------------------------------------------------------------------------------------

PAPER = Settings(format="companion", pace="off", life=40)
TURNS_COUNT = 2


async def test_a_companion_continues_after_a_kill(tmp_path: Path) -> None:
    """Life, throws and turn are as they were, and the match ends verified."""
    async with server_process(tmp_path) as (process, port), processes.duel(port, PAPER) as players:
        first, other = players
        await first.wait_until(lambda: first.model.view)
        if first.model.view is not None and first.model.view.turn_player != first.model.seat:
            first, other = other, first
        first.visit.send(ChangeLife("-7"))
        first.visit.send(RollDice())
        first.visit.send(EndTurn())
        await first.wait_until(lambda: first.model.view and first.model.view.turn == TURNS_COUNT)
        before, counts = first.model.view, [player.message_counts for player in players]
        process.kill()
        async with server_process(tmp_path, port):
            for player, count in zip(players, counts, strict=True):
                await player.wait_for_return(count)
            await first.wait_until(lambda: first.model.view and first.model.prompt)
            assert before is not None
            assert first.model.view is not None
            assert first.model.view.tallies == before.tallies
            assert first.model.view.turn == TURNS_COUNT
            other.visit.send(ChangeLife("=0"))
            await first.wait_until(lambda: first.model.verdict)
            await other.wait_until(lambda: other.model.verdict)
            for player in players:
                assert player.model.verdict is not None
                assert player.model.verdict.summary_line.startswith("Shuffles verified")
