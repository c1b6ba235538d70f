"""`python run.py bench nodes`: the cost of an act on PostgreSQL, beside SQLite, and the throughput of more
nodes.

Every service has a database of its own: a server with SQLite, and one, two, three … nodes on a PostgreSQL
server that is started for the measurement, durable as a host's must be. All of them are loaded in turns, with
the same tables and the same acts. The CPU of the database's processes is counted to the act.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load import loaders
from benchmarks.load.loaders import Loader
from benchmarks.load.rounds import Figure, loader
from benchmarks.load.servers import LIMITS, game_server
from benchmarks.load.websocket import ConnectionLost
from benchmarks.load.workload import MAX_ACTS
from benchmarks.probe import ProbedProcess
from proofs.online.cluster import Cluster, programs

PROC = Path("/proc")
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
SQLITE_NODES_COUNT = 0
"""Instead of a number of nodes: one server with SQLite."""
NO_POSTGRESQL = "PostgreSQL's programs are not installed here, so nothing can be measured on it."
NO_PROC = "This system does not tell what the processes of a database use (it has no /proc)."


@dataclass(frozen=True)
class NodesPlan:
    """What is measured: `seconds` of load of each service over all `rounds`; up to so many `nodes`."""

    tables: int = 20
    seconds: float = 15.0
    rounds: int = 5
    nodes: int = 3
    mode: str = "workload"
    """Or "rules": duels of bots."""


@dataclass
class ServiceFigures:
    """Of one service, a number for each round."""

    server: list[float] = field(default_factory=list)
    """CPU milliseconds of its nodes for an act."""
    database: list[float] = field(default_factory=list)
    """The same of PostgreSQL's processes."""
    acts: list[float] = field(default_factory=list)
    """Acts a second."""

    @property
    def whole(self) -> list[float]:
        """CPU milliseconds of all of them for an act."""
        return [one + other for one, other in zip(self.server, self.database, strict=True)]


def measure(asked: NodesPlan, say: Callable[[str], None]) -> dict[int, ServiceFigures]:
    """Return figures by the number of nodes; SQLITE is the server with SQLite.

    Raises ConnectionLost and RuntimeError.
    """
    if programs() is None:
        raise ConnectionLost(NO_POSTGRESQL)
    if not (PROC / "self" / "stat").exists():
        raise ConnectionLost(NO_PROC)
    found: dict[int, ServiceFigures] = defaultdict(ServiceFigures)
    with ExitStack() as stack:
        services = [Service(asked, count, stack) for count in range(asked.nodes + 1)]
        for number in range(asked.rounds):
            say(f"round {number + 1} of {asked.rounds}")
            for service in services:
                service.once(found[service.nodes])
    return found


def ratio(found: dict[int, ServiceFigures]) -> Figure:
    """Return the ratio of the CPU for an act with PostgreSQL to that with SQLite, round by round."""
    pairs = zip(found[1].whole, found[SQLITE_NODES_COUNT].whole, strict=True)
    return Figure.of([one / other for one, other in pairs])


class Service:
    """So many nodes with their database (SQLITE: one server without), and their players."""

    def __init__(self, asked: NodesPlan, nodes: int, stack: ExitStack) -> None:
        self.nodes = nodes
        self._asked = asked
        self._cluster = stack.enter_context(Cluster.run(**DURABLE)) if nodes else None
        self._servers: list[ProbedProcess] = []
        self._players: list[Loader] = []
        count = nodes or 1
        for number in range(count):
            flags = self._flags(f"n{number}")
            server, address = stack.enter_context(game_server(limits=[*LIMITS, *flags]))
            self._servers.append(server)
            first = asked.tables * number // count
            share = asked.tables * (number + 1) // count - first
            begin = loaders.duels if asked.mode == "rules" else loaders.players
            arguments = (first, share) if asked.mode == "rules" else (share,)
            self._players.append(stack.enter_context(loader(begin, address, *arguments)))
        for players in self._players:
            players.ask("links")  # its tables are open

    def _flags(self, name: str) -> Sequence[str]:
        if self._cluster is None:
            return ()
        return "--database", self._cluster.database("duels"), "--node", name

    def once(self, measured: ServiceFigures) -> None:
        """Run one round of it."""
        server, database = self._cpu_seconds()
        seconds, rules = self._asked.seconds / self._asked.rounds, self._asked.mode == "rules"
        for players in self._players:
            players.send_command("run", seconds, 0.0 if rules else MAX_ACTS // self._asked.rounds)
        parts = [players.answer() for players in self._players]
        server_then, database_then = self._cpu_seconds()
        acts = sum(seen.answers if rules else seen.acts for seen, _ in parts)
        measured.server.append(1000 * (server_then - server) / acts)
        measured.database.append(1000 * (database_then - database) / acts)
        measured.acts.append(acts / max(took for _, took in parts))

    def _cpu_seconds(self) -> tuple[float, float]:
        """Return the CPU seconds of the nodes and of the database so far."""
        database = 0.0 if self._cluster is None else family_cpu(self._cluster.pid)
        return sum(server.usage().cpu for server in self._servers), database


def family_cpu(pid: int) -> float:
    """Return the CPU seconds of a process, its children, and those of its children that have ended."""
    ticks = 0
    for place in PROC.glob("[0-9]*/stat"):
        try:
            number, fields = place.parent.name, place.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile, and its parent counts it
        if int(number) == pid:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == pid:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
