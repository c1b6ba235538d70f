"""The store in memory and in a database, through the same face."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio

from server.store.journal import Journal
from server.store.store import Header, Keys, MemoryStore, Row, Store, StoreFailed
from shared.messages import Clock, Settings

HEADER = Header(
    log="ABC-234-1", code="ABC-234", settings=Settings(best_of=3, clock=Clock(300, 5)), engine="1",
    fingerprint="f", secret=bytes(range(32)), decks=("#main\n1\n", "#main\n2\n"), names=("Anna", "Bén"),
    opening=b"\x00\xff", spectators="s", made="2026-01-01T00:00:00+00:00",
)  # fmt: skip
KEYS = (Keys(b"a", b"b"), Keys(fresh=b"c"))


def a_row(seq: int, log: str = HEADER.log) -> Row:
    return Row(log, seq, seq % 2, "person", f'pick ["say:{seq}"]', (300.0 - seq, 299.125), bytes([seq]))


@asynccontextmanager
async def opened(kind: str, folder: Path) -> AsyncIterator[Store]:
    if kind == "memory":
        yield MemoryStore()
        return
    async with trio.open_nursery() as nursery:
        journal = Journal(f"sqlite:///{folder / 'log.sqlite3'}")
        await nursery.start(journal.run)
        yield journal
        nursery.cancel_scope.cancel()


both = pytest.mark.parametrize("kind", ["memory", "sqlite"])


@both
async def test_what_is_kept_is_read_back(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        await store.begin(HEADER, KEYS)
        rows = [a_row(seq) for seq in (1, 2, 3)]
        for row in rows:
            await store.append(row)
        log = await store.read(HEADER.log)
    assert (log.header, log.rows, log.keys, log.result) == (HEADER, tuple(rows), KEYS, "")


@both
async def test_keys_change_one_seat_at_a_time(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        await store.begin(HEADER, KEYS)
        await store.keep_keys(HEADER.log, 1, Keys(b"c", b"d"))
        assert (await store.read(HEADER.log)).keys == (KEYS[0], Keys(b"c", b"d"))


@both
async def test_clocks_are_those_of_the_last_act_or_noted_after_it(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        await store.begin(HEADER, KEYS)
        await store.append(a_row(1))
        await store.keep_clocks(HEADER.log, 1, (250.0, 240.0))
        assert (await store.read(HEADER.log)).clocks == (250.0, 240.0)
        await store.append(a_row(2))
        assert (await store.read(HEADER.log)).clocks == a_row(2).clocks


@both
async def test_what_is_over_is_not_unfinished(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        for name in ("x", "b", "a"):
            await store.begin(_named(name), KEYS)
        await store.finish("b", "0 conceded")
        assert await store.unfinished() == ["x", "a"]
        assert (await store.read("b")).result == "0 conceded"


@both
async def test_no_act_is_written_twice(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        await store.begin(HEADER, KEYS)
        await store.append(a_row(1))
        with pytest.raises(StoreFailed):
            await store.append(a_row(1))
        with pytest.raises(StoreFailed):
            await store.begin(HEADER, KEYS)
        assert len((await store.read(HEADER.log)).rows) == 1


@both
async def test_a_log_nobody_began_cannot_be_read(kind: str, tmp_path: Path) -> None:
    async with opened(kind, tmp_path) as store:
        with pytest.raises(StoreFailed):
            await store.read("nothing")


async def test_one_bad_job_of_a_batch_fails_alone(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as store:
        await store.begin(HEADER, KEYS)
        await store.append(a_row(1))
        failed: list[int] = []

        async def append(seq: int) -> None:
            try:
                await store.append(a_row(seq))
            except StoreFailed:
                failed.append(seq)

        async with trio.open_nursery() as nursery:
            for seq in (1, 2, 3, 4):
                nursery.start_soon(append, seq)
        assert failed == [1]
        assert [row.seq for row in (await store.read(HEADER.log)).rows] == [1, 2, 3, 4]


async def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as store:
        await store.begin(HEADER, KEYS)
    with pytest.raises(StoreFailed):
        await store.append(a_row(1))


async def test_a_journal_goes_on_where_another_process_left_it(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as store:
        await store.begin(HEADER, KEYS)
        await store.append(a_row(1))
    async with opened("sqlite", tmp_path) as store:
        await store.append(a_row(2))
        assert [row.seq for row in (await store.read(HEADER.log)).rows] == [1, 2]


WRITER = """
import sys, trio
from server.store.journal import Journal
from server.store.store import Row
from tests.server.store.test_store import HEADER, KEYS
async def main():
    async with trio.open_nursery() as nursery:
        journal = Journal(sys.argv[1])
        await nursery.start(journal.run)
        await journal.begin(HEADER, KEYS)
        for seq in range(1, 1_000_000):
            await journal.append(Row(HEADER.log, seq, 0, "person", "back", (0.0, 0.0), b""))
            print(seq, flush=True)
trio.run(main)
"""


def test_what_was_acknowledged_survives_a_killed_process(tmp_path: Path) -> None:
    top = Path(__file__).parents[3]
    writer = subprocess.Popen(
        [sys.executable, "-P", "-c", WRITER, f"sqlite:///{tmp_path / 'log.sqlite3'}"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=top,
        env={**os.environ, "PYTHONPATH": str(top)},
    )
    with writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(200)]
        writer.kill()
        told += writer.stdout.read().split("\n")[:-1]

    async def kept() -> list[int]:
        async with opened("sqlite", tmp_path) as store:
            return [row.seq for row in (await store.read(HEADER.log)).rows]

    rows = trio.run(kept)
    assert rows == list(range(1, len(rows) + 1))
    assert len(rows) >= max(int(line) for line in told if line)


def _named(log: str) -> Header:
    return msgspec.structs.replace(HEADER, log=log)
