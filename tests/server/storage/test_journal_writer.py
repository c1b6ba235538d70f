"""The writer alone: what is written together, who is notified, and what stays written after a
cancellation.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql
import trio
from trio.testing import MockClock

from facedown_server.runtime.world import Moment
from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import Appends, Writer, WriterJob
from facedown_server.storage.store import StoreFailed
from tests.server.storage.test_store import HEADER, LINES, TABLE, a_row, address, on_disk


@asynccontextmanager
async def counted(kind: str, folder: Path) -> AsyncIterator[tuple[Journal, list[Moment]]]:
    """Open a journal with a match; count its commits from now on."""
    commits: list[Moment] = []
    async with trio.open_nursery() as nursery:
        journal = Journal(address(kind, folder), commits.append)
        await nursery.start(journal.run)
        await journal.store_match(HEADER, TABLE)
        commits.clear()
        yield journal, commits
        nursery.cancel_scope.cancel()


@on_disk
async def test_all_that_is_on_its_way_is_one_commit(kind: str, tmp_path: Path) -> None:
    """Acts, clocks, chat and tables; also what arrives one turn of the event loop later."""
    async with counted(kind, tmp_path) as (journal, commits), trio.open_nursery() as nursery:

        async def append(seq: int) -> None:
            for _ in range(seq % 2):
                await trio.lowlevel.checkpoint()
            await journal.append(a_row(seq))

        for seq in range(1, 30):
            nursery.start_soon(append, seq)
        nursery.start_soon(journal.store_clocks, HEADER.log, 29, (9.0, 8.0))
        nursery.start_soon(journal.store_chat_line, LINES[0])
        nursery.start_soon(journal.store_table, TABLE)
    assert commits == [Moment.COMMIT]


async def test_no_batch_waits_for_more_for_ever(mock_clock: MockClock) -> None:
    """Every turn of the event loop brings an act and takes three milliseconds: two of them are long
    enough.
    """
    writer = Writer(sql.create_engine("sqlite://"), lambda moment: None)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer._dispatch_batches)
        turns = 0
        while writer._batches.empty():
            nursery.start_soon(writer.write, WriterJob())
            await trio.lowlevel.checkpoint()
            mock_clock.jump(0.003)
            turns += 1
        assert turns <= 6  # four to six: trio shuffles the order in a turn
        nursery.cancel_scope.cancel()


@on_disk
async def test_what_is_on_the_disk_together_is_read_back(kind: str, tmp_path: Path) -> None:
    async with counted(kind, tmp_path) as (journal, _):
        async with trio.open_nursery() as nursery:
            for seq in range(1, 30):
                nursery.start_soon(journal.append, a_row(seq))
            nursery.start_soon(journal.store_clocks, HEADER.log, 29, (9.0, 8.0))
            nursery.start_soon(journal.store_chat_line, LINES[0])
        log, (_, chat) = await journal.read_match(HEADER.log), await journal.table(TABLE.code)
    assert log.rows == tuple(a_row(seq) for seq in range(1, 30))
    assert (log.clocks, chat) == ((9.0, 8.0), LINES[:1])


@on_disk
async def test_an_act_nobody_waits_for_any_more_is_written_all_the_same(kind: str, tmp_path: Path) -> None:
    async with counted(kind, tmp_path) as (journal, _):
        with trio.CancelScope() as scope:
            scope.cancel()
            await journal.append(a_row(1))
        assert scope.cancelled_caught
        await journal.append(a_row(2))
        assert [row.seq for row in (await journal.read_match(HEADER.log)).rows] == [1, 2]


@on_disk
async def test_what_waits_when_the_journal_is_closed_is_written(kind: str, tmp_path: Path) -> None:
    done: list[int] = []

    async def append(journal: Journal, seq: int) -> None:
        with trio.CancelScope(shield=True):
            await journal.append(a_row(seq))
        done.append(seq)

    async with trio.open_nursery() as outlasting, counted(kind, tmp_path) as (journal, commits):
        for seq in (1, 2, 3):
            outlasting.start_soon(append, journal, seq)
        await trio.lowlevel.checkpoint()
        assert commits == []
    assert sorted(done) == [1, 2, 3]
    async with trio.open_nursery() as nursery:
        journal = Journal(address(kind, tmp_path))
        await nursery.start(journal.run)
        assert [row.seq for row in (await journal.read_match(HEADER.log)).rows] == [1, 2, 3]
        nursery.cancel_scope.cancel()
    with pytest.raises(StoreFailed):
        await journal.append(a_row(4))


@pytest.mark.parametrize("address", ["sqlite://", "postgresql+psycopg://"])
def test_appends_name_every_value_once_in_each_databases_words(address: str) -> None:
    appends = Appends(sql.make_url(address).get_dialect()())
    assert set(appends.act.names) == {
        "log", "seq", "seat", "origin", "body", "clock0", "clock1", "digest"
    }  # fmt: skip
    assert appends.act.names[:2] == ("log", "seq")
    assert (appends.line.names, appends.clocks.names) == (
        ("code", "seq", "body"), ("seq", "clock0", "clock1", "of")
    )  # fmt: skip
    for append in (appends.act, appends.line, appends.clocks):
        marks = append.text.count("%(") if append.is_named else append.text.count("?")
        assert marks == len(append.names)
