"""What it costs that everything told is on the disk: acts carried out with and without the journal.

Sixteen tables at once carry out random legal acts in one process; each act is stored before the next. The
latency is that of the disk below the temporary folder (TMPDIR).
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import trio

from benchmarks.yardstick import Figure, cpu, twenty
from server import acts
from server.app import build_lobby
from server.config import Config
from server.match import Match
from server.prove.play import choose
from server.referee import Setup
from server.room.house import House
from server.store.journal import Journal
from server.store.memory import MemoryStore
from server.store.store import Header, Row, Store, Table
from server.table.fate import Fate
from server.world import RealWorld
from shared.decks import ready_decks
from shared.messages import Settings

TABLES = 16
ACTS = 60
"""At each table."""

ALONE = 200
"""Acts of one table alone, for the latency it feels."""

Opened = Callable[[], AbstractAsyncContextManager[Store]]


def figures() -> Iterator[Figure]:
    """Rows a CPU second without and with the journal; what one act waits for the disk."""
    house = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).house
    without, with_it, sticks = [], [], []
    for _ in range(3):
        sticks.append(cpu(twenty) / 20)
        without.append(trio.run(_carried_out, house, _in_memory))
        with_it.append(trio.run(_carried_out, house, _on_disk))
    stick, bare, kept = (statistics.median(each) for each in (sticks, without, with_it))
    yield Figure("rows a CPU second, 16 tables, without a journal", 1 / bare, "rows/s", bare / stick)
    yield Figure("rows a CPU second, 16 tables, with the journal", 1 / kept, "rows/s", kept / stick)
    yield Figure("CPU that the journal adds to a row", 100 * (kept - bare) / bare, "%")
    alone, many = trio.run(_latencies, 1), trio.run(_latencies, TABLES)
    yield Figure("an act waits for the disk, one table: p50", 1000 * statistics.median(alone), "ms")
    yield Figure("an act waits for the disk, 16 tables at once: p50", 1000 * statistics.median(many), "ms")
    worst = 1000 * statistics.quantiles(many, n=100)[98]
    yield Figure("an act waits for the disk, 16 tables at once: p99", worst, "ms")


@asynccontextmanager
async def _in_memory() -> AsyncIterator[Store]:
    yield MemoryStore()


@asynccontextmanager
async def _on_disk() -> AsyncIterator[Store]:
    with tempfile.TemporaryDirectory(prefix="facedown-bench-") as folder:
        async with trio.open_nursery() as nursery:
            journal = Journal(f"sqlite:///{Path(folder) / 'bench.sqlite3'}")
            await nursery.start(journal.run)
            yield journal
            nursery.cancel_scope.cancel()


async def _carried_out(house: House, opened: Opened) -> float:
    """CPU seconds of one row, all threads counted."""
    async with opened() as store:
        start = time.process_time()
        async with trio.open_nursery() as nursery:
            for number in range(TABLES):
                nursery.start_soon(_play, house, store, number)
        return (time.process_time() - start) / (TABLES * ACTS)


async def _play(house: House, store: Store, number: int) -> None:
    """So many random acts at one table, each stored before the next."""
    decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
    pair = decks[number % len(decks)], decks[(number + 1) % len(decks)]
    setup, secret = Setup("master", pair), number.to_bytes(32, "big")
    match, dice = house.match(setup), Fate(secret + b"dice")
    _exhaust(match, match.start(setup, Fate(secret)))
    name = f"BENCH-{number}"
    await store.begin(_header(name, secret), Table(code=name, settings=Settings(), log=name))
    for seq in range(1, ACTS + 1):
        if match.result() is not None:
            return
        act, _ = choose(match.asks()[0], dice, 20)
        match.check(act)
        _exhaust(match, match.apply(act))
        await store.append(
            Row(name, seq, act.seat, "person", acts.write(act.body), (0.0, 0.0), match.digest())
        )


def _exhaust(match: Match, frames: Iterator[object]) -> None:
    for _ in frames:
        pass


def _header(name: str, secret: bytes) -> Header:
    return Header(
        log=name, code=name, settings=Settings(), engine="", fingerprint="", secret=secret, decks=("", ""),
        names=("", ""), opening=b"",
    )  # fmt: skip


async def _latencies(tables: int) -> list[float]:
    """Seconds of each append, so many tables at once."""
    found: list[float] = []
    async with _on_disk() as store, trio.open_nursery() as nursery:
        for number in range(tables):
            nursery.start_soon(partial(_append, store, f"BENCH-{number}", found))
    return found


async def _append(store: Store, name: str, found: list[float]) -> None:
    await store.begin(_header(name, bytes(32)), Table(code=name, settings=Settings(), log=name))
    for seq in range(1, ALONE + 1):
        start = trio.current_time()
        await store.append(Row(name, seq, 0, "person", 'pick ["activate:34:0"]', (300.0, 300.0), bytes(16)))
        found.append(trio.current_time() - start)
        await trio.sleep(0.005)
