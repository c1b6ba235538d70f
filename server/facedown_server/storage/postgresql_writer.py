"""The journal's writer for a database in another process: connections may be lost, but no commit stays in
doubt.

Every transaction increments a number in the node's own row. When the connection is lost during a commit,
the next connection first takes that row, so that the old connection cannot write any more. Then it reads
the number, which tells whether the commit succeeded: no client is told "nothing happened" about an act
that exists. While the database is unreachable, jobs in doubt wait and all others fail.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty
from typing import Any

import sqlalchemy as sql
import trio

from facedown_server.runtime.world import Moment
from facedown_server.storage import ownership
from facedown_server.storage.journal_writer import Writer, WriterJob, group_jobs
from facedown_server.storage.postgresql import OPENERS
from facedown_server.storage.schema import UnknownJournalVersion
from facedown_server.storage.store import KeyUsed, NotOurs

DOUBT_RETRY_DELAY_S = 0.5
"""Seconds between two attempts to resolve a transaction in doubt."""

MAX_WRITE_ATTEMPTS = 2
"""Attempts to write a batch. It is only retried if it was certainly not written because its connection
was lost.
"""

TAKE = (
    "INSERT INTO writers AS mine (name, session, batch) VALUES (%s, 1, 0) "
    "ON CONFLICT (name) DO UPDATE SET session = mine.session + 1 RETURNING session, batch"
)
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Sent together with the first statement. The driver would send it alone and wait for the answer."""
COUNT_UP = "UPDATE writers SET batch = %s WHERE name = %s AND session = %s"
END_BACKEND = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s "
    "AND usename = current_user"
)
WHO = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"


ALONE = "SELECT pg_advisory_lock(7777, hashtext(%s))"
"""The advisory lock of the only node of a name, held as long as its connection."""

LOCK_NOT_AVAILABLE, ADMIN_SHUTDOWN = "55P03", "57P01"
OTHER_NAME = "several need names of their own: --node"


class WriterDisplaced(Exception):
    """Another connection writes for this node now."""


class CertainWriter(Writer):
    """Writer of jobs to PostgreSQL. Call `open`, then `run`. `name`: the node that owns the writer's row."""

    def __init__(self, engine: sql.Engine, reach: Callable[[Moment], None], name: str = "facedown") -> None:
        super().__init__(engine, reach)
        self._name = name
        self._connection: sql.Connection | None = None
        self._driver: Any = None
        """The driver's connection inside SQLAlchemy's."""
        self._session = self._number = 0
        """The number of the connection, and of its last transaction."""
        self._backend: tuple[int, Any] | None = None
        """The backend process of the connection, and its start time."""
        self._is_committing = False
        """True if a commit was sent and not answered yet."""
        self._doubt: list[WriterJob] = []
        """The jobs of transaction `_number`, whose connection was lost during the commit."""

    def open(self) -> None:
        """Connect, in a thread.

        Raises SQLAlchemyError, and UnknownJournalVersion if another server writes with this node's name.
        """
        self._connect()

    def close(self) -> None:
        """Close the connection, if `run` was never called."""
        self._disconnect()

    # --- in the thread --------------------------------------------------------------------------------------

    def _write_batches(self, loop: trio.lowlevel.TrioToken) -> None:
        """Write one batch after another, reconnecting as needed."""
        try:
            while (batch := self._next()) != []:
                settled = self._write_certainly(batch or [])
                if batch or settled:
                    loop.run_sync_soon(self._wake_waiters, settled)
        finally:
            for job in self._doubt:
                job.error = WriterDisplaced("the server has stopped")
            self._disconnect()
            self._engine.dispose()

    def _next(self) -> list[WriterJob] | None:
        """Return the next batch; [] for the end, None to check a transaction in doubt again."""
        try:
            return self._batches.get(timeout=DOUBT_RETRY_DELAY_S if self._doubt else None)
        except Empty:
            return None

    def _write_certainly(self, batch: list[WriterJob]) -> list[WriterJob]:
        """Write a batch and resolve jobs in doubt; return the jobs with a known result."""
        settled: list[WriterJob] = []
        for _ in range(MAX_WRITE_ATTEMPTS):
            try:
                number = self._connect() if self._connection is None else self._number
            except Exception as error:
                self._refuse(batch, error)
                return settled + batch
            doubt, self._doubt = self._doubt, []
            if number == self._number:
                settled += doubt
            else:
                batch = doubt + batch
            self._number = number
            done, batch = self._attempt(batch)
            settled += done
            if not batch and not self._doubt:
                break
        if batch:
            self._refuse(batch, WriterDisplaced("the connection was lost"))
        return settled + batch

    def _refuse(self, batch: list[WriterJob], error: Exception) -> None:
        for job in batch:
            job.error = error
        self._count([error for _ in batch])

    def _attempt(self, batch: list[WriterJob]) -> tuple[list[WriterJob], list[WriterJob]]:
        """Write the whole batch in one transaction; if that fails, each job in its own.

        Returns the jobs with a known result, and those certainly not written because the connection was lost.
        """
        if not batch or self._write_transaction(batch) is None:
            self._count([])
            return batch, []
        if self._is_lost():
            return [], self._unwritten_jobs(batch)
        for number, job in enumerate(batch):
            job.error = self._write_transaction([job])
            if self._is_lost():
                job.error = None
                return batch[:number], [*self._unwritten_jobs([job]), *batch[number + 1 :]]
        self._count([job.error for job in batch if job.error is not None])
        return batch, []

    def _is_lost(self) -> bool:
        return self._connection is None

    def _unwritten_jobs(self, jobs: list[WriterJob]) -> list[WriterJob]:
        """Return the jobs of a lost connection that were certainly not written; during a commit they are in
        doubt.
        """
        if not self._is_committing:
            return jobs
        self._doubt = jobs
        return []

    def _write_transaction(self, jobs: list[WriterJob]) -> Exception | None:
        """Write these jobs in one transaction; return the error, None on success. A lost connection leaves
        the result unknown.
        """
        assert self._connection is not None, "there is a connection when something is written"
        self._number += 1
        self._is_committing = False
        try:
            self._transact(self._connection, jobs)
        except Exception as error:
            if self._driver.closed:
                self._disconnect()
            return _refusal_of(error)
        return None

    def _transact(self, connection: sql.Connection, jobs: list[WriterJob]) -> None:
        """Send everything in one round trip, with the number of the transaction; the commit is a second
        one.
        """
        rows, steps = group_jobs(jobs)
        driver: Any = connection.connection.driver_connection
        failed: type[Exception] = connection.dialect.loaded_dbapi.Error
        try:
            with driver.pipeline():
                driver.execute(BEGIN)
                counted = driver.execute(COUNT_UP, (self._number, self._name, self._session))
                for append, together in rows.items():
                    append.insert_rows(driver, together)
                checks = [step(connection) for step in steps]
            if counted.rowcount != 1:
                raise WriterDisplaced("another server writes in its place")
            for check in checks:
                if check is not None:
                    check()
            self._before_commit()
            self._is_committing = True
            driver.commit()
            connection.commit()  # for SQLAlchemy, which began with a step
        except BaseException as error:
            with suppress(failed, sql.exc.SQLAlchemyError):
                connection.rollback()
                driver.rollback()
            if isinstance(error, failed):
                raise sql.exc.DBAPIError(None, None, error) from error
            raise

    # --- the connection -------------------------------------------------------------------------------------

    def _connect(self) -> int:
        """Return a connection that alone may write for this node, and the number of its last transaction.

        Taking the row waits for a transaction in doubt to end. Its backend is terminated if it is still
        alive.
        """
        connection = self._engine.connect()
        try:
            driver: Any = connection.connection.driver_connection
            if self._backend is not None:
                driver.execute(END_BACKEND, self._backend)
            self._claim(driver)
            session, number = driver.execute(TAKE, (self._name,)).fetchone()
            backend = driver.execute(WHO).fetchone()
            driver.commit()
            driver.autocommit = True
        except BaseException as error:
            connection.invalidate()
            connection.close()
            if isinstance(error, connection.dialect.loaded_dbapi.Error):
                raise sql.exc.DBAPIError(None, None, error) from error
            raise
        self._connection, self._driver = connection, driver
        self._session, self._backend = session, backend
        return int(number)

    def _claim(self, driver: Any) -> None:
        """Become the only node of this name, as long as the connection lasts.

        Raises UnknownJournalVersion if another server has this name.
        """
        try:
            driver.execute(ALONE, (self._name,))
        except Exception as error:
            if sqlstate_of(error) == LOCK_NOT_AVAILABLE:
                raise UnknownJournalVersion(
                    f"another server called {self._name} runs on this database ({OTHER_NAME})"
                ) from error
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()


def _refusal_of(error: Exception) -> Exception:
    """Return the refusal that an error of the database means; the error itself if it is a failure."""
    match sqlstate_of(error):
        case ownership.NOT_NULL_VIOLATION:
            return NotOurs()
        case ownership.UNIQUE_VIOLATION if f"{OPENERS.name}_pkey" in str(error):
            return KeyUsed()
        case _:
            return error


def sqlstate_of(error: BaseException) -> str:
    """Return PostgreSQL's SQLSTATE of an error; "" for other errors."""
    return str(getattr(getattr(error, "orig", None) or error, "sqlstate", None) or "")
