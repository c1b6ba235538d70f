"""The journal's writer: one thread, one connection, one commit for all waiting jobs.

Jobs that arrive together go to the thread as one batch, once the loop adds no more. The next batch follows
when that one is on disk. One wake of the loop notifies all waiters. If one job of a batch fails, the others
are still written. Acts, lines of chat and clocks use prepared statements straight through the driver; other
writes are rare and use SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any

import sqlalchemy as sql
import structlog
import trio

from facedown_server.runtime.histogram import Histogram
from facedown_server.runtime.wakeup import Waiter
from facedown_server.runtime.world import Moment
from facedown_server.storage.postgresql_advice import add_advice
from facedown_server.storage.schema import LastAct, LastActs, UnknownJournalVersion
from facedown_server.storage.store import NotOurs, StoreFailed

Values = tuple[str | int | float | bytes, ...]
"""One row, in the order of its statement's parameters."""


class Append:
    """A statement of a driver, executed for many rows at once."""

    def __init__(self, text: str, names: tuple[str, ...] = ()) -> None:
        """`names`: the parameters of a driver that takes them by name, not by position."""
        self.text = text
        self.names = names

    def insert_rows(self, driver: Any, rows: Sequence[Values]) -> None:
        """Write rows in the open transaction of a driver's connection."""
        values = [dict(zip(self.names, row, strict=True)) for row in rows] if self.names else rows
        driver.cursor().executemany(self.text, values)

    def confirm(self) -> None:
        """Learn that the rows inserted last were committed."""


class ChainedAppend(Append):
    """The append statement of acts in SQLite, whose table has no index that could reject an act.

    An act that does not follow the last one of its match is rejected here. Acts get consecutive numbers: if
    another process has written to the file, the next number exists, and the table's key rejects it.
    """

    def __init__(self, last: LastActs) -> None:
        """`last`: the last committed acts. Kept up to date here."""
        super().__init__("INSERT INTO running_acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        self._last = last
        self._inserted: dict[str, LastAct] = {}
        """The last act of each match in the open transaction."""
        self._is_in_doubt = False
        """Whether the last rows may be committed or not."""

    def insert_rows(self, driver: Any, rows: Sequence[Any]) -> None:
        """Write rows: log, seq, seat, origin, body, clock0, clock1, digest.

        Raises StoreFailed if one of them does not follow the last act of its match.
        """
        if self._is_in_doubt:
            self._inserted = {
                log: LastAct(*act) for log, *act in driver.execute(NEWER_ACTS, (self._last.number,))
            }
            self.confirm()
        self._is_in_doubt = True
        inserted: dict[str, LastAct] = {}
        number, known, chained = self._last.number, self._last.by_log, []
        for log, seq, *columns in rows:
            before = inserted.get(log) or known.get(log) or _begun_match(driver, log)
            if seq != before.seq + 1:
                raise StoreFailed(f"act {seq} cannot follow act {before.seq} of {log}")
            number += 1
            chained.append((number, before.match, before.number, seq, *columns))
            inserted[log] = LastAct(before.match, seq, number)
        super().insert_rows(driver, chained)
        self._inserted = inserted

    def confirm(self) -> None:
        """Learn that the rows inserted last were committed."""
        self._last.by_log.update(self._inserted)
        self._last.number = max([self._last.number, *(act.number for act in self._inserted.values())])
        self._is_in_doubt = False


NEWER_ACTS = (
    "SELECT log, match, seq, running_acts.number FROM running_acts "
    "CROSS JOIN matches ON matches.number = match WHERE running_acts.number > ? ORDER BY running_acts.number"
)


def _begun_match(driver: Any, log: str) -> LastAct:
    """Return the beginning of a match without acts.

    Raises StoreFailed if there is no such match, or it is over.
    """
    found = driver.execute("SELECT number FROM matches WHERE log = ? AND record IS NULL", (log,)).fetchone()
    if found is None:
        raise StoreFailed(f"no match {log} is running")
    return LastAct(found[0], 0, 0)


class Appends:
    """All append statements of SQLite."""

    def __init__(self, last: LastActs) -> None:
        self.act = ChainedAppend(last)
        """log, seq, seat, origin, body, clock0, clock1, digest."""
        self.line = Append("INSERT INTO chat VALUES (?, ?, ?)")
        """code, seq, body."""
        self.clocks = Append("UPDATE clocks SET seq = ?, clock0 = ?, clock1 = ? WHERE log = ?")
        """seq, clock0, clock1, log."""


def transact(
    connection: sql.Connection, rows: Mapping[Append, Sequence[Values]], reach: Callable[[], None]
) -> None:
    """Write rows in one transaction; call `reach` before its commit.

    Raises DBAPIError.
    """
    driver: Any = connection.connection.driver_connection
    try:
        if connection.dialect.name == "sqlite":
            driver.execute("BEGIN")  # other drivers begin by themselves; this one is set not to
        for append, together in rows.items():
            append.insert_rows(driver, together)
        reach()
        driver.commit()
    except BaseException as error:
        driver.rollback()
        if isinstance(error, connection.dialect.loaded_dbapi.Error):
            raise sql.exc.DBAPIError(None, None, error) from error
        raise


# --- prepared statements ------------------------------------------------------------------------------------


log = structlog.get_logger(__name__)

MAX_BATCH_JOBS = 1000
QUIET_LOOP_TURNS = 3
"""Turns of the loop without a new job before a batch is handed over: enough for a received message to become
an act that waits for the disk.
"""
MAX_BATCH_DELAY_S = 0.004
"""Seconds after which a batch is handed over in any case: as long as one table's work may delay others."""

Check = Callable[[], object]
"""Checks the answers to a step's statements. Raises the reason if the transaction must not be committed."""
Step = Callable[[sql.Connection], Check | None]
"""Statements of a transaction. All of them are sent to the database before any answer is read; the returned
check reads the answers.
"""


class WriterJob:
    """One unit of writing: rows for an append statement, or a separate step."""

    __slots__ = ("append", "done", "error", "rows", "step")

    def __init__(self, append: Append | None = None, *rows: Values, step: Step | None = None) -> None:
        self.append = append
        self.rows = rows
        self.step = step
        self.done = Waiter()
        """Woken when the job was written or has failed."""
        self.error: Exception | None = None


class Writer:
    """Writer of jobs to the database of an engine. `run` must be running.

    `reach` is called before each commit, in the thread.
    """

    def __init__(self, engine: sql.Engine, reach: Callable[[Moment], None]) -> None:
        self.failures = 0
        """Number of failed writes."""
        self.commits = Histogram()
        """Times from a write's request until it was on disk."""
        self._engine = engine
        self._before_commit = partial(reach, Moment.COMMIT)
        self._failing = False
        self._closed = False
        self._gathered: list[WriterJob] = []
        """Jobs for the next batch."""
        self._something = trio.Event()
        """Set when a job waits."""
        self._idle = trio.Event()
        """Set when the thread is idle."""
        self._batches = SimpleQueue[list[WriterJob]]()
        """Batches for the thread; an empty one ends it."""

    def open(self) -> None:
        """Check, in a thread and before `run`, that the database can be written. A file needs no
        connection.
        """

    def close(self) -> None:
        """Release the resources of `open`, if `run` was never called."""

    async def write(self, job: WriterJob) -> None:
        """Write a job; return when it is on disk.

        Raises StoreFailed.
        """
        if self._closed:
            raise StoreFailed("the journal is closed")
        self._gathered.append(job)
        self._something.set()
        begun = trio.current_time()
        await job.done.wait()
        self.commits.observe(trio.current_time() - begun)
        if isinstance(job.error, StoreFailed):
            raise job.error
        if job.error is not None:
            raise StoreFailed(f"the journal did not take it: {database_reason(job.error)}") from job.error

    async def run(self) -> None:
        """Write until cancelled, then finish the waiting jobs."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._dispatch_batches)
            await trio.to_thread.run_sync(self._write_batches, trio.lowlevel.current_trio_token())

    async def _dispatch_batches(self) -> None:
        """Hand batches over to the thread, each when the last is written."""
        try:
            while True:
                await self._something.wait()
                await self._gather()
                self._idle = trio.Event()
                self._batches.put(self._take_batch())
                await self._idle.wait()
        finally:
            self._closed = True
            while self._gathered:
                self._batches.put(self._take_batch())
            self._batches.put([])

    async def _gather(self) -> None:
        """Wait until no more jobs arrive: committing many acts costs little more than committing one."""
        quiet, before = 0, len(self._gathered)
        until = trio.current_time() + MAX_BATCH_DELAY_S
        while quiet < QUIET_LOOP_TURNS and trio.current_time() < until:
            await trio.lowlevel.checkpoint()
            quiet, before = quiet + 1 if len(self._gathered) == before else 0, len(self._gathered)

    def _take_batch(self) -> list[WriterJob]:
        batch, self._gathered = self._gathered[:MAX_BATCH_JOBS], self._gathered[MAX_BATCH_JOBS:]
        if not self._gathered:
            self._something = trio.Event()
        return batch

    def _wake_waiters(self, batch: list[WriterJob]) -> None:
        """Wake the jobs' waiters and allow the next batch. Runs in trio's thread."""
        for job in batch:
            job.done.wake()
        self._idle.set()

    # --- in the thread --------------------------------------------------------------------------------------

    def _write_batches(self, loop: trio.lowlevel.TrioToken) -> None:
        """Write one batch after another over one connection, even while trio is busy."""
        with self._engine.connect() as connection:
            while batch := self._batches.get():
                self._commit(connection, batch)
                loop.run_sync_soon(self._wake_waiters, batch)
        self._engine.dispose()

    def _commit(self, connection: sql.Connection, batch: list[WriterJob]) -> None:
        """Write the whole batch in one transaction; if that fails, each job in its own."""
        try:
            self._transact(connection, batch)
        except Exception:
            for job in batch:
                try:
                    self._transact(connection, [job])
                except Exception as error:
                    job.error = error
        self._count([job.error for job in batch if job.error is not None])

    def _count(self, errors: list[Exception]) -> None:
        """Log when writes begin to fail, with the reason, and when they succeed again; not at every attempt.

        A write of another node's table is not counted, since it is no failure of the disk.
        """
        errors = [error for error in errors if not isinstance(error, NotOurs)]
        self.failures += len(errors)
        if errors and not self._failing:
            log.error("the journal cannot be written", reason=database_reason(errors[-1]))
        elif self._failing and not errors:
            log.info("the journal can be written again")
        self._failing = bool(errors)

    def _transact(self, connection: sql.Connection, jobs: list[WriterJob]) -> None:
        """Write all of these jobs in one transaction."""
        rows, steps = group_jobs(jobs)
        if not steps:
            transact(connection, rows, self._before_commit)
        else:
            with connection.begin():
                for append, together in rows.items():
                    append.insert_rows(connection.connection.driver_connection, together)
                for check in [step(connection) for step in steps]:
                    if check is not None:
                        check()
                self._before_commit()
        for append in rows:
            append.confirm()


def group_jobs(jobs: list[WriterJob]) -> tuple[dict[Append, list[Values]], list[Step]]:
    """Return the rows grouped by their append statement, and the steps.

    Rows of one log belong to one job, since its room waits for each.
    """
    rows: dict[Append, list[Values]] = {}
    for job in jobs:
        if job.append is not None:
            rows.setdefault(job.append, []).extend(job.rows)
    return rows, [job.step for job in jobs if job.step is not None]


def database_reason(error: Exception) -> str:
    """Return a database's own reason ("database or disk is full") without the data; for PostgreSQL also what
    to do.
    """
    if isinstance(error, sql.exc.DBAPIError):
        return add_advice(str(error.orig).splitlines()[0].rstrip("."))
    return str(error) if isinstance(error, (UnknownJournalVersion, StoreFailed)) else type(error).__name__
