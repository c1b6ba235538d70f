"""Rows of the fault matrix: a disk that is full, cannot be written, or fails to sync."""

from __future__ import annotations

import resource
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio
from structlog.testing import capture_logs

from facedown_server.refereeing.referee import Act, Choice
from facedown_server.room.match.match_log import ActNotStored, MatchLog
from facedown_server.runtime.world import Moment
from facedown_server.service.admin import HEARTBEAT_INTERVAL_S
from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import Writer, WriterJob
from facedown_server.storage.postgresql_writer import CertainWriter
from facedown_server.storage.store import StoreFailed
from facedown_shared.protocol.messages import Answer
from facedown_shared.text.words import words
from tests.reliability.processes import WAIT_TIMEOUT_S, duel, find_prompted_client, server_process
from tests.server.serving import ask
from tests.server.storage.test_store import HEADER, TABLE, address, make_row, on_disk

FULL_DISK_BYTES = 0
"""The maximum size of a file in bytes."""


@pytest.mark.slow
async def test_a_full_disk_stops_the_clocks_and_loses_nothing(tmp_path: Path) -> None:
    """Seen to fail while five attempts ended the table: the duel was over when the disk was free again."""
    async with server_process(tmp_path) as (process, port), duel(port) as (first, other):
        before = first.visit.model.view
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FULL_DISK_BYTES, resource.RLIM_INFINITY))
        assert first.prompt is not None
        first.visit.send(Answer(first.prompt.ask, (0,)))
        await other.wait_until(
            lambda: other.visit.model.table and other.visit.model.table.note == words("stalled")
        )
        assert first.visit.model.view == before
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await other.wait_until(
            lambda: other.visit.model.table and other.visit.model.table.note == (words("stores_again"))
        )
        one = first
        while one is first and one.visit.model.view == before:  # a declaration is visible once it is complete
            await one.pick()
            one = await find_prompted_client(
                first, other
            )  # the prompted player has been sent all that came before
        after, heard = one.visit.model.view, one.message_counts
        process.kill()
        await process.wait()
        async with server_process(tmp_path, port):
            await one.wait_for_return(heard, asked=True)
            assert one.visit.model.view == after


@pytest.mark.slow
async def test_a_full_disk_is_seen_by_those_who_looks_after_the_server(tmp_path: Path) -> None:
    """Seen to fail: /healthz answered ok, since the journal could be read, and nothing was counted."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        admin = free.getsockname()[1]

    async def fetch_page(path: str) -> str:
        async with await trio.open_tcp_stream("127.0.0.1", admin) as stream:
            return (await ask(stream, f"GET {path} HTTP/1.1\nHost: 127.0.0.1")).decode()

    async def health(word: str) -> str:
        while True:
            if word in (said := await fetch_page("/healthz")):
                return said
            await trio.sleep(0.5)

    async with server_process(tmp_path, 0, "--admin-port", str(admin)) as (process, _):
        assert "200 OK" in await fetch_page("/healthz")
        assert "facedown_journal_failures_total 0.0" in await fetch_page("/metrics")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FULL_DISK_BYTES, resource.RLIM_INFINITY))
        with trio.fail_after(WAIT_TIMEOUT_S + HEARTBEAT_INTERVAL_S):
            assert "The journal does not work: the journal did not take it: " in await health("503")
        assert "facedown_journal_failures_total 0.0" not in await fetch_page("/metrics")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        with trio.fail_after(WAIT_TIMEOUT_S + HEARTBEAT_INTERVAL_S):
            await health("200 OK")


# --- the same errors, one by one, at their source -----------------------------------------------------------


@asynccontextmanager
async def journal(
    folder: Path, reach: Callable[[Moment], None] = lambda moment: None, kind: str = "sqlite"
) -> AsyncIterator[Journal]:
    """Open a journal with a match of one act."""
    async with trio.open_nursery() as nursery:
        kept = Journal(address(kind, folder), reach)
        await nursery.start(kept.run)
        await kept.store_match(HEADER, TABLE)
        await kept.append(make_row(1))
        yield kept
        nursery.cancel_scope.cancel()


async def set_pragma(kept: Journal, setting: str) -> None:
    """Change the writer's own connection, in one of its steps."""

    def step(connection: sql.Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {setting}")

    await kept.writer.write(WriterJob(step=step))


ACT = Act(0, Choice(("say:2",)))


async def test_a_disk_that_cannot_be_written_says_so_and_takes_the_next_act_later(tmp_path: Path) -> None:
    async with journal(tmp_path) as kept:
        ledger = MatchLog(HEADER.log, kept)
        ledger.acts = 1

        await set_pragma(kept, "query_only=ON")
        with pytest.raises(ActNotStored):
            await ledger.append([(ACT, b"")], (1.0, 1.0))
        with capture_logs() as lines:
            assert not await ledger.note_clocks((1.0, 1.0))
            with pytest.raises(StoreFailed, match="attempt to write a readonly database"):
                await kept.check_writable()
            await set_pragma(kept, "query_only=OFF")
            await ledger.append([(ACT, b"")], (1.0, 1.0))
        assert len((await kept.read_match(HEADER.log)).rows) == 2
        assert kept.failures == 3
        assert [line["event"] for line in lines] == [
            "clocks were not stored", "the journal can be written again"
        ]  # fmt: skip


async def test_the_log_says_once_why_a_disk_takes_nothing(tmp_path: Path) -> None:
    """Seen to fail: there were log lines that an act was not stored, and none with the reason."""
    async with journal(tmp_path) as kept:
        await set_pragma(kept, "max_page_count=1")
        with capture_logs() as lines:
            large = msgspec.structs.replace(make_row(2), body="x" * 100_000)
            for _ in range(3):
                with pytest.raises(StoreFailed, match="database or disk is full"):
                    await kept.append(large)
        assert lines == [{
            "event": "the journal cannot be written", "reason": "database or disk is full",
            "log_level": "error",
        }]  # fmt: skip


@on_disk
@pytest.mark.parametrize("after", [False, True], ids=["before it is durable", "after it is durable"])
async def test_a_sync_that_fails_leaves_no_doubt(tmp_path: Path, kind: str, after: bool) -> None:
    """Whether an act whose commit failed is on the disk is read from the disk, never guessed.

    Seen to fail without reading back: an act that was durable was refused, and was in the log all the same.
    """

    made = Writer if kind == "sqlite" else CertainWriter

    class FailingWriter(made):  # type: ignore[valid-type, misc]
        fails = False

        def _transact(self, connection: sql.Connection, jobs: list[WriterJob]) -> None:
            if self.fails and not after:
                raise sqlite3.OperationalError("disk I/O error")
            super()._transact(connection, jobs)
            if self.fails:
                self.fails = False
                raise sqlite3.OperationalError("disk I/O error")

    async with trio.open_nursery() as nursery:
        kept = Journal(address(kind, tmp_path))
        kept.writer = failing = FailingWriter(kept.engine, lambda moment: None)
        await nursery.start(kept.run)
        await kept.store_match(HEADER, TABLE)
        ledger = MatchLog(HEADER.log, kept)
        failing.fails = True
        if after:
            await ledger.append([(ACT, b"")], (1.0, 1.0))
        else:
            with pytest.raises(ActNotStored):
                await ledger.append([(ACT, b"")], (1.0, 1.0))
        assert ledger.acts == len((await kept.read_match(HEADER.log)).rows) == int(after)
        nursery.cancel_scope.cancel()


@on_disk
async def test_everybody_who_waits_hears_of_a_failed_batch(tmp_path: Path, kind: str) -> None:
    """Without the finally in the writer the tables of a failed batch wait for ever."""
    full = False

    def fail(_: Moment) -> None:
        if full:
            raise sqlite3.OperationalError("database or disk is full")

    async with journal(tmp_path, fail, kind) as kept:
        full = True
        failed: list[int] = []

        async def append(seq: int) -> None:
            with pytest.raises(StoreFailed):
                await kept.append(make_row(seq))
            failed.append(seq)

        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                for seq in range(2, 40):
                    nursery.start_soon(append, seq)
        full = False
        assert len(failed) == 38
        await kept.append(make_row(2))
