"""Nodes in the database: leases by the database's clock, and takeovers.

All of it is done in a thread, over a connection of its own that also receives other nodes' notifications. An
expired lease is handled in one transaction: the dead node's row is locked, so that it cannot renew meanwhile,
its connections are terminated, so that none of them holds a table's row for longer, and its tables are spread
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
"""Connections that a node has had since before its lease ran out; a new life of it begins with others."""
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
    """A node as the others see it."""

    name: str
    address: str
    version: str
    draining: bool
    alive: bool
    listed: bytes
    """Its tables that strangers may see, as JSON."""
    tables: int
    left: float
    """Seconds of its lease that are left; negative where it has run out."""
    schema: int
    """The shape in which it keeps duels."""
    connected: bool = True
    """Whether it has connections to the database: a process that was killed has none at once."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What a renewal has seen."""

    nodes: tuple[NodeRow, ...] = ()
    mine: Mapping[str, int] = field(default_factory=dict)
    """The tables that are this node's -> epoch."""
    handovers: tuple[Handover, ...] = ()
    """Tables that it hands over, and those that it is asked to take."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table lives. `alive`: whether its node's lease has not run out. `connected`: whether that node
    has connections to the database."""

    epoch: int
    node: str
    address: str
    alive: bool
    connected: bool = True


def spread(codes: Sequence[str], burden: Mapping[str, int]) -> dict[str, str]:
    """To which node each of these tables goes, so that all have about as many; none where there is no node.
    `burden`: how many each has already."""
    has = Counter(burden)
    takers = {}
    for code in codes if has else ():
        takers[code] = least = min(has, key=lambda name: (has[name], name))
        has[least] += 1
    return takers


def _burdens(driver: Any, dead: Collection[str]) -> dict[str, int]:
    """Return how many tables each node has that takes some, should these be dead."""
    nodes = [NodeRow(*row) for row in driver.execute(LOOK).fetchall()]
    taking = [node for node in nodes if node.alive and not node.draining and node.name not in dead]
    return {node.name: node.tables for node in taking}


def _connected(driver: Any) -> Callable[[str], bool]:
    """Return whether the node of a name has connections to the database, as far as can be seen: what belongs
    to another user has no name here.
    """
    seen = {program for (program,) in driver.execute(CONNECTED).fetchall()}
    return lambda name: None in seen or PROGRAM + name in seen


class Membership:
    """This node among the others. `lease` is in seconds.

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
        """Called, in a thread, when another node has notified us."""
        self._connection: sql.PoolProxiedConnection | None = None
        self._is_known = False

    def fileno(self) -> int:
        """Return the socket on which notices arrive; -1 while there is none."""
        driver = self._connection.driver_connection if self._connection is not None else None
        return -1 if driver is None or driver.closed else int(driver.fileno())

    def renew(self, listed: bytes, *, draining: bool = False) -> Renewal:
        """Hold the lease for its whole time from now on; what there is."""
        driver = self._driver()
        with driver.transaction():
            if not self._is_known:
                driver.execute(FORGET, (self.name, None))  # of an earlier life
                driver.execute(f"NOTIFY {CHANNEL}")
            driver.execute(RENEW, {**self._given, "listed": listed, "draining": draining})
        self._is_known = True
        with driver.transaction():
            connected = _connected(driver)
            rows = driver.execute(LOOK).fetchall()
            nodes = tuple(NodeRow(*(*row, connected(row[0]))) for row in rows)
            mine = dict(driver.execute(MINE, (self.name,)).fetchall())
            asked = driver.execute(OF_A_NODE, {"name": self.name}).fetchall()
        return Renewal(nodes, mine, tuple(Handover(*row) for row in asked))

    def take_over(self) -> int:
        """Spread the tables of nodes whose lease has run out over those that are there; how many."""
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
            takers = spread(left, _burdens(driver, dead))
            taken = driver.execute(TAKE, ([*takers], [*takers.values()], dead)).rowcount
            driver.execute(f"NOTIFY {CHANNEL}")
        return int(taken)

    def heirs(self, names: Collection[str]) -> dict[str, str]:
        """To which node each of their tables would come, were the nodes of these names dead now."""
        driver = self._driver()
        with driver.transaction():
            left = [code for (code,) in driver.execute(OF_NODES, (list(names),)).fetchall()]
            return spread(left, _burdens(driver, names))

    def ask(self, handover: Handover) -> None:
        """Ask another node to run the log of a table of ours again, as far as it goes now."""
        self._notify(ASK, handover._asdict())

    def answer(self, handover: Handover, state: HandoverState, why: str = "") -> None:
        """Report whether that was done here, or why it cannot be."""
        self._notify(ANSWER, {**handover._asdict(), "state": state, "why": why})

    def forget(self, *codes: str) -> None:
        """Of these tables, no handover is under way that this node has to do with."""
        self._notify(FORGET, (self.name, list(codes)))

    def _notify(self, statement: str, given: object) -> None:
        driver = self._driver()
        with driver.transaction():
            driver.execute(statement, given)
            driver.execute(f"NOTIFY {CHANNEL}")

    def resign(self) -> None:
        """End this node in good order: others may take its tables at once."""
        driver = self._driver()
        with driver.transaction():
            driver.execute("UPDATE nodes SET lease = clock_timestamp() WHERE name = %s", (self.name,))
            driver.execute(f"NOTIFY {CHANNEL}")

    def where(self, codes: Collection[str]) -> dict[str, TablePlace]:
        """Return where these tables live; without those that do not exist."""
        driver = self._driver()
        with driver.transaction():
            rows = driver.execute(WHERE, (list(codes),)).fetchall()
            connected = _connected(driver)
        return {
            code: TablePlace(epoch, node or "", address or "", bool(alive), connected(node or ""))
            for code, epoch, node, address, alive in rows
        }

    def close(self) -> None:
        """Give the connection up."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _driver(self) -> Any:
        """Return the driver's connection, listening."""
        if self.fileno() < 0:
            self.close()
            self._connection = self._engine.raw_connection()
            driver: Any = self._connection.driver_connection
            driver.rollback()
            driver.autocommit = True
            driver.add_notify_handler(self._hear)
            driver.execute(f"LISTEN {CHANNEL}")
        assert self._connection is not None, "it was just made"
        return self._connection.driver_connection

    def _hear(self, notice: Any) -> None:
        """Something was notified; what this connection said itself is no news."""
        driver = self._connection.driver_connection if self._connection is not None else None
        if driver is not None and notice.pid != driver.info.backend_pid:
            self.heard()
