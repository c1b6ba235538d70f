"""Nodes in the database: leases by the database's clock, and takeovers.

Everything runs in a thread, over a separate connection that also receives other nodes' notifications. An
expired lease is handled in one transaction. The dead node's row is locked, so that it cannot renew meanwhile.
Its connections are terminated, so that none of them holds a table's row any longer. Its tables are spread
over the live nodes, each at its next epoch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql

from facedown_server.service.nodes.handovers import ANSWER, ASK, FORGET, OF_A_NODE, Handover, HandoverState
from facedown_server.storage.ownership import CHANNEL, NOBODY
from facedown_server.storage.postgresql import PROGRAM
from facedown_server.storage.schema import SCHEMA_VERSION

RENEW = """
INSERT INTO nodes AS mine (name, address, version, lease, draining, listed, schema)
VALUES (%(name)s, %(address)s, %(version)s, clock_timestamp() + make_interval(secs => %(lease)s),
    %(draining)s, %(listed)s, %(schema)s)
ON CONFLICT (name) DO UPDATE SET address = excluded.address, version = excluded.version,
    lease = excluded.lease, draining = excluded.draining, listed = excluded.listed, schema = excluded.schema
"""
LOOK = """
SELECT name, address, version, draining, lease > clock_timestamp(), listed,
    (SELECT count(*) FROM owners WHERE node = nodes.name),
    CASE WHEN lease > clock_timestamp() THEN extract(epoch FROM lease - clock_timestamp())
    ELSE -1 END::float8,
    schema
FROM nodes ORDER BY name
"""
COMMANDS = (
    "SELECT number, body FROM orders WHERE node = %s AND reply IS NULL "
    "AND at > clock_timestamp() - interval '15 seconds' ORDER BY number"
)
"""The operator's commands to a node; those whose sender has given up are not carried out."""

REPLY = "UPDATE orders SET reply = %s WHERE number = %s"
FORGET_GONE = (
    "DELETE FROM nodes WHERE lease < clock_timestamp() - interval '1 day' "
    "AND NOT EXISTS (SELECT 1 FROM owners WHERE owners.node = nodes.name)"
)
"""Forget nodes that left long ago, once another one joins."""
MINE = "SELECT code, epoch FROM owners WHERE node = %s"
DEAD = "SELECT name, lease FROM nodes WHERE lease < clock_timestamp() ORDER BY name FOR UPDATE"
LEFT = (
    "SELECT code FROM owners WHERE node <> %s AND (node = ANY(%s) OR NOT EXISTS "
    "(SELECT 1 FROM nodes WHERE nodes.name = owners.node)) ORDER BY code"
)
OF_NODES = "SELECT code FROM owners WHERE node = ANY(%s) ORDER BY code"
END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = %s AND backend_start < %s AND usename = current_user"
)
"""Terminate the connections of a node from before its lease expired; a restarted node has newer ones."""
TAKE = (
    "UPDATE owners SET node = given.node, epoch = epoch + 1 "
    "FROM unnest(%s::varchar[], %s::varchar[]) AS given(code, node) "
    "WHERE owners.code = given.code AND (owners.node = ANY(%s) OR NOT EXISTS "
    "(SELECT 1 FROM nodes WHERE nodes.name = owners.node))"
)
WHERE = """
SELECT owners.code, owners.epoch, nodes.name, nodes.address, nodes.lease > clock_timestamp()
FROM owners LEFT JOIN nodes ON nodes.name = owners.node WHERE owners.code = ANY(%s) AND owners.node <> ''
"""
CONNECTED = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()"
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(7778)"


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node as recorded in the database."""

    name: str
    address: str
    version: str
    draining: bool
    alive: bool
    listed: bytes
    """The node's public tables, as JSON."""
    tables: int
    left: float
    """Seconds until the lease expires; negative if it has expired."""
    schema: int
    """The node's schema version."""
    connected: bool = True
    """True if the node has connections to the database; a killed process loses them at once."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """The database's state, read after a renewal."""

    nodes: tuple[NodeRow, ...] = ()
    mine: Mapping[str, int] = field(default_factory=dict)
    """Code -> epoch of the tables that this node owns."""
    handovers: tuple[Handover, ...] = ()
    """The handovers from and to this node."""
    commands: tuple[tuple[int, bytes], ...] = ()
    """The operator's commands to this node: number and content."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The location of a table. `alive`: whether its node's lease is valid. `connected`: whether that node has
    connections to the database.
    """

    epoch: int
    node: str
    address: str
    alive: bool
    connected: bool = True


def distribute_tables(codes: Sequence[str], burden: Mapping[str, int]) -> dict[str, str]:
    """Distribute tables evenly over nodes; return code -> node, empty if there is no node.

    `burden`: the number of tables that each node already has.
    """
    has = Counter(burden)
    takers = {}
    for code in codes if has else ():
        takers[code] = least = min(has, key=lambda name: (has[name], name))
        has[least] += 1
    return takers


def _burdens(driver: Any, dead: Collection[str]) -> dict[str, int]:
    """Return the number of tables of each node that could take more if the nodes in `dead` were gone."""
    nodes = [NodeRow(*row) for row in driver.execute(LOOK).fetchall()]
    taking = [node for node in nodes if node.alive and not node.draining and node.name not in dead]
    return {node.name: node.tables for node in taking}


def _connection_check(driver: Any) -> Callable[[str], bool]:
    """Return a predicate: is the node of this name connected to the database?

    Connections of another database user show no name: then every node counts as connected.
    """
    seen = {program for (program,) in driver.execute(CONNECTED).fetchall()}
    return lambda name: None in seen or PROGRAM + name in seen


class Membership:
    """This node's membership in a service. `lease` is in seconds.

    Every method is for a thread; each raises errors of the driver or SQLAlchemy when the database is
    unreachable, and reconnects at the next call.
    """

    def __init__(self, engine: sql.Engine, name: str, address: str, version: str, lease: float) -> None:
        self.name, self.address = name, address
        self._engine = engine
        self._given = {
            "name": name, "address": address, "version": version, "lease": lease, "schema": SCHEMA_VERSION,
        }  # fmt: skip
        self.heard: Callable[[], None] = lambda: None
        """Called, in a thread, for each notification from another node."""
        self._connection: sql.PoolProxiedConnection | None = None
        self._is_known = False

    def fileno(self) -> int:
        """Return the descriptor of the socket that receives notifications; -1 without a connection."""
        driver = self._connection.driver_connection if self._connection is not None else None
        return -1 if driver is None or driver.closed else int(driver.fileno())

    def renew(self, listed: bytes, *, draining: bool = False) -> Renewal:
        """Renew the lease for its full time; return the nodes, and this node's tables and handovers."""
        driver = self._driver()
        with driver.transaction():
            if not self._is_known:
                driver.execute(FORGET, (self.name, None))  # of an earlier life
                driver.execute(FORGET_GONE)
                driver.execute(f"NOTIFY {CHANNEL}")
            driver.execute(RENEW, {**self._given, "listed": listed, "draining": draining})
        self._is_known = True
        with driver.transaction():
            connected = _connection_check(driver)
            rows = driver.execute(LOOK).fetchall()
            nodes = tuple(NodeRow(*(*row, connected(row[0]))) for row in rows)
            mine = dict(driver.execute(MINE, (self.name,)).fetchall())
            asked = driver.execute(OF_A_NODE, {"name": self.name}).fetchall()
            commands = tuple(driver.execute(COMMANDS, (self.name,)).fetchall())
        return Renewal(nodes, mine, tuple(Handover(*row) for row in asked), commands)

    def take_over(self) -> int:
        """Spread the tables of nodes with expired leases over live nodes; return the number of tables."""
        driver = self._driver()
        with driver.transaction():
            driver.execute(ONE_AT_A_TIME)
            ended = dict(driver.execute(DEAD).fetchall())
            dead = [*ended]
            left = [code for (code,) in driver.execute(LEFT, (NOBODY, dead)).fetchall()]
            if not left:
                return 0
            for name, lease in ended.items():
                driver.execute(END, (PROGRAM + name, lease))
            takers = distribute_tables(left, _burdens(driver, dead))
            taken = driver.execute(TAKE, ([*takers], [*takers.values()], dead)).rowcount
            driver.execute(f"NOTIFY {CHANNEL}")
        return int(taken)

    def predict_owners(self, names: Collection[str]) -> dict[str, str]:
        """Return for each table of these nodes the node that would own it if these nodes died now."""
        driver = self._driver()
        with driver.transaction():
            left = [code for (code,) in driver.execute(OF_NODES, (list(names),)).fetchall()]
            return distribute_tables(left, _burdens(driver, names))

    def request_preload(self, handover: Handover) -> None:
        """Ask another node to run the log of one of our tables up to its present end."""
        self._notify(ASK, handover._asdict())

    def answer(self, handover: Handover, state: HandoverState, why: str = "") -> None:
        """Record whether this node has run the log, or why it cannot."""
        self._notify(ANSWER, {**handover._asdict(), "state": state, "why": why})

    def reply(self, number: int, answer: bytes) -> None:
        """Store the reply to an operator's command."""
        driver = self._driver()
        with driver.transaction():
            driver.execute(REPLY, (answer, number))

    def forget(self, *codes: str) -> None:
        """Delete this node's handovers of these tables."""
        self._notify(FORGET, (self.name, list(codes)))

    def _notify(self, statement: str, payload: object) -> None:
        driver = self._driver()
        with driver.transaction():
            driver.execute(statement, payload)
            driver.execute(f"NOTIFY {CHANNEL}")

    def resign(self) -> None:
        """End the lease at once, so that other nodes may take the tables."""
        driver = self._driver()
        with driver.transaction():
            driver.execute("UPDATE nodes SET lease = clock_timestamp() WHERE name = %s", (self.name,))
            driver.execute(f"NOTIFY {CHANNEL}")

    def locate_tables(self, codes: Collection[str]) -> dict[str, TablePlace]:
        """Return the locations of these tables; unknown codes are left out."""
        driver = self._driver()
        with driver.transaction():
            rows = driver.execute(WHERE, (list(codes),)).fetchall()
            connected = _connection_check(driver)
        return {
            code: TablePlace(epoch, node or "", address or "", bool(alive), connected(node or ""))
            for code, epoch, node, address, alive in rows
        }

    def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _driver(self) -> Any:
        """Return the driver's connection, which listens for notifications; connect if needed."""
        if self.fileno() < 0:
            self.close()
            self._connection = self._engine.raw_connection()
            driver: Any = self._connection.driver_connection
            driver.rollback()
            driver.autocommit = True
            driver.add_notify_handler(self._handle_notice)
            driver.execute(f"LISTEN {CHANNEL}")
        assert self._connection is not None, "it was just made"
        return self._connection.driver_connection

    def _handle_notice(self, notice: Any) -> None:
        """Handle a notification, unless this connection has sent it."""
        driver = self._connection.driver_connection if self._connection is not None else None
        if driver is not None and notice.pid != driver.info.backend_pid:
            self.heard()
