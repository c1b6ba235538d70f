"""PostgreSQL as the journal's database: how it is reached, whether it keeps what it says, and the
tables that only it has (which server writes, which node has a table). Writes no duel.

Told means durable, so a database that may forget what it has taken is refused: one without fsync or without
synchronous commits, one whose standby may be behind, one that was restored or has failed over since. Only the
host can say that this is meant (`accept_loss`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sql

from facedown_server.storage.schema import SCHEMA_VERSION, UnknownJournalVersion

DIALECT = "postgresql"

EXAMPLE = "postgresql+psycopg://name:password@host/duels"
"""An address as it is written."""

IN_A_PASSWORD = "in a password @ is written %40, : %3A, / %2F and % %25"  # noqa: S105 - how to write one
"""What a host reads whose address is understood otherwise than it was meant."""

INSTALL = "PostgreSQL needs one more package: pip install 'facedown[postgresql]'"
"""What a host reads who has not installed it."""

CONNECTION_TIMEOUTS: Mapping[str, str | int] = {
    "connect_timeout": 3, "keepalives_idle": 3, "keepalives_interval": 1, "keepalives_count": 3,
    "tcp_user_timeout": 4_000,
}  # fmt: skip
"""How long libpq waits for a database that says nothing: seconds, and milliseconds for what is sent."""

OPTIONS = {
    "idle_in_transaction_session_timeout": "3s",
    "lock_timeout": "8s",
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "statement_timeout": "60s", "client_min_messages": "warning",
}  # fmt: skip
"""Settings of every connection. A server frozen in a transaction holds its locks for three seconds."""

AT_ONE_MOMENT = "REPEATABLE READ"
"""How a transaction that reads sees everything as it stood when it began."""

PROGRAM = "facedown/"
"""What the connections of a node are called in PostgreSQL, before its name."""

_meta = sql.MetaData()
CLUSTER = sql.Table(
    "cluster", _meta,
    sql.Column("system", sql.String(20), nullable=False),
    sql.Column("timeline", sql.BigInteger, nullable=False),
)  # fmt: skip
"""Which database has kept everything so far: one row."""

WRITERS = sql.Table(
    "writers", _meta,
    sql.Column("name", sql.String(64), primary_key=True),
    sql.Column("session", sql.BigInteger, nullable=False),
    sql.Column("batch", sql.BigInteger, nullable=False),
)  # fmt: skip
"""One row for each server: which of its connections may write, and the number of its last transaction."""

OWNERS = sql.Table(
    "owners", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("node", sql.String(64), nullable=False, index=True),
    sql.Column("epoch", sql.Integer, nullable=False),
)  # fmt: skip
"""Which node has a table, and at which epoch; of a table that was closed, nobody."""

OPENERS = sql.Table(
    "openers", _meta,
    sql.Column("key", sql.LargeBinary, primary_key=True),
    sql.Column("code", sql.String(24), nullable=False, index=True),
)  # fmt: skip
"""The digest of the key that a player opened a table with: whoever missed the answer and asks again, at any
node, is led to that table, and never has two."""

NODES = sql.Table(
    "nodes", _meta,
    sql.Column("name", sql.String(64), primary_key=True),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("version", sql.Text, nullable=False),
    sql.Column("lease", sql.DateTime(timezone=True), nullable=False),
    sql.Column("draining", sql.Boolean, nullable=False),
    sql.Column("listed", sql.LargeBinary, nullable=False),
    sql.Column("schema", sql.Integer, nullable=False, server_default="3"),
)  # fmt: skip
"""The servers of this service: where clients find them, until when they hold their tables by the clock of the
database, which of their tables strangers may see, and in which shape they keep duels."""

HANDOVERS = sql.Table(
    "handovers", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("source", sql.String(64), nullable=False),
    sql.Column("target", sql.String(64), nullable=False),
    sql.Column("log", sql.String(64), nullable=False),
    sql.Column("acts", sql.Integer, nullable=False),
    sql.Column("digest", sql.LargeBinary, nullable=False),
    sql.Column("state", sql.String(8), nullable=False),
    sql.Column("why", sql.Text, nullable=False),
    sql.Column("carried", sql.LargeBinary, nullable=False),
)  # fmt: skip
"""Tables on their way from one node to another (`server/facedown_server/service/nodes/handovers.py`)."""


NEIGHBOURS = sql.text(
    "SELECT name, schema FROM nodes "
    "WHERE lease > clock_timestamp() AND name <> :name AND schema <> :schema ORDER BY name"
)
"""Servers that are there and keep duels in another shape."""


USED = sql.Table(
    "used", _meta,
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("level", sql.Float, nullable=False),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False),
)  # fmt: skip
"""How many wrong guesses an address had made, at which time; one a few seconds is forgotten."""

OPENED = sql.Table(
    "opened", _meta,
    sql.Column("node", sql.String(64), primary_key=True),
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("tables", sql.Integer, nullable=False),
)  # fmt: skip
"""How many of the tables that a node has were opened from an address."""


BARRED = sql.Table(
    "barred", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False),
)  # fmt: skip
"""From where people were sent away from a table, as long as it is open."""


class Identity(NamedTuple):
    """Which database this is. Its timeline counts up when a standby takes over or a backup is restored."""

    system: str
    timeline: int


class AnotherDatabase(UnknownJournalVersion, sql.exc.SQLAlchemyError):
    """Where the database was there is another one now, or an older state of it. Says so in a sentence."""


class UnfitDatabase(UnknownJournalVersion, sql.exc.SQLAlchemyError):
    """This database cannot keep duels as it is. Says so in a sentence."""


class DriverMissing(ImportError):
    """The driver is not installed; says what to install."""


class Database:
    """The database at an address. `accept_loss`: the host accepts that it may forget what was told."""

    def __init__(self, address: sql.URL, *, accept_loss: bool = False, node: str = "") -> None:
        try:
            import psycopg
        except ImportError as error:
            raise DriverMissing(INSTALL) from error
        options = " ".join(f"-c {name}={value}" for name, value in OPTIONS.items())
        self.engine = sql.create_engine(
            address.set(drivername="postgresql+psycopg"),
            module=psycopg,
            connect_args={**CONNECTION_TIMEOUTS, "options": options, "application_name": PROGRAM + node},
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
        )
        self._accept_loss = accept_loss
        self._node = node
        self._identity: Identity | None = None
        sql.event.listen(self.engine, "do_connect", _connected)
        sql.event.listen(self.engine, "connect", self._look)

    def _look(self, driver: Any, _: object) -> None:
        """A new connection: is it still the same database? Raises AnotherDatabase."""
        try:
            found = _identity(driver)
            if self._identity is not None and found != self._identity:
                raise AnotherDatabase(_changed(self._identity, found))
        except BaseException:
            driver.close()
            raise

    def look_into(self, connection: sql.Connection) -> Identity:
        """Which it is, if it keeps what it takes and is the one it was. Changes nothing. Raises Unknown."""
        found = _identity(connection.connection.driver_connection, within=True)
        doubts = _doubts(connection)
        if sql.inspect(connection).has_table(CLUSTER.name):
            kept = connection.execute(sql.select(CLUSTER)).one_or_none()
            doubts += [_changed(Identity(*kept), found)] if kept not in (None, found) else []
        if doubts and not self._accept_loss:
            raise UnknownJournalVersion(f"{'; '.join(doubts)}. {HOW_TO_ACCEPT}")
        return found

    def take(self, connection: sql.Connection) -> None:
        """Remember which it is, from now on. Raises Unknown."""
        connection.execute(sql.text("SELECT pg_advisory_xact_lock(7777)"))  # two servers may start at once
        found = self.look_into(connection)
        _meta.create_all(connection)
        _add_what_is_new(connection)
        if neighbour := connection.execute(
            NEIGHBOURS, {"name": self._node, "schema": SCHEMA_VERSION}
        ).first():
            raise UnknownJournalVersion(
                f"server {neighbour.name} runs on it and keeps duels in another shape ({neighbour.schema}; "
                f"this version: {SCHEMA_VERSION}): end the servers of the other version first"
            )
        connection.execute(sql.delete(CLUSTER))
        connection.execute(sql.insert(CLUSTER), found._asdict())
        self._identity = found


def _add_what_is_new(connection: sql.Connection) -> None:
    """Columns that tables here have not yet: an older version that runs beside this one leaves them alone."""
    there = sql.inspect(connection)
    for table in _meta.sorted_tables:
        known = {column["name"] for column in there.get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                text = sql.schema.CreateColumn(column).compile(dialect=connection.dialect)
                connection.execute(sql.text(f"ALTER TABLE {table.name} ADD COLUMN {text}"))


ACCEPTED = "told acts may be lost"
"""What a host writes who accepts it."""

HOW_TO_ACCEPT = (
    "A duel could lose acts that its players were told of. Change that, or accept it with "
    f"--accept-loss '{ACCEPTED}'"
)


MIN_POSTGRESQL_VERSION = 12
"""The oldest PostgreSQL that has all that is asked of it."""


def _connected(dialect: sql.Dialect, record: object, words: Any, names: Any) -> Any:
    """A connection of the driver's, to a database that can keep what people write. Raises UnfitDatabase."""
    driver: Any = dialect.connect(*words, **names)
    version, encoding = driver.info.server_version, driver.info.parameter_status("server_encoding")
    unfit = {
        f"it is PostgreSQL {version // 10_000}; this needs {MIN_POSTGRESQL_VERSION} or newer: "
        "upgrade it, or name another one": version < 10_000 * MIN_POSTGRESQL_VERSION,
        f"its encoding is {encoding}, which cannot keep every name; make one with: "
        f"createdb -E UTF8 -T template0 {driver.info.dbname}": encoding != "UTF8",
    }
    for why, is_so in unfit.items():
        if is_so:
            driver.close()
            raise UnfitDatabase(why)
    return driver


def _identity(driver: Any, *, within: bool = False) -> Identity:
    """Which database this connection leads to. `within`: a transaction runs that goes on."""
    standby = driver.execute("SELECT pg_is_in_recovery()").fetchone()[0]
    if standby:
        raise AnotherDatabase("this is a standby, which takes no writes: name the server it follows")
    system, timeline = driver.execute(
        "SELECT system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8) "
        "FROM pg_control_system()"
    ).fetchone()
    if not within:
        driver.rollback()
    return Identity(system, int(timeline, 16))


def database_at(address: str, *, accept_loss: bool, node: str = "") -> Database | None:
    """The PostgreSQL database at an address; None for SQLite. Raises ImportError, SQLAlchemyError."""
    try:
        url = sql.make_url(address)
    except ValueError as error:
        raise sql.exc.ArgumentError(f"the port in its address is no number; {IN_A_PASSWORD}") from error
    if "@" in (url.host or ""):  # what stands before that @ may be of a password: it is not said
        raise sql.exc.ArgumentError(f"its address has more than one @; {IN_A_PASSWORD}")
    if url.get_backend_name() not in (DIALECT, "sqlite"):
        kind = url.get_backend_name()
        raise sql.exc.ArgumentError(f"it can be SQLite or PostgreSQL, not {kind}: write {EXAMPLE}")
    return Database(url, accept_loss=accept_loss, node=node) if url.get_backend_name() == DIALECT else None


def _changed(before: Identity, found: Identity) -> str:
    if before.system != found.system:
        return "duels were kept in another database system than this one, of which this is a copy"
    return (
        f"the database was restored, or another one has taken over (timeline {found.timeline}; it was "
        f"{before.timeline}), so it may have forgotten acts"
    )


def _doubts(connection: sql.Connection) -> list[str]:
    """Why this database may forget what it has taken, each in a few words."""
    names = ("fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names")
    settings: dict[str, str] = {name: str(connection.scalar(sql.text(f"SHOW {name}"))) for name in names}
    standbys = connection.scalar(
        sql.text("SELECT count(*) FROM pg_stat_replication WHERE coalesce(state, '') <> 'backup'")
    )
    awaited, commits = bool(settings["synchronous_standby_names"]), settings["synchronous_commit"]
    found = {
        "its fsync is off": settings["fsync"] == "off",
        "its full_page_writes is off": settings["full_page_writes"] == "off",
        f"its synchronous_commit is {commits}": commits == "off"
        or (awaited and commits not in ("on", "remote_apply")),
        "it has a standby that it does not wait for (synchronous_standby_names)": bool(standbys)
        and not awaited,
    }
    return [doubt for doubt, is_so in found.items() if is_so]
