"""PostgreSQL as the journal's database: connections, checks of its durability, and tables for nodes (writers,
owners). This module writes no duel.

A message is sent only once it is durable. So a database that may lose commits is rejected: without fsync or
synchronous commits, with a standby that may lag behind, restored from a backup or failed over since. Only the
host can accept the loss (`accept_loss`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sql

from facedown_server.storage.schema import SCHEMA_VERSION, UnknownJournalVersion

DIALECT = "postgresql"

EXAMPLE = "postgresql+psycopg://name:password@host/duels"
"""An example of a database URL."""

IN_A_PASSWORD = "in a password @ is written %40, : %3A, / %2F and % %25"  # noqa: S105 - how to write one
"""The hint for a URL that was parsed differently from what the host meant."""

INSTALL = "PostgreSQL needs one more package: pip install 'facedown[postgresql]'"
"""The hint for a missing driver."""

CONNECTION_TIMEOUTS: Mapping[str, str | int] = {
    "connect_timeout": 3, "keepalives_idle": 3, "keepalives_interval": 1, "keepalives_count": 3,
    "tcp_user_timeout": 4_000,
}  # fmt: skip
"""libpq's timeouts for a silent database: seconds, and milliseconds for sent data."""

OPTIONS = {
    "idle_in_transaction_session_timeout": "3s",
    "lock_timeout": "8s",
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "statement_timeout": "60s", "client_min_messages": "warning",
}  # fmt: skip
"""Settings of every connection. A node frozen in a transaction holds its locks for three seconds."""

AT_ONE_MOMENT = "REPEATABLE READ"
"""The isolation level at which a transaction reads one snapshot."""

PROGRAM = "facedown/"
"""The prefix of a node's application name in PostgreSQL."""

_meta = sql.MetaData()
CLUSTER = sql.Table(
    "cluster", _meta,
    sql.Column("system", sql.String(20), nullable=False),
    sql.Column("timeline", sql.BigInteger, nullable=False),
)  # fmt: skip
"""The identity of the database that has stored everything so far: one row."""

WRITERS = sql.Table(
    "writers", _meta,
    sql.Column("name", sql.String(64), primary_key=True),
    sql.Column("session", sql.BigInteger, nullable=False),
    sql.Column("batch", sql.BigInteger, nullable=False),
)  # fmt: skip
"""One row per node: which of its connections may write, and the number of its last transaction."""

OWNERS = sql.Table(
    "owners", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("node", sql.String(64), nullable=False, index=True),
    sql.Column("epoch", sql.Integer, nullable=False),
)  # fmt: skip
"""The owner node of each table, and the epoch; a closed table has no owner."""

OPENERS = sql.Table(
    "openers", _meta,
    sql.Column("key", sql.LargeBinary, primary_key=True),
    sql.Column("code", sql.String(24), nullable=False, index=True),
)  # fmt: skip
"""The digest of the key that a player opened a table with: a retry after a lost answer, at any node, finds
that table and never opens a second one.
"""

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
"""The nodes of this service: their URLs, their leases by the database's clock, their listed tables, and their
schema version.
"""

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
"""Live nodes with another schema version."""


USED = sql.Table(
    "used", _meta,
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("level", sql.Float, nullable=False),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False),
)  # fmt: skip
"""Wrong guesses by address, with their times; one is forgiven every few seconds."""

OPENED = sql.Table(
    "opened", _meta,
    sql.Column("node", sql.String(64), primary_key=True),
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("tables", sql.Integer, nullable=False),
)  # fmt: skip
"""Number of tables on a node by the address that opened them."""


BARRED = sql.Table(
    "barred", _meta,
    sql.Column("code", sql.String(24), primary_key=True),
    sql.Column("address", sql.String(64), primary_key=True),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False),
)  # fmt: skip
"""The addresses banned from a table, as long as it is open."""


ORDERS = sql.Table(
    "orders", _meta,
    sql.Column("number", sql.BigInteger, primary_key=True),
    sql.Column("node", sql.String(64), nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("reply", sql.LargeBinary),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False, server_default=sql.func.now()),
)  # fmt: skip
"""Commands of operators to a node, and its replies; deleted once they were read."""


REPLAYS = sql.Table(
    "replays", _meta,
    sql.Column("opens", sql.String(32), primary_key=True),
    sql.Column("key", sql.String(32), nullable=False, index=True),
    sql.Column("log", sql.String(64), nullable=False),
    sql.Column("node", sql.String(64), nullable=False, index=True),
    sql.Column("made", sql.BigInteger, nullable=False, index=True),
    sql.Column("data", sql.LargeBinary),
)  # fmt: skip
"""Public replays (`replay_table.py`): digests of the secrets that open and delete each; null until it is
made.
"""


class Identity(NamedTuple):
    """The identity of a database. Its timeline number grows when a standby takes over or a backup is
    restored.
    """

    system: str
    timeline: int


class AnotherDatabase(UnknownJournalVersion, sql.exc.SQLAlchemyError):
    """The database was replaced by another one, or by an older state of itself. The text is a sentence for
    the host.
    """


class UnfitDatabase(UnknownJournalVersion, sql.exc.SQLAlchemyError):
    """The database cannot store duels in its present state. The text is a sentence for the host."""


class DriverMissing(ImportError):
    """The driver is not installed. The text says what to install."""


class Database:
    """The database at a URL. `accept_loss`: the host accepts that it may lose committed data."""

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
        sql.event.listen(self.engine, "do_connect", _checked_connection)
        sql.event.listen(self.engine, "connect", self._check_connection)

    def _check_connection(self, driver: Any, _: object) -> None:
        """Check on a new connection that the database is still the same.

        Raises AnotherDatabase.
        """
        try:
            found = _identity(driver)
            if self._identity is not None and found != self._identity:
                raise AnotherDatabase(_describe_change(self._identity, found))
        except BaseException:
            driver.close()
            raise

    def check_identity(self, connection: sql.Connection) -> Identity:
        """Return the database's identity, if it is durable and the same as before. Changes nothing.

        Raises UnknownJournalVersion if the database is not fit and the host has not accepted the loss.
        """
        found = _identity(connection.connection.driver_connection, within=True)
        doubts = _doubts(connection)
        if sql.inspect(connection).has_table(CLUSTER.name):
            stored = connection.execute(sql.select(CLUSTER)).one_or_none()
            doubts += [_describe_change(Identity(*stored), found)] if stored not in (None, found) else []
        if doubts and not self._accept_loss:
            raise UnknownJournalVersion(f"{'; '.join(doubts)}. {HOW_TO_ACCEPT}")
        return found

    def claim_database(self, connection: sql.Connection) -> None:
        """Create missing tables and record the database's identity.

        Raises UnknownJournalVersion, as `check_identity`, and if a live node has another schema version.
        """
        connection.execute(sql.text("SELECT pg_advisory_xact_lock(7777)"))  # two servers may start at once
        found = self.check_identity(connection)
        _meta.create_all(connection)
        _add_missing_columns(connection)
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


def _add_missing_columns(connection: sql.Connection) -> None:
    """Add missing columns to tables. An older version that runs beside this one ignores them."""
    there = sql.inspect(connection)
    for table in _meta.sorted_tables:
        known = {column["name"] for column in there.get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                text = sql.schema.CreateColumn(column).compile(dialect=connection.dialect)
                connection.execute(sql.text(f"ALTER TABLE {table.name} ADD COLUMN {text}"))


ACCEPTED = "told acts may be lost"
"""The sentence that `--accept-loss` must be given."""

HOW_TO_ACCEPT = (
    "A duel could lose acts that its players were told of. Change that, or accept it with "
    f"--accept-loss '{ACCEPTED}'"
)


MIN_POSTGRESQL_VERSION = 12
"""The oldest supported PostgreSQL."""


def _checked_connection(dialect: sql.Dialect, record: object, words: Any, names: Any) -> Any:
    """Return a driver's connection to a database that can store any text.

    Raises UnfitDatabase if its encoding cannot.
    """
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
    """Return the identity of the database of this connection. `within`: keep the open transaction."""
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


def parse_database_url(address: str, *, accept_loss: bool, node: str = "") -> Database | None:
    """Return the PostgreSQL database at a URL; None for SQLite.

    Raises ImportError, SQLAlchemyError.
    """
    try:
        url = sql.make_url(address)
    except ValueError as error:
        raise sql.exc.ArgumentError(f"the port in its address is no number; {IN_A_PASSWORD}") from error
    if "@" in (url.host or ""):  # the text before that @ may be part of a password: do not show it
        raise sql.exc.ArgumentError(f"its address has more than one @; {IN_A_PASSWORD}")
    if url.get_backend_name() not in (DIALECT, "sqlite"):
        kind = url.get_backend_name()
        raise sql.exc.ArgumentError(f"it can be SQLite or PostgreSQL, not {kind}: write {EXAMPLE}")
    return Database(url, accept_loss=accept_loss, node=node) if url.get_backend_name() == DIALECT else None


def _describe_change(before: Identity, found: Identity) -> str:
    if before.system != found.system:
        return "duels were kept in another database system than this one, of which this is a copy"
    return (
        f"the database was restored, or another one has taken over (timeline {found.timeline}; it was "
        f"{before.timeline}), so it may have forgotten acts"
    )


def _doubts(connection: sql.Connection) -> list[str]:
    """Return why this database may lose commits, each reason in a few words."""
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
