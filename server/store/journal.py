"""The store in a database: SQLAlchemy Core, one writer task, group commit in a thread.

SQLite in WAL mode with synchronous=FULL: what `append` has returned from survives a killed process. Only the
writer writes; one bad job of a batch fails alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql
import trio

from server.store.store import Header, Keys, Log, Row, StoreFailed, latest_clocks

LARGEST_BATCH = 1000

Found = TypeVar("Found")

_meta = sql.MetaData()
MATCHES = sql.Table(
    "matches", _meta,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("log", sql.String(64), unique=True, nullable=False),
    sql.Column("header", sql.LargeBinary, nullable=False),
    sql.Column("result", sql.Text, nullable=False),
)  # fmt: skip
ACTS = sql.Table(
    "acts", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("origin", sql.String(8), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("clock0", sql.Float, nullable=False),
    sql.Column("clock1", sql.Float, nullable=False),
    sql.Column("digest", sql.LargeBinary, nullable=False),
)  # fmt: skip
KEYS = sql.Table(
    "keys", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("used", sql.LargeBinary, nullable=False),
    sql.Column("fresh", sql.LargeBinary, nullable=False),
)  # fmt: skip
CLOCKS = sql.Table(
    "clocks", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seq", sql.Integer, nullable=False),
    sql.Column("clock0", sql.Float, nullable=False),
    sql.Column("clock1", sql.Float, nullable=False),
)  # fmt: skip

_ADD_MATCH, _ADD_ACT, _ADD_KEYS, _ADD_CLOCKS = (sql.insert(table) for table in (MATCHES, ACTS, KEYS, CLOCKS))
_END_MATCH = sql.update(MATCHES).where(MATCHES.c.log == sql.bindparam("which"))
_SET_CLOCKS = sql.update(CLOCKS).where(CLOCKS.c.log == sql.bindparam("which"))
_SET_KEYS = sql.update(KEYS).where(
    KEYS.c.log == sql.bindparam("which"), KEYS.c.seat == sql.bindparam("whose")
)

Work = tuple[sql.Insert | sql.Update, Mapping[str, Any]]


class _Job:
    """Statements that belong together, and whoever waits for them."""

    __slots__ = ("done", "error", "work")

    def __init__(self, work: Iterable[Work]) -> None:
        self.work = tuple(work)
        self.done = trio.Event()
        self.error: Exception | None = None


class Journal:
    """The store behind a database address such as "sqlite:///facedown.sqlite3". `run` must be running."""

    def __init__(self, address: str) -> None:
        if address.startswith("sqlite"):
            # trio's threads differ from call to call; the single writer keeps it safe.
            self._engine = sql.create_engine(address, connect_args={"check_same_thread": False})
            sql.event.listen(self._engine, "connect", _harden)
        else:
            self._engine = sql.create_engine(address)
        self._send, self._receive = trio.open_memory_channel[_Job](LARGEST_BATCH)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Write until cancelled; a batch under way is finished first."""
        await trio.to_thread.run_sync(_meta.create_all, self._engine)
        task_status.started()
        try:
            while True:
                batch = [await self._receive.receive()]
                while len(batch) < LARGEST_BATCH and (job := self._next()):
                    batch.append(job)
                await self._write(batch)
        finally:
            while job := self._next():
                job.error = StoreFailed("the journal was closed")
                job.done.set()
            self._receive.close()
            self._engine.dispose()

    def _next(self) -> _Job | None:
        try:
            return self._receive.receive_nowait()
        except trio.WouldBlock:
            return None

    async def _write(self, batch: list[_Job]) -> None:
        for job in batch:
            job.error = StoreFailed("the journal was closed")
        try:
            await trio.to_thread.run_sync(self._commit, batch)
        finally:
            for job in batch:
                job.done.set()

    def _commit(self, batch: list[_Job]) -> None:
        """In a thread: the whole batch in one transaction; if that fails, each job in its own."""
        try:
            self._transact(batch)
        except Exception:
            for job in batch:
                job.error = self._try_alone(job)
        else:
            for job in batch:
                job.error = None

    def _try_alone(self, job: _Job) -> Exception | None:
        try:
            self._transact([job])
        except Exception as error:
            return error
        return None

    def _transact(self, jobs: list[_Job]) -> None:
        """Equal statements go together. Jobs of one log never share a batch: its room waits for each."""
        grouped: dict[int, tuple[sql.Insert | sql.Update, list[Mapping[str, Any]]]] = {}
        for job in jobs:
            for statement, values in job.work:
                grouped.setdefault(id(statement), (statement, []))[1].append(values)
        with self._engine.begin() as connection:
            for statement, rows in grouped.values():
                connection.execute(statement, rows)

    async def _keep(self, *work: Work) -> None:
        job = _Job(work)
        try:
            await self._send.send(job)
        except trio.BrokenResourceError as closed:
            raise StoreFailed("the journal is closed") from closed
        await job.done.wait()
        if job.error is not None:
            raise StoreFailed(f"the journal did not take it: {type(job.error).__name__}") from job.error

    # --- the store's face -----------------------------------------------------------------------------------

    async def begin(self, header: Header, keys: tuple[Keys, Keys]) -> None:
        """Keep the header of a new match."""
        log = header.log
        await self._keep(
            (_ADD_MATCH, {"log": log, "header": msgspec.json.encode(header), "result": ""}),
            *((_ADD_KEYS, {"log": log, "seat": seat, **_fields(key)}) for seat, key in enumerate(keys)),
            (_ADD_CLOCKS, {"log": log, "seq": 0, "clock0": 0.0, "clock1": 0.0}),
        )

    async def append(self, row: Row) -> None:
        """Keep one act."""
        values = _fields(row)
        clocks = values.pop("clocks")
        await self._keep((_ADD_ACT, {**values, "clock0": clocks[0], "clock1": clocks[1]}))

    async def keep_keys(self, log: str, seat: int, keys: Keys) -> None:
        """Keep the tokens of a seat."""
        await self._keep((_SET_KEYS, {"which": log, "whose": seat, **_fields(keys)}))

    async def keep_clocks(self, log: str, seq: int, clocks: tuple[float, float]) -> None:
        """Keep the seconds left some time after act `seq`."""
        values = {"which": log, "seq": seq, "clock0": clocks[0], "clock1": clocks[1]}
        await self._keep((_SET_CLOCKS, values))

    async def finish(self, log: str, result: str) -> None:
        """The match is over."""
        await self._keep((_END_MATCH, {"which": log, "result": result}))

    async def read(self, log: str) -> Log:
        """A match with all its acts."""
        return await self._ask(lambda connection: _read(connection, log))

    async def unfinished(self) -> list[str]:
        """Logs of matches that were running, oldest first."""
        query = sql.select(MATCHES.c.log).where(MATCHES.c.result == "").order_by(MATCHES.c.number)
        return await self._ask(lambda connection: list(connection.scalars(query)))

    async def _ask(self, question: Callable[[sql.Connection], Found]) -> Found:
        def answer() -> Found:
            with self._engine.connect() as connection:
                return question(connection)

        try:
            return await trio.to_thread.run_sync(answer)
        except sql.exc.SQLAlchemyError as error:
            raise StoreFailed(f"the journal cannot be read: {type(error).__name__}") from error


def _read(connection: sql.Connection, log: str) -> Log:
    found = connection.execute(sql.select(MATCHES).where(MATCHES.c.log == log)).one_or_none()
    if found is None:
        raise StoreFailed(f"there is no log {log}")
    acts = connection.execute(sql.select(ACTS).where(ACTS.c.log == log).order_by(ACTS.c.seq))
    rows = tuple(Row(log, r.seq, r.seat, r.origin, r.body, (r.clock0, r.clock1), r.digest) for r in acts)
    one, other = connection.execute(sql.select(KEYS).where(KEYS.c.log == log).order_by(KEYS.c.seat))
    noted = connection.execute(sql.select(CLOCKS).where(CLOCKS.c.log == log)).one()
    return Log(
        msgspec.json.decode(found.header, type=Header),
        rows,
        (Keys(one.used, one.fresh), Keys(other.used, other.fresh)),
        latest_clocks(rows, noted.seq, (noted.clock0, noted.clock1)),
        found.result,
    )


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _harden(connection: Any, record: object) -> None:
    """SQLite, but every commit is on the disk before it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
