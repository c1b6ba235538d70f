"""The writer alone: what is written together, who is notified, and what stays written after a
cancellation.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio
from trio.testing import MockClock

from facedown_server.runtime.world import Moment
from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import ChainedAppend, Writer, WriterJob
from facedown_server.storage.store import StoreFailed
from tests.server.storage.test_store import HEADER, LINES, TABLE, address, make_row, on_disk

LOGS = (HEADER.log, *(f"ABC-234-m{number}" for number in range(28)))


@asynccontextmanager
async def count_commits(kind: str, folder: Path) -> AsyncIterator[tuple[Journal, list[Moment]]]:
    """Open a journal with some matches; count its commits from now on."""
    commits: list[Moment] = []
    async with trio.open_nursery() as nursery:
        journal = Journal(address(kind, folder), commits.append)
        await nursery.start(journal.run)
        for log in LOGS:
            await journal.store_match(msgspec.structs.replace(HEADER, log=log), TABLE)
        commits.clear()
        yield journal, commits
        nursery.cancel_scope.cancel()


@on_disk
async def test_all_that_is_on_its_way_is_one_commit(kind: str, tmp_path: Path) -> None:
    """Acts, clocks, chat and tables; also what arrives one turn of the event loop later."""
    async with count_commits(kind, tmp_path) as (journal, commits), trio.open_nursery() as nursery:

        async def append(number: int) -> None:
            for _ in range(number % 2):
                await trio.lowlevel.checkpoint()
            await journal.append(make_row(1, LOGS[number]))

        for number in range(len(LOGS)):
            nursery.start_soon(append, number)
        nursery.start_soon(journal.store_clocks, HEADER.log, 1, (9.0, 8.0))
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
    async with count_commits(kind, tmp_path) as (journal, _):
        async with trio.open_nursery() as nursery:
            for each in LOGS:
                nursery.start_soon(journal.append, make_row(1, each), make_row(2, each))
            nursery.start_soon(journal.store_clocks, HEADER.log, 2, (9.0, 8.0))
            nursery.start_soon(journal.store_chat_line, LINES[0])
        for each in LOGS:
            assert (await journal.read_match(each)).rows == (make_row(1, each), make_row(2, each))
        log, (_, chat) = await journal.read_match(HEADER.log), await journal.table(TABLE.code)
    assert (log.clocks, chat) == ((9.0, 8.0), LINES[:1])


@on_disk
async def test_an_act_nobody_waits_for_any_more_is_written_all_the_same(kind: str, tmp_path: Path) -> None:
    async with count_commits(kind, tmp_path) as (journal, _):
        with trio.CancelScope() as scope:
            scope.cancel()
            await journal.append(make_row(1))
        assert scope.cancelled_caught
        await journal.append(make_row(2))
        assert [row.seq for row in (await journal.read_match(HEADER.log)).rows] == [1, 2]


@on_disk
async def test_what_waits_when_the_journal_is_closed_is_written(kind: str, tmp_path: Path) -> None:
    done: list[int] = []

    async def append(journal: Journal, number: int) -> None:
        with trio.CancelScope(shield=True):
            await journal.append(make_row(1, LOGS[number]))
        done.append(number)

    async with trio.open_nursery() as outlasting, count_commits(kind, tmp_path) as (journal, commits):
        for number in (1, 2, 3):
            outlasting.start_soon(append, journal, number)
        await trio.lowlevel.checkpoint()
        assert commits == []
    assert sorted(done) == [1, 2, 3]
    async with trio.open_nursery() as nursery:
        journal = Journal(address(kind, tmp_path))
        await nursery.start(journal.run)
        for number in (1, 2, 3):
            assert (await journal.read_match(LOGS[number])).rows == (make_row(1, LOGS[number]),)
        nursery.cancel_scope.cancel()
    with pytest.raises(StoreFailed):
        await journal.append(make_row(1))


# --- acts without an index, in SQLite -----------------------------------------------------------------------


async def test_an_act_writes_a_fraction_of_a_page(tmp_path: Path) -> None:
    """At 20 tables. A frame of the write-ahead log is two system calls; the goal is 0.4 of them an act.

    Seen to fail: with the key (log, seq) the acts of each match had pages of their own, 1.1 frames an act.
    """
    rounds, tables = 20, LOGS[:20]
    wal = tmp_path / "log.sqlite3-wal"
    async with count_commits("sqlite", tmp_path) as (journal, commits):
        await journal.append(make_row(1))
        before = wal.stat().st_size
        for seq in range(2, 2 + rounds):
            async with trio.open_nursery() as nursery:
                for each in tables:
                    if each != HEADER.log:
                        nursery.start_soon(journal.append, make_row(seq - 1, each))
                nursery.start_soon(journal.append, make_row(seq))
        frames = (wal.stat().st_size - before) / FRAME_BYTES
    assert len(commits) <= 1 + rounds
    assert frames / (rounds * len(tables)) <= 0.2


FRAME_BYTES = 4_096 + 24
"""Bytes of a frame of SQLite's write-ahead log."""


async def test_a_gap_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with count_commits("sqlite", tmp_path) as (journal, _):
        await journal.append(make_row(1), make_row(2))
        for rows in ((make_row(4),), (make_row(3), make_row(5)), (make_row(2),), (make_row(1, "no match"),)):
            with pytest.raises(StoreFailed, match=r"cannot follow|no match"):
                await journal.append(*rows)
        await journal.append(make_row(3))
        assert [row.seq for row in (await journal.read_match(HEADER.log)).rows] == [1, 2, 3]


async def test_a_match_that_is_over_takes_no_act(tmp_path: Path) -> None:
    async with count_commits("sqlite", tmp_path) as (journal, _):
        await journal.append(make_row(1))
        await journal.finish_match(HEADER.log, "0 count")
        for seq in (1, 2):
            with pytest.raises(StoreFailed, match="no match"):
                await journal.append(make_row(seq))


async def test_two_writers_never_write_one_number_twice(tmp_path: Path) -> None:
    """A second process on the file: the lock of the data folder prevents that, but need not be trusted."""
    async with count_commits("sqlite", tmp_path) as (journal, _):
        await journal.append(make_row(1))
        async with trio.open_nursery() as nursery:
            other = Journal(address("sqlite", tmp_path))
            await nursery.start(other.run)
            await journal.append(make_row(2))
            await journal.append(make_row(1, LOGS[1]))
            for row in (make_row(2), make_row(1, LOGS[1]), make_row(1)):
                with pytest.raises(StoreFailed, match="cannot follow"):
                    await other.append(row)
            await other.append(make_row(3))
            for store in (journal, other):
                assert [row.seq for row in (await store.read_match(HEADER.log)).rows] == [1, 2, 3]
            await journal.append(make_row(4))
            assert [row.seq for row in (await other.read_match(HEADER.log)).rows] == [1, 2, 3, 4]
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("times", [1, 2])
async def test_a_commit_that_looks_failed_is_read_from_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """The act is durable, but the writer does not learn it: neither in the batch, nor for the act alone."""
    confirm, left = ChainedAppend.confirm, [OSError("in doubt")] * times

    def fail(append: ChainedAppend) -> None:
        if left:
            raise left.pop()
        confirm(append)

    async with count_commits("sqlite", tmp_path) as (journal, _):
        monkeypatch.setattr(ChainedAppend, "confirm", fail)
        with pytest.raises(StoreFailed):
            await journal.append(make_row(1))
        assert (await journal.read_match(HEADER.log)).rows == (make_row(1),)
        await journal.append(make_row(2))
        with pytest.raises(StoreFailed, match="cannot follow"):
            await journal.append(make_row(2))
        assert (await journal.read_match(HEADER.log)).rows == (make_row(1), make_row(2))
