"""The store in a database: SQLAlchemy Core, one writer in its own thread, group commit.

The database is SQLite in WAL mode with synchronous=FULL, or PostgreSQL (`postgresql.py`). Once `append` has
returned, the act survives a killed process. Only the writer writes; if one job of a batch fails, the others
are still written. Acts use prepared statements (`journal_writer.py`); the schema is in `schema.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql
import trio

from facedown_server.runtime.data_folder import private
from facedown_server.runtime.world import Moment
from facedown_server.storage import schema
from facedown_server.storage.journal_writer import Appends, Check, Values, Writer, WriterJob, database_reason
from facedown_server.storage.ownership import FencedAppends, Ownership
from facedown_server.storage.postgresql import OPENERS, parse_database_url
from facedown_server.storage.postgresql_advice import add_advice
from facedown_server.storage.postgresql_writer import ADMIN_SHUTDOWN, CertainWriter, sqlstate_of
from facedown_server.storage.schema import CHAT, CLOCKS, EVENT_MATCHES, MATCHES, TABLES
from facedown_server.storage.store import (
    ChatLine,
    Header,
    LogRow,
    Pair,
    StoredLog,
    StoredTable,
    StoreFailed,
    TableDamaged,
    TableOutline,
    latest_clocks,
    read_chat_line,
)

USUAL_NODE = "facedown"
"""The default name of a node."""

MAX_START_ATTEMPTS = 3
"""Attempts of a start whose database connection is lost."""

DATABASE_FILE_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the files that belong to an SQLite database."""

MAX_CACHE_KIB = 512
"""Pages of the database that an SQLite connection caches; its default is 2,000 KiB."""


Found = TypeVar("Found")


class Journal:
    """The store behind a database URL such as "sqlite:///facedown.sqlite3". `run` must be running.

    `reach` is called before each commit, in the writer's thread. `accept_loss`: the host accepts a database
    that may lose committed data. `node`: this node's name in a shared database.

    Raises ImportError if the driver is missing, SQLAlchemyError if the URL is invalid.
    """

    def __init__(
        self,
        address: str,
        reach: Callable[[Moment], None] = lambda moment: None,
        *,
        accept_loss: bool = False,
        node: str = USUAL_NODE,
    ) -> None:
        self.writer: Writer
        """Writer of all batches, one after another."""
        self._database = parse_database_url(address, accept_loss=accept_loss, node=node)
        """The PostgreSQL database; None for SQLite."""
        self.ownership: Ownership | None = None
        """The tables that this node owns in a shared database; None if the database is not shared."""
        self._tables_of: dict[str, str] = {}
        """Log -> table code, for the logs being written."""
        if self._database is not None:
            self.engine = self._database.engine
            self.writer = CertainWriter(self.engine, reach, node)
            self.ownership = Ownership(node)
        else:
            # Trio's threads differ from call to call; having one writer makes this safe.
            self.engine = sql.create_engine(address, connect_args={"check_same_thread": False})
            sql.event.listen(self.engine, "connect", _harden)
            sql.event.listen(self.engine, "begin", _begin_transaction)
            self.writer = Writer(self.engine, reach)
        self._last_acts = schema.LastActs()
        self._appends = Appends(self._last_acts) if self.ownership is None else FencedAppends()

    @property
    def failures(self) -> int:
        """Number of failed writes."""
        return self.writer.failures

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Write until cancelled, then finish the waiting jobs.

        Raises UnknownJournalVersion if the journal is not ours or newer, OSError if it cannot be opened.
        """
        try:
            await self._prepare_database()
            task_status.started()
            await self.writer.run()
        finally:
            self.writer.close()
            self.engine.dispose()

    async def _prepare_database(self) -> None:
        """Prepare the database; retry if it closes the connection.

        A node that takes over our tables terminates all of our connections.
        """
        left = MAX_START_ATTEMPTS
        while left:
            try:
                await trio.to_thread.run_sync(self._prepare)
            except sql.exc.DBAPIError as error:
                left -= 1
                if not left or sqlstate_of(error) != ADMIN_SHUTDOWN:
                    raise
                self.writer.close()
            else:
                return

    def _prepare(self) -> None:
        if file := database_file(self.engine.url):
            private(file)  # before SQLite makes it; SQLite's other files get the same mode
            for end in DATABASE_FILE_SUFFIXES[1:]:
                if (path := file.with_name(file.name + end)).exists():
                    private(path)
        with self.engine.begin() as connection:
            if self._database is not None:
                self._database.claim_database(connection)
            schema.prepare(connection)
        with self.engine.connect() as connection:  # by itself: damage must not fail the commit above
            last = schema.last_acts(connection)
        self._last_acts.by_log, self._last_acts.number = last.by_log, last.number
        self.writer.open()
        if self.ownership is not None:
            with self.engine.begin() as connection:
                self.ownership.reclaim_tables(connection)

    async def write_statements(
        self, code: str, *statements: sql.Executable, closed_too: bool = False
    ) -> None:
        """Write these statements of a table as one job. `closed_too`: also if the table is closed.

        Raises StoreFailed, NotOurs if another node owns the table.
        """
        if self.ownership is None or not code:
            await self.writer.write(WriterJob(step=partial(_execute, statements)))
            return
        ownership, epochs = self.ownership, list[int]()

        def run_fenced(connection: sql.Connection) -> Check:
            held = ownership.claim_until_commit(code, connection, closed_too=closed_too)
            _execute(statements, connection)
            return lambda: epochs.append(held())

        await self.writer.write(WriterJob(step=run_fenced))
        ownership.epochs.setdefault(code, epochs[-1])

    def _ownership_values(self, code: str) -> Values:
        """Return the ownership values to write with a row of this table.

        Raises NotOurs if another node owns the table.
        """
        return () if self.ownership is None else self.ownership.values_for(code)

    def _table_of(self, name: str) -> str:
        """Return the table code of a log."""
        return self._tables_of.get(name) or name.rpartition("-")[0]

    # --- the Store interface --------------------------------------------------------------------------------

    async def store_table(self, table: StoredTable) -> None:
        """Store the present state of a table."""
        openers = [] if self.ownership is None else self.ownership.opener_statements(table)
        await self.write_statements(table.code, *openers, *_upsert_table(table))

    async def delete_table(self, code: str) -> None:
        """Delete a closed table and its chat."""
        statements = _delete_statements(code)
        if self.ownership is not None:
            statements += self.ownership.release_statements(code)
        await self.write_statements(code, *statements)
        if self.ownership is not None:
            self.ownership.epochs.pop(code, None)

    async def hand_over(self, code: str, target: str, handover_data: bytes) -> int:
        """Give a table to another node; return its epoch there. `handover_data`: data for that node beside
        the log.

        Raises StoreFailed; then this node still owns the table, if it did before.
        """
        assert self.ownership is not None, "only where several servers share a database there is another"
        *_, epoch = self.ownership.values_for(code)
        self.ownership.leaving.add(code)
        try:
            await self.writer.write(
                WriterJob(step=partial(self.ownership.transfer, code, target, handover_data))
            )
            self.ownership.epochs.pop(code, None)
        finally:
            self.ownership.leaving.discard(code)
        return epoch + 1

    async def store_chat_line(self, line: ChatLine) -> None:
        """Store a line of chat."""
        row = line.table, line.seq, msgspec.json.encode(line), *self._ownership_values(line.table)
        await self.writer.write(WriterJob(self._appends.line, row))

    async def store_match(self, header: Header, table: StoredTable) -> None:
        """Store the header of a new match, and its table."""
        await self.write_statements(table.code, *_insert_match(header), *_upsert_table(table))
        self._tables_of[header.log] = table.code

    async def import_match(self, header: Header | None, table: StoredTable) -> None:
        """Store an imported table with the header of its match.

        It replaces the remains of a closed table with this code.
        """
        match = []
        if header is not None:
            forgotten = schema.forget_match_statements(self.engine.dialect, header.log)
            match = [*forgotten, *_insert_match(header)]
        openers = [] if self.ownership is None else self.ownership.opener_statements(table, is_imported=True)
        await self.write_statements(table.code, *openers, *match, *_upsert_table(table), closed_too=True)
        if header is not None:
            self._last_acts.by_log.pop(header.log, None)
            self._tables_of[header.log] = table.code

    async def find_opened_table(self, own: bytes) -> str:
        """Return the code of the table opened with the key of this digest, on any node of a shared database.

        "" if there is none, or the database is not shared.
        """
        if self.ownership is None:
            return ""
        query = sql.select(OPENERS.c.code).where(OPENERS.c.key == own)
        return await self.query(lambda connection: connection.scalar(query) or "")

    async def update_header(self, header: Header) -> None:
        """Store the header of a match again, with the players' shares."""
        await self.write_statements(header.code, _insert_header(header))

    async def append(self, *rows: LogRow) -> None:
        """Store consecutive acts of one match: all of them or none."""
        held = self._ownership_values(self._table_of(rows[0].log))
        values = [
            (row.log, row.seq, row.seat, row.origin, row.body, *row.clocks, row.digest, *held) for row in rows
        ]
        await self.writer.write(WriterJob(self._appends.act, *values))

    async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        """Store the seconds left some time after act `seq`."""
        held = self._ownership_values(self._table_of(log))
        await self.writer.write(WriterJob(self._appends.clocks, (seq, *clocks, log, *held)))

    async def finish_match(self, log: str, result: str) -> None:
        """End the match and compact its log into one record. The caller must have no act in progress."""
        last = self._last_acts.of(log)
        statements = await self.query(
            lambda connection: schema.compaction_statements(connection, log, result, last)
        )
        await self.write_statements(self._table_of(log), *statements)
        self._last_acts.by_log.pop(log, None)
        self._tables_of.pop(log, None)

    async def check_writable(self) -> None:
        """Write without changing anything, to test whether the disk accepts it."""
        await self.write_statements("", *schema.write_test_statements())

    async def tables(self) -> list[str]:
        """Return the codes of the stored tables, oldest first."""
        query = sql.select(TABLES.c.code).order_by(TABLES.c.number)
        return self._owned_codes(await self.query(lambda connection: list(connection.scalars(query))))

    async def list_tables(self) -> list[TableOutline]:
        """Return all stored tables, oldest first. Each is read by itself, so a damaged one does not affect
        the others.
        """
        query = sql.select(TABLES.c.code).order_by(TABLES.c.number)
        return await self.query(
            lambda connection: [
                _glance(connection, code) for code in self._owned_codes(connection.scalars(query).all())
            ]
        )

    def _owned_codes(self, codes: Sequence[str]) -> list[str]:
        """Return those of these tables that this node owns."""
        return [code for code in codes if self.ownership is None or code in self.ownership.epochs]

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        """Return a stored table and its chat."""
        return await self.query(lambda connection: _read_table(connection, code))

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table without its chat, None if no table has this code. Both cases take one query."""
        query = sql.select(TABLES.c.body).where(TABLES.c.code == code)
        body = await self.query(lambda connection: connection.scalar(query))
        return None if body is None else msgspec.json.decode(body, type=StoredTable)

    async def read_match(self, log: str) -> StoredLog:
        """Return a match with all its acts."""
        last = self._last_acts.of(log)
        return await self.query(lambda connection: _read_match(connection, log, last))

    async def history(self, code: str) -> list[str]:
        """Return the logs of all matches of a table, the latest last. Closed tables have a history too."""
        mine = MATCHES.c.log.startswith(f"{code}-", autoescape=True)
        query = sql.select(MATCHES.c.log).where(mine).order_by(MATCHES.c.number)
        return await self.query(lambda connection: list(connection.scalars(query)))

    async def header(self, log: str) -> Header:
        """Return the header of a match."""
        return await self.query(lambda connection: _read_header(connection, log))

    async def unfinished_logs(self) -> list[str]:
        """Return the logs of running matches, oldest first."""
        query = sql.select(MATCHES.c.log).where(MATCHES.c.result == "").order_by(MATCHES.c.number)
        return await self.query(lambda connection: list(connection.scalars(query)))

    async def query(self, question: Callable[[sql.Connection], Found]) -> Found:
        """Return what `question` reads over a connection, in a thread.

        Raises StoreFailed.
        """

        def answer() -> Found:
            with self.engine.connect() as connection:
                return question(connection)

        try:
            return await trio.to_thread.run_sync(answer)
        except (sql.exc.SQLAlchemyError, schema.UnknownJournalVersion) as error:
            raise StoreFailed(f"the journal cannot be read: {database_reason(error)}") from error
        except ValueError as error:  # msgspec's errors are ValueErrors
            raise TableDamaged("what was kept is damaged") from error


def open_read_only(file: Path) -> sql.Engine:
    """Open a journal's file read-only. Without a WAL file beside it, not even its index is rebuilt."""
    waiting = file.with_name(file.name + DATABASE_FILE_SUFFIXES[1])
    how = "mode=ro" if waiting.exists() else "immutable=1"
    address = f"{file.absolute().as_uri()}?{how}"
    return sql.create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True))


def database_file(address: sql.URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, and for other databases."""
    plain = address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:")
    return Path(str(address.database)) if plain and not str(address.database).startswith("file:") else None


# --- in a thread --------------------------------------------------------------------------------------------


def _execute(statements: Sequence[sql.Executable], connection: sql.Connection) -> None:
    for statement in statements:
        connection.execute(statement)


def _upsert_table(table: StoredTable) -> list[sql.Executable]:
    """Update the table's row; insert one if there is none. (An upsert would use up a number.)"""
    body = msgspec.json.encode(table)
    there = sql.exists().where(TABLES.c.code == table.code)
    row = sql.select(sql.literal(table.code, TABLES.c.code.type), sql.literal(body, TABLES.c.body.type))
    return [
        sql.update(TABLES).where(TABLES.c.code == table.code).values(body=body),
        sql.insert(TABLES).inline().from_select(["code", "body"], row.where(~there)),
    ]


def _delete_statements(code: str) -> list[sql.Executable]:
    return [sql.delete(table).where(table.c.code == code) for table in (TABLES, CHAT)]


def _insert_match(header: Header) -> list[sql.Executable]:
    values = {"log": header.log, "header": msgspec.json.encode(header), "result": ""}
    clocks = {"log": header.log, "seq": 0, "clock0": 0.0, "clock1": 0.0}
    statements: list[sql.Executable] = [
        sql.insert(MATCHES).inline().values(values), sql.insert(CLOCKS).inline().values(clocks),
    ]  # fmt: skip
    if (key := header.event) is not None:
        place = {"log": header.log, "event": key.event, "pairing": key.pairing, "place": key.table}
        statements.append(sql.insert(EVENT_MATCHES).inline().values(place))
    return statements


def _insert_header(header: Header) -> sql.Executable:
    body = msgspec.json.encode(header)
    return sql.update(MATCHES).where(MATCHES.c.log == header.log).values(header=body)


def _glance(connection: sql.Connection, code: str) -> TableOutline:
    table = header = None
    with suppress(sql.exc.SQLAlchemyError, StoreFailed, ValueError):
        table = _read_body(connection, code)
        running = sql.select(MATCHES.c.header).where(MATCHES.c.log == table.log, MATCHES.c.result == "")
        if table.log and (found := connection.scalar(running)) is not None:
            header = msgspec.json.decode(found, type=Header)
    return TableOutline(code, table, header)


def _read_table(connection: sql.Connection, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
    table = _read_body(connection, code)
    said = connection.execute(sql.select(CHAT).where(CHAT.c.code == code).order_by(CHAT.c.seq))
    return table, tuple(read_chat_line(*row) for row in said)


def _read_body(connection: sql.Connection, code: str) -> StoredTable:
    body = connection.scalar(sql.select(TABLES.c.body).where(TABLES.c.code == code))
    if body is None:
        raise StoreFailed(f"no table {code} is kept")
    return msgspec.json.decode(body, type=StoredTable)


def readable(connection: sql.Connection) -> tuple[list[str], list[str]]:
    """Return the codes of the readable tables, and those of the unreadable ones.

    Raises SQLAlchemyError.
    """
    good: list[str] = []
    damaged: list[str] = []
    last = schema.last_acts(connection)
    for code in connection.scalars(sql.select(TABLES.c.code).order_by(TABLES.c.number)).all():
        try:
            table, _ = _read_table(connection, code)
            if table.log:
                _read_match(connection, table.log, last)
        except (sql.exc.SQLAlchemyError, StoreFailed, ValueError):
            damaged.append(code)
        else:
            good.append(code)
    return good, damaged


def damage(connection: sql.Connection) -> str:
    """Return the damage that SQLite finds in its file, in brackets; "" for none, and for other databases."""
    if connection.dialect.name != "sqlite":
        return ""
    result = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return "" if result == "ok" else f" ({' '.join(result.split())})"


def explain_failure(error: Exception) -> str:
    """Return for the host, in a few words, why a journal cannot be opened, copied or written."""
    cause = getattr(error, "orig", None) or error
    reason = (cause.strerror if isinstance(cause, OSError) else "") or str(cause) or type(cause).__name__
    reason = reason.splitlines()[0].rstrip(".")
    if type(cause) is sqlite3.DatabaseError:  # of the file itself; other failures have classes of their own
        return f"the file is damaged, or no database ({reason}); go back to a backup, or move it away"
    return reason if isinstance(cause, OSError | sqlite3.Error) else add_advice(reason)


def _read_header(connection: sql.Connection, log: str) -> Header:
    found = connection.scalar(sql.select(MATCHES.c.header).where(MATCHES.c.log == log))
    if found is None:
        raise StoreFailed(f"there is no log {log}")
    return msgspec.json.decode(found, type=Header)


def _read_match(connection: sql.Connection, log: str, last: schema.LastActs) -> StoredLog:
    header = _read_header(connection, log)
    match = sql.select(MATCHES.c.record, MATCHES.c.result).where(MATCHES.c.log == log)
    found = connection.execute(match).one()
    if found.record is not None:
        rows = schema.unpack(found.record)
        return StoredLog(header, rows, latest_clocks(rows, 0, (0.0, 0.0)), found.result)
    rows = schema.read_acts(connection, log, last)
    noted = connection.execute(sql.select(CLOCKS).where(CLOCKS.c.log == log)).one()
    clocks = latest_clocks(rows, noted.seq, (noted.clock0, noted.clock1))
    return StoredLog(header, rows, clocks, found.result)


def _harden(connection: Any, record: object) -> None:
    """Set up SQLite: each commit is on disk before it returns, deleted data is overwritten, and each
    connection caches few pages, since acts are appended and rarely read.
    """
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "secure_delete=ON",
        f"cache_size=-{MAX_CACHE_KIB}",
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")


def _begin_transaction(connection: sql.Connection) -> None:
    """Begin a transaction explicitly. The driver would begin one only before rows change, so schema changes
    would be outside of it.
    """
    connection.exec_driver_sql("BEGIN")
