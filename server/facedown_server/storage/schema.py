"""The journal's schema, its version, and the upgrade from older versions.

This module writes only schema changes; `journal.py` writes rows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from facedown_server.storage.password_hash import hash_password
from facedown_server.storage.store import Header, LogRow, SeatKeys, StoredSeat, StoredTable

SCHEMA_VERSION = 3
"""1: matches, acts, keys and clocks. 2: tables with seats and chat; a finished match is one record. 3: seats
with their players' own keys; an older server would lose them, so it must not open the journal. PostgreSQL
stays at 3.
"""

FILE_SCHEMA_VERSION = 4
"""The version of SQLite's files. 4: acts of running matches are appended, in a table without an index."""

FIRST = {"matches", "acts", "keys", "clocks"}
"""The tables of version 1, which had no version number."""

COPY_BATCH_ROWS = 500
"""Rows copied at a time."""

_meta = sql.MetaData()


def _act_columns() -> tuple[sql.Column[Any], ...]:
    return (
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("origin", sql.String(8), nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("clock0", sql.Float, nullable=False),
        sql.Column("clock1", sql.Float, nullable=False),
        sql.Column("digest", sql.LargeBinary, nullable=False),
    )


SCHEMA = sql.Table("schema", _meta, sql.Column("version", sql.Integer, nullable=False))
TABLES = sql.Table(
    "tables", _meta,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("code", sql.String(24), unique=True, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)  # fmt: skip
CHAT = sql.Table(
    "chat", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)  # fmt: skip
MATCHES = sql.Table(
    "matches", _meta,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("log", sql.String(64), unique=True, nullable=False),
    sql.Column("header", sql.LargeBinary, nullable=False),
    sql.Column("result", sql.Text, nullable=False),
    sql.Column("record", sql.LargeBinary),
    sql.Column("finished", sql.BigInteger, index=True),
)  # fmt: skip
"""`finished`: when a match ended, in seconds since 1970 by the database's clock; null while it runs."""

ACTS = sql.Table(
    "acts", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    *_act_columns(),
)  # fmt: skip
"""Acts of running matches in PostgreSQL, and in SQLite before version 4."""

RUNNING_ACTS = sql.Table(
    "running_acts", _meta,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("match", sql.Integer, nullable=False),
    sql.Column("previous", sql.Integer, nullable=False),
    sql.Column("seq", sql.Integer, nullable=False),
    *_act_columns(),
)  # fmt: skip
"""Acts of running matches in SQLite, in the order in which they were written. `number` is SQLite's row ID,
`match` the number of the match, `previous` the number of the act before it in that match (0: there is none).
So a new act changes the last page alone, whichever match it is of.
"""

CLOCKS = sql.Table(
    "clocks", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seq", sql.Integer, nullable=False),
    sql.Column("clock0", sql.Float, nullable=False),
    sql.Column("clock1", sql.Float, nullable=False),
)  # fmt: skip

RESTRICTIONS = sql.Table(
    "restrictions", _meta,
    sql.Column("kind", sql.String(8), primary_key=True),
    sql.Column("target", sql.String(64), primary_key=True),
    sql.Column("ends", sql.BigInteger, nullable=False),
)  # fmt: skip
"""The operator's bans and mutes (`restrictions.py`)."""

EVENTS = sql.Table(
    "events", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("first", sql.LargeBinary(32), unique=True, nullable=False),
    sql.Column("keys", sql.LargeBinary, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("changed", sql.BigInteger, nullable=False),
)  # fmt: skip
"""Events (`event_rows.py`). `first`: the SHA-256 digest of the log's first row, which no other event has.
`changed`: when a row was last appended, in seconds since 1970 by the database's clock.
"""

EVENT_ROWS = sql.Table(
    "event_rows", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.Text, nullable=False),
)  # fmt: skip
"""The rows of the logs of events, counted from 0."""

EVENT_MATCHES = sql.Table(
    "event_matches", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("event", sql.String(24), nullable=False, index=True),
    sql.Column("pairing", sql.Integer, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),
)  # fmt: skip
"""Matches of events by the key under which they count: the event, the pairing and the number of the table
there (`place`).
"""

LATER_TABLES = (RESTRICTIONS, EVENTS, EVENT_ROWS, EVENT_MATCHES)
"""Tables that older programs of the same version lack, and ignore."""

NOW = sql.cast(sql.extract("epoch", sql.func.now()), sql.BigInteger)
"""Seconds since 1970, by the database's clock."""

TRIED = "tried out"
"""The log name of test writes; no match has it."""

CHAIN = (
    "number IN (WITH RECURSIVE chain(number) AS (SELECT :last UNION ALL SELECT previous FROM chain "
    "CROSS JOIN running_acts USING (number) WHERE previous BETWEEN 1 AND number - 1) "
    "SELECT number FROM chain)"
)
"""SQL for the acts of a match: its last one, the one before it, and so on."""


class LastAct(NamedTuple):
    """The last act of a running match in SQLite."""

    match: int
    seq: int
    number: int


MAX_NUMBER = 2**63 - 1
"""The largest number of an act. No act has it, and none can follow it."""

UNREADABLE = LastAct(0, -1, 0)
"""The last act of a match that has acts on a damaged page, or might have."""


@dataclass
class LastActs:
    """The last acts of running matches in SQLite, in place of an index. Empty for PostgreSQL."""

    by_log: dict[str, LastAct] = field(default_factory=dict)
    number: int = 0
    """All acts up to this number are counted."""

    def of(self, log: str) -> LastActs:
        """Return what is known of one match, for a transaction that begins afterwards."""
        counted, known = self.number, self.by_log.get(log)  # in this order, as the writer changes both
        return LastActs({} if known is None else {log: known}, counted)


class UnknownJournalVersion(Exception):
    """The journal was written by a newer version, or is not ours. The text is a sentence for the host."""


def current_version(dialect: sql.Dialect) -> int:
    """Return the version that this server writes to a database of this kind."""
    return FILE_SCHEMA_VERSION if dialect.name == "sqlite" else SCHEMA_VERSION


def _tables_of(dialect: sql.Dialect, version: int) -> list[sql.Table]:
    """Return the tables of a database of this kind, from version 2."""
    is_chained = dialect.name == "sqlite" and version >= FILE_SCHEMA_VERSION
    absent = ACTS if is_chained else RUNNING_ACTS
    return [table for table in _meta.sorted_tables if table not in (absent, *LATER_TABLES)]


def prepare(connection: sql.Connection) -> None:
    """Create or upgrade the tables in one transaction.

    Raises UnknownJournalVersion.
    """
    version, current = journal_version(connection), current_version(connection.dialect)
    if version > current:
        raise UnknownJournalVersion(
            f"it was written by a newer version (journal {version}; this version knows {current}): "
            "update facedown, or keep duels elsewhere (--data, --database)"
        )
    if version == current:
        _add_later_parts(connection)
        return
    _meta.create_all(connection, tables=_tables_of(connection.dialect, current))
    _add_later_parts(connection)
    if version == 1:
        connection.execute(sql.text(add_column_statement(MATCHES.c.record, connection.dialect)))
    if version and current == FILE_SCHEMA_VERSION:
        _chain_acts(connection, connection)
        ACTS.drop(connection)
    if version == 1:
        _upgrade_version_1(connection)
    connection.execute(sql.delete(SCHEMA))
    connection.execute(sql.insert(SCHEMA), {"version": current})


def _add_later_parts(connection: sql.Connection) -> None:
    """Add what older programs of the same version lack, and ignore. Their finished matches get this date."""
    for table in LATER_TABLES:
        table.create(connection, checkfirst=True)
    if MATCHES.c.finished.name not in _columns_of(connection, MATCHES):
        connection.execute(sql.text(add_column_statement(MATCHES.c.finished, connection.dialect)))
    for index in (*MATCHES.indexes, *EVENT_MATCHES.indexes):
        index.create(connection, checkfirst=True)
    undated = sql.update(MATCHES).where(MATCHES.c.finished.is_(None), MATCHES.c.result != "")
    connection.execute(undated.values(finished=NOW))


def _columns_of(connection: sql.Connection, table: sql.Table) -> set[str]:
    return {column["name"] for column in sql.inspect(connection).get_columns(table.name)}


def copy(source: sql.Connection, target: sql.Connection) -> None:
    """Copy everything from one database into an empty file of SQLite.

    Raises UnknownJournalVersion if the source has another version or is empty.
    """
    version, current = journal_version(source), current_version(source.dialect)
    if version != current:
        raise UnknownJournalVersion(
            f"its journal has the number {version}, and this version knows {current}"
            if version
            else "no duels have been kept there yet; is it the one that the servers use?"
        )
    _meta.create_all(target, tables=[*_tables_of(target.dialect, FILE_SCHEMA_VERSION), *LATER_TABLES])
    target.execute(sql.insert(SCHEMA), {"version": FILE_SCHEMA_VERSION})
    later = [table for table in LATER_TABLES if sql.inspect(source).has_table(table.name)]
    for table in (*_tables_of(source.dialect, version), *later):
        if table is ACTS:
            _chain_acts(source, target)
        elif table is not SCHEMA:
            there = _columns_of(source, table)
            columns = [column for column in table.columns if column.name in there]
            for rows in _read_in_batches(source, sql.select(*columns)):
                target.execute(sql.insert(table), rows)


def _read_in_batches(source: sql.Connection, query: sql.Select[Any]) -> Iterator[list[dict[str, Any]]]:
    found = source.execute(query.execution_options(yield_per=COPY_BATCH_ROWS)).mappings()
    for rows in found.partitions():
        yield [dict(row) for row in rows]


def _chain_acts(source: sql.Connection, target: sql.Connection) -> None:
    """Copy the acts of another database, or an older version, in the form of SQLite's."""
    number = match = 0
    query = sql.select(MATCHES.c.number.label("match"), *list(ACTS.columns)[1:]).order_by("match", ACTS.c.seq)
    for rows in _read_in_batches(source, query.join(ACTS, ACTS.c.log == MATCHES.c.log)):
        for row in rows:
            row["previous"] = number if row["match"] == match else 0
            match, number = row["match"], number + 1
            row["number"] = number
        target.execute(sql.insert(RUNNING_ACTS), rows)


def journal_version(connection: sql.Connection) -> int:
    """Return the version of this journal; 0 for an empty database.

    A file belongs to a journal alone; other databases may hold other tables as well.

    Raises UnknownJournalVersion if the database is something else.
    """
    found = sql.inspect(connection)
    there = set(found.get_table_names())
    if "schema" in there and [column["name"] for column in found.get_columns("schema")] == ["version"]:
        version = int(connection.scalar(sql.select(SCHEMA.c.version)) or 0)
        expected = {table.name for table in _tables_of(connection.dialect, version)}
        if version > current_version(connection.dialect) or there >= expected:
            return version
    elif "schema" not in there and there >= FIRST:
        return 1
    if there & _meta.tables.keys() or (there and connection.dialect.name == "sqlite"):
        raise UnknownJournalVersion(
            "it is a database of another program, or parts of it are missing; name another one"
        )
    return 0


def write_test_statements() -> tuple[sql.Executable, ...]:
    """Return the statements that write a row and delete it, so that pages reach the disk: SQLite writes no
    unchanged page.
    """
    row = {"log": TRIED, "seq": 0, "clock0": 0.0, "clock1": 0.0}
    return sql.insert(CLOCKS).inline().values(row), sql.delete(CLOCKS).where(CLOCKS.c.log == TRIED)


# --- a finished match ---------------------------------------------------------------------------------------


def compaction_statements(
    connection: sql.Connection, log: str, result: str, last: LastActs
) -> tuple[sql.Executable, ...]:
    """Return the statements that finish a match: all its acts become one record beside its header."""
    packed = pack(read_acts(connection, log, last))
    ended = sql.update(MATCHES).where(MATCHES.c.log == log)
    over = ended.values(result=result, record=packed, finished=NOW)
    acts = sql.delete(ACTS).where(ACTS.c.log == log)
    if connection.dialect.name == "sqlite":
        acts = sql.delete(RUNNING_ACTS).where(_chain(_last_act(connection, log, last)))
    return over, acts, sql.delete(CLOCKS).where(CLOCKS.c.log == log)


def forget_match_statements(dialect: sql.Dialect, log: str) -> tuple[sql.Executable, ...]:
    """Return the statements that delete a match, whether it runs or is over. In SQLite all running acts are
    searched.
    """
    acts = sql.delete(ACTS).where(ACTS.c.log == log)
    if dialect.name == "sqlite":
        number = sql.select(MATCHES.c.number).where(MATCHES.c.log == log).scalar_subquery()
        acts = sql.delete(RUNNING_ACTS).where(RUNNING_ACTS.c.match == number)
    return acts, *(sql.delete(table).where(table.c.log == log) for table in (MATCHES, CLOCKS, EVENT_MATCHES))


def last_acts(connection: sql.Connection) -> LastActs:
    """Return the last act of each running match in SQLite. Reads all running acts.

    If a page is damaged, matches without an act after that page are `UNREADABLE`.
    """
    if connection.dialect.name != "sqlite":
        return LastActs()
    found: dict[int, LastAct] = {}
    is_damaged, acts = False, RUNNING_ACTS.c
    try:
        query = sql.select(acts.match, acts.seq, acts.number).order_by(acts.number.desc())
        for match, seq, number in connection.execute(query):
            if match not in found:
                found[match] = LastAct(match, seq, number)
    except sql.exc.DatabaseError:
        is_damaged = True
    logs = connection.execute(sql.select(MATCHES.c.number, MATCHES.c.log)).all()
    by_log = {log: found.get(number, UNREADABLE) for number, log in logs if is_damaged or number in found}
    unknown = MAX_NUMBER if is_damaged else 0  # the last page is damaged: nothing is appended
    return LastActs(by_log, max((last.number for last in found.values()), default=unknown))


def _last_act(connection: sql.Connection, log: str, last: LastActs) -> LastAct | None:
    """Return the last act of a match in SQLite; None if it has no acts. `last` may be older than this
    transaction.
    """
    acts = RUNNING_ACTS.c
    number = sql.select(MATCHES.c.number).where(MATCHES.c.log == log).scalar_subquery()
    query = sql.select(acts.match, acts.seq, acts.number).where(
        acts.number > last.number, acts.match == number
    )
    newer = connection.execute(query.order_by(acts.number.desc()).limit(1)).first()
    return last.by_log.get(log) if newer is None else LastAct(*newer)


def _chain(last: LastAct | None) -> sql.TextClause:
    return sql.text(CHAIN).bindparams(last=0 if last is None else last.number)


def read_acts(connection: sql.Connection, log: str, last: LastActs) -> tuple[LogRow, ...]:
    """Return the acts of a running match.

    Raises ValueError if some of them are missing in SQLite.
    """
    is_chained = connection.dialect.name == "sqlite"
    query = sql.select(*list(ACTS.columns)[1:]).where(ACTS.c.log == log).order_by(ACTS.c.seq)
    if is_chained:
        newest = _last_act(connection, log, last)
        query = (
            sql.select(*list(RUNNING_ACTS.columns)[3:]).where(_chain(newest)).order_by(RUNNING_ACTS.c.number)
        )
    rows = tuple(
        LogRow(log, seq, seat, origin, body, (clock0, clock1), digest)
        for seq, seat, origin, body, clock0, clock1, digest in connection.execute(query).all()
    )
    if is_chained and newest is not None and len(rows) != newest.seq:
        raise ValueError(f"acts of {log} are missing")
    return rows


def pack(rows: Sequence[LogRow]) -> bytes:
    """Return rows as one compressed record."""
    return zlib.compress(msgspec.json.encode(rows))


def unpack(record: bytes) -> tuple[LogRow, ...]:
    """Return the rows of a record.

    Raises ValueError if it is damaged.
    """
    try:
        return msgspec.json.decode(zlib.decompress(record), type=tuple[LogRow, ...])
    except zlib.error as error:
        raise ValueError(str(error)) from error


# --- from version 1 -----------------------------------------------------------------------------------------


def _upgrade_version_1(connection: sql.Connection) -> None:
    """Upgrade version 1: a table was its match's header, with a plain password, and a row of keys per
    seat.
    """
    last = last_acts(connection)
    found = connection.execute(sql.select(MATCHES.c.log, MATCHES.c.header, MATCHES.c.result)).all()
    for log, header, result in found:
        raw: dict[str, Any] = msgspec.json.decode(header)
        password = raw["settings"].pop("password", "")
        connection.execute(
            sql.update(MATCHES).where(MATCHES.c.log == log).values(header=msgspec.json.encode(raw))
        )
        if result:
            for statement in compaction_statements(connection, log, result, last):
                connection.execute(statement)
        else:
            table = _upgraded_table(connection, raw, password)
            connection.execute(sql.insert(TABLES), {"code": table.code, "body": msgspec.json.encode(table)})
    connection.execute(sql.text("DROP TABLE keys"))


def add_column_statement(column: sql.Column[Any], dialect: sql.Dialect) -> str:
    """Return the statement that adds a column to its table, in this database's dialect."""
    return f"ALTER TABLE {column.table.name} ADD COLUMN {column.name} {column.type.compile(dialect)}"


def _upgraded_table(connection: sql.Connection, raw: dict[str, Any], password: str) -> StoredTable:
    header = msgspec.convert(raw, Header)
    keys = connection.execute(
        sql.text("SELECT used, fresh FROM keys WHERE log = :log ORDER BY seat"), {"log": header.log}
    )
    one, other = (
        StoredSeat(name, SeatKeys(bytes(used), bytes(fresh)), deck)
        for name, deck, (used, fresh) in zip(header.names, header.decks, keys, strict=True)
    )
    return StoredTable(
        code=header.code, settings=header.settings, lock=hash_password(password, header.log.encode()),
        spectators=raw.get("spectators", ""), host=raw.get("host", 0), seats=(one, other), log=header.log,
    )  # fmt: skip
