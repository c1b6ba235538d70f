"""The journal's schema, its version, and the upgrade from older versions.

This module writes only schema changes; `journal.py` writes rows.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sql

from facedown_server.storage.password_hash import hash_password
from facedown_server.storage.store import Header, LogRow, SeatKeys, StoredSeat, StoredTable

SCHEMA_VERSION = 3
"""1: matches, acts, keys and clocks. 2: tables with seats and chat; a finished match is one record. 3: seats
with their players' own keys; an older server would lose them, so it must not open the journal.
"""

FIRST = {"matches", "acts", "keys", "clocks"}
"""The tables of version 1, which had no version number."""

COPY_BATCH_ROWS = 500
"""Rows copied at a time."""

_meta = sql.MetaData()
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
CLOCKS = sql.Table(
    "clocks", _meta,
    sql.Column("log", sql.String(64), primary_key=True),
    sql.Column("seq", sql.Integer, nullable=False),
    sql.Column("clock0", sql.Float, nullable=False),
    sql.Column("clock1", sql.Float, nullable=False),
)  # fmt: skip


TRIED = "tried out"
"""The log name of test writes; no match has it."""


class UnknownJournalVersion(Exception):
    """The journal was written by a newer version, or is not ours. The text is a sentence for the host."""


def prepare(connection: sql.Connection) -> None:
    """Create or upgrade the tables in one transaction.

    Raises UnknownJournalVersion.
    """
    version = journal_version(connection)
    if version > SCHEMA_VERSION:
        raise UnknownJournalVersion(
            f"it was written by a newer version (journal {version}; this version knows {SCHEMA_VERSION}): "
            "update facedown, or keep duels elsewhere (--data, --database)"
        )
    if version == 1:
        _upgrade_version_1(connection)
    if version < SCHEMA_VERSION:
        _meta.create_all(connection)
        connection.execute(sql.delete(SCHEMA))
        connection.execute(sql.insert(SCHEMA), {"version": SCHEMA_VERSION})


def copy(source: sql.Connection, target: sql.Connection) -> None:
    """Copy everything from one database into an empty one.

    Raises UnknownJournalVersion if the source has another version or is empty.
    """
    version = journal_version(source)
    if version != SCHEMA_VERSION:
        raise UnknownJournalVersion(
            f"its journal has the number {version}, and this version knows {SCHEMA_VERSION}"
            if version
            else "no duels have been kept there yet; is it the one that the servers use?"
        )
    _meta.create_all(target)
    for table in _meta.sorted_tables:
        rows = source.execution_options(yield_per=COPY_BATCH_ROWS).execute(sql.select(table))
        for some in rows.mappings().partitions():
            target.execute(sql.insert(table), [dict(row) for row in some])


def journal_version(connection: sql.Connection) -> int:
    """Return the version of this journal; 0 for an empty database.

    A file belongs to a journal alone; other databases may hold other tables as well.

    Raises UnknownJournalVersion if the database is something else.
    """
    found = sql.inspect(connection)
    there = set(found.get_table_names())
    if "schema" in there and [column["name"] for column in found.get_columns("schema")] == ["version"]:
        version = int(connection.scalar(sql.select(SCHEMA.c.version)) or 0)
        if version > SCHEMA_VERSION or there >= _meta.tables.keys():
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


def compaction_statements(connection: sql.Connection, log: str, result: str) -> tuple[sql.Executable, ...]:
    """Return the statements that finish a match: all its acts become one record beside its header."""
    packed = pack(read_acts(connection, log))
    over = sql.update(MATCHES).where(MATCHES.c.log == log).values(result=result, record=packed)
    return over, *(sql.delete(table).where(table.c.log == log) for table in (ACTS, CLOCKS))


def read_acts(connection: sql.Connection, log: str) -> tuple[LogRow, ...]:
    """Return the acts of a running match."""
    acts = connection.execute(sql.select(ACTS).where(ACTS.c.log == log).order_by(ACTS.c.seq))
    return tuple(
        LogRow(log, seq, seat, origin, body, (clock0, clock1), digest)
        for _, seq, seat, origin, body, clock0, clock1, digest in acts.all()
    )


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
    connection.execute(sql.text(add_column_statement(MATCHES.c.record, connection.dialect)))
    _meta.create_all(connection)
    found = connection.execute(sql.select(MATCHES.c.log, MATCHES.c.header, MATCHES.c.result)).all()
    for log, header, result in found:
        raw: dict[str, Any] = msgspec.json.decode(header)
        password = raw["settings"].pop("password", "")
        connection.execute(
            sql.update(MATCHES).where(MATCHES.c.log == log).values(header=msgspec.json.encode(raw))
        )
        if result:
            for statement in compaction_statements(connection, log, result):
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
