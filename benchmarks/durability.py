"""The cost of storing everything on the disk before it is sent: acts carried out with and without the
journal.

Sixteen tables at once carry out random legal acts in one process; each act is stored before the next. For
the latency players think between their acts: how long does one take until it may be sent, with the journal
and without, in rounds that take turns? The difference cannot be less than one sync of the disk below the
temporary folder (TMPDIR), which is timed in the same rounds.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import trio

from benchmarks.baseline import Figure, cpu, run_twenty
from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import Choice
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Header, LogRow, Store, StoredTable
from facedown_server.table import RandomStreams, Setup
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.messages import Settings
from proofs.play.player import choose, exhaust

TABLES_COUNT = 16
ACTS_PER_TABLE_COUNT = 60
"""Acts at each table."""

ROUNDS_COUNT = 5

CROWDS = (20, 100)
"""Numbers of concurrent tables, each of which stores one act after another."""

THOUGHT = {1: 0.01, TABLES_COUNT: 0.05}
"""So many tables at once -> mean seconds a player thinks while latency is measured."""

PAGES_PER_ACT_BYTES = 2 * 4_120
"""Bytes of the two pages an act changes, as the write-ahead log has them."""

Opened = Callable[[], AbstractAsyncContextManager[Store]]


def figures() -> Iterator[Figure]:
    """Return the rows a CPU second without and with the journal; and how long one act waits for the disk."""
    server = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server
    without, with_it, sticks = [], [], []
    for _ in range(ROUNDS_COUNT):
        sticks.append(cpu(run_twenty) / 20)
        without.append(trio.run(_time_row, server, _open_memory_store))
        with_it.append(trio.run(_time_row, server, _open_journal))
    stick, bare, medians = (statistics.median(each) for each in (sticks, without, with_it))
    yield Figure("rows a CPU second, 16 tables, without a journal", 1 / bare, "rows/s", bare / stick)
    yield Figure("rows a CPU second, 16 tables, with the journal", 1 / medians, "rows/s", medians / stick)
    yield Figure("CPU that the journal adds to a row", 100 * (medians - bare) / bare, "%")
    for tables in CROWDS:
        yield from _alone(tables)
    for tables in THOUGHT:
        yield from _added_costs(server, tables)


def _alone(tables: int) -> Iterator[Figure]:
    """Return the cost of the journal for an act alone: so many tables that store one act after another."""
    bare, times, sticks = [], [], []
    for _ in range(ROUNDS_COUNT):
        sticks.append(cpu(run_twenty) / 20)
        bare.append(trio.run(_time_stored_act, _open_memory_store, tables))
        times.append(trio.run(_time_stored_act, _open_journal, tables))
    added = statistics.median(times) - statistics.median(bare)
    name = f"CPU that the journal adds to an act, {tables} tables at once"
    yield Figure(name, 1e6 * added, "µs", added / statistics.median(sticks))


async def _time_stored_act(opened: Opened, tables: int) -> float:
    """Return the CPU seconds of storing one act, all threads counted."""

    async def store_acts(number: int) -> None:
        name, body = f"BENCH-{number}", log_codec.encode_body(Choice(("summon:12",)))
        await store.store_match(
            _header(name, bytes(32)), StoredTable(code=name, settings=Settings(), log=name)
        )
        for seq in range(1, ACTS_PER_TABLE_COUNT + 1):
            await store.append(LogRow(name, seq, seq % 2, "person", body, (300.0, 299.5), bytes(16)))

    async with opened() as store:
        start = time.process_time()
        async with trio.open_nursery() as nursery:
            for number in range(tables):
                nursery.start_soon(store_acts, number)
        return (time.process_time() - start) / (tables * ACTS_PER_TABLE_COUNT)


def _added_costs(server: ServerContext, tables: int) -> Iterator[Figure]:
    """Return medians of rounds that take turns: an act without the journal, with it, and one sync of the
    disk.
    """
    bare, times, syncs = [], [], []
    for _ in range(ROUNDS_COUNT):
        bare.append(trio.run(_latencies, server, _open_memory_store, tables))
        times.append(trio.run(_latencies, server, _open_journal, tables))
        syncs.append(_syncs())
    without, with_it, sync = (
        1000 * statistics.median(map(statistics.median, each)) for each in (bare, times, syncs)
    )
    worst = 1000 * statistics.median(statistics.quantiles(each, n=100)[98] for each in times)
    name = f"an act, {tables} tables at once" if tables > 1 else "an act, 1 table"
    yield Figure(f"{name}: p50 without a journal", without, "ms")
    yield Figure(f"{name}: p50 with the journal", with_it, "ms")
    yield Figure(f"{name}: p99 with the journal", worst, "ms")
    yield Figure(f"{name}: latency the journal adds, p50", with_it - without, "ms (goal 3)")
    yield Figure(f"{name}: of that, one sync, p50", sync, "ms")


def _syncs() -> list[float]:
    """Return the seconds to overwrite an act's pages and sync them to the disk."""
    found = []
    with tempfile.TemporaryFile() as file:
        for number in range(100):
            time.sleep(number * 37 % 10 / 1_000)  # like acts, at any phase of other work
            file.seek(number % 10 * PAGES_PER_ACT_BYTES)
            start = time.perf_counter()
            file.write(bytes(PAGES_PER_ACT_BYTES))
            file.flush()
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - start)
    return found[20:]


@asynccontextmanager
async def _open_memory_store() -> AsyncIterator[Store]:
    yield MemoryStore()


@asynccontextmanager
async def _open_journal() -> AsyncIterator[Store]:
    with tempfile.TemporaryDirectory(prefix="facedown-bench-") as folder:
        async with trio.open_nursery() as nursery:
            journal = Journal(f"sqlite:///{Path(folder) / 'bench.sqlite3'}")
            await nursery.start(journal.run)
            yield journal
            nursery.cancel_scope.cancel()


async def _time_row(server: ServerContext, opened: Opened) -> float:
    """Return the CPU seconds of one row, all threads counted."""
    async with opened() as store:
        start = time.process_time()
        async with trio.open_nursery() as nursery:
            for number in range(TABLES_COUNT):
                nursery.start_soon(_play, server, store, number)
        return (time.process_time() - start) / (TABLES_COUNT * ACTS_PER_TABLE_COUNT)


async def _play(server: ServerContext, store: Store, number: int, thought: float = 0.0) -> list[float]:
    """Play so many random acts at one table, each stored before the next; return the seconds of each."""
    decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
    pair = decks[number % len(decks)], decks[(number + 1) % len(decks)]
    setup, secret = Setup("master", pair), number.to_bytes(32, "big")
    match, dice = server.match(setup), RandomStreams(secret + b"dice")
    exhaust(match.start(setup, RandomStreams(secret)))
    name, took = f"BENCH-{number}", []
    await store.store_match(_header(name, secret), StoredTable(code=name, settings=Settings(), log=name))
    for seq in range(1, ACTS_PER_TABLE_COUNT + 1):
        if match.result() is not None:
            break
        act = choose(match.prompts()[0], dice, 20)
        if thought:
            await trio.sleep(thought * dice.draw_below(2_000, "thought") / 1_000)
        start = time.perf_counter()
        match.check(act)
        exhaust(match.apply(act))
        await store.append(
            LogRow(name, seq, act.seat, "person", log_codec.encode_body(act.body), (0.0, 0.0), match.digest())
        )
        took.append(time.perf_counter() - start)
    return took


def _header(name: str, secret: bytes) -> Header:
    return Header(
        log=name, code=name, settings=Settings(), engine="", fingerprint="", secret=secret, decks=("", ""),
        names=("", ""), opening=b"",
    )  # fmt: skip


async def _latencies(server: ServerContext, opened: Opened, tables: int) -> list[float]:
    """Return the seconds of each act, at so many concurrent tables whose players think."""
    found: list[float] = []

    async def play(number: int) -> None:
        found.extend(await _play(server, store, number, THOUGHT[tables]))

    async with opened() as store, trio.open_nursery() as nursery:
        for number in range(tables):
            nursery.start_soon(play, number)
    return found
