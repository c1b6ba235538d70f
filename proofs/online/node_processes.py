"""Several servers of one service, each a process, with wires that can be cut off, and their PostgreSQL.

They are started, and started again whenever they have ended; proofs kill, freeze, cut off and upgrade them.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
import trio

from facedown_server.storage.postgresql import DIALECT
from facedown_shared.network.links import TableLink
from facedown_shared.startup import module_command
from proofs.online.cluster import Cluster, free_port
from proofs.online.fault_proxy import FaultProxy
from proofs.online.server_process import ServerProcess

SERVE = "serve --database {database} --node {node} --public-url {url}"
DRAIN = "drain --database {database} --node {node}"
"""The commands of docs/many-machines.md that start a server, and drain it before its files are replaced."""

START_TIMEOUT_S = 60.0
"""Seconds within which a server must have opened its port."""

DRAIN_TIMEOUT_S = 120.0
"""Seconds within which a drained server must have been restarted."""

NAME = "facedown_proof"
"""Name of a proof's database, before a number."""

Found = TypeVar("Found")

MAY_MAKE = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
THROW_OFF = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}' AND pid <> pg_backend_pid()"
)


@dataclass(eq=False)
class NodeProcess:
    """One server of the service: its process, and the wires to its clients and to the database."""

    name: str
    server: ServerProcess
    clients: FaultProxy = field(default_factory=FaultProxy)
    database: FaultProxy = field(default_factory=FaultProxy)
    process: trio.Process | None = None
    """None while the next one is being started."""
    lives: int = 0
    """How often it was started."""
    is_ill: bool = False
    """Whether a fault at it is not over."""
    may_start: trio.Event = field(default_factory=trio.Event)
    """Set unless it has to stay down once it has ended."""

    def __post_init__(self) -> None:
        self.may_start.set()

    @property
    def address(self) -> TableLink:
        """The address at which clients connect."""
        return TableLink("127.0.0.1", self.clients.port)

    def is_open(self) -> bool:
        """Return whether a process of it runs and has opened its port."""
        return self.process is not None and self.process.returncode is None

    async def wait_until_open(self) -> None:
        """Wait until it is open; one that ends while it starts is started again."""
        while not self.is_open():  # noqa: ASYNC110 - a process that ends sends no signal here
            await trio.sleep(0.02)

    def signal(self, number: int) -> None:
        """Send its process a signal, if there is one."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGKILL)

    def is_stopped(self) -> bool:
        """Return whether its process is stopped, according to Linux."""
        try:
            state = Path(f"/proc/{0 if self.process is None else self.process.pid}/stat").read_text("ascii")
        except OSError:
            return False
        return state.rpartition(") ")[2].startswith("T")

    def cpu(self) -> float:
        """Seconds of CPU that its process has used, according to Linux; 0.0 where there is none."""
        try:
            stat = Path(f"/proc/{0 if self.process is None else self.process.pid}/stat").read_text("ascii")
        except OSError:
            return 0.0
        user, system = stat.rpartition(") ")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class OwnDatabase:
    """A PostgreSQL that the proof starts, and may kill; a new one each time it is made."""

    def __init__(self) -> None:
        self._cluster: Cluster
        self.port = 0

    def make(self) -> None:
        """Start it."""
        self._cluster = Cluster()
        self.port = self._cluster.port
        self._cluster.start()
        self._cluster.database("duels")

    def address(self, port: int = 0) -> str:
        """Return its address, over a wire of this port."""
        return self._cluster.address("duels", port)

    def restart(self) -> None:
        """Kill it as if it had crashed, and start it again."""
        self._cluster.stop(signal.SIGQUIT)
        self._cluster.start()

    def remove(self) -> None:
        """Delete it."""
        self._cluster.remove()


class GivenDatabase:
    """A database of the proof's own in an existing PostgreSQL. `restart_with`: the host's command that kills
    that PostgreSQL and starts it again; without one its connections are terminated instead. Raises
    SQLAlchemyError.
    """

    def __init__(self, address: str, restart_with: str = "") -> None:
        url = sql.make_url(address)
        if url.get_backend_name() != DIALECT:
            raise sql.exc.ArgumentError("its address is of no PostgreSQL")
        self._url = url.set(drivername="postgresql+psycopg")
        self._own = self._url.set(database=f"{NAME}_{os.getpid()}")
        self._restart_with = restart_with
        self.port = self._url.port or 5432

    def check(self) -> None:
        """Check that databases can be created there.

        Raises SQLAlchemyError, ImportError where not, with a short reason.
        """
        engine = sql.create_engine(self._url)
        try:
            with engine.connect() as connection:
                if not connection.scalar(sql.text(MAY_MAKE)):
                    raise sql.exc.ArgumentError("this user may not make databases there (CREATEDB)")
        finally:
            engine.dispose()

    def make(self) -> None:
        """Create the database. Raises SQLAlchemyError."""
        self._do(f"CREATE DATABASE {self._own.database}")

    def address(self, port: int = 0) -> str:
        """Return its address, over a wire of this port."""
        url = self._own.set(host="127.0.0.1", port=port) if port else self._own
        return url.render_as_string(hide_password=False)

    def restart(self) -> None:
        """Restart it by the host's command; without one, terminate all connections."""
        if self._restart_with:
            subprocess.run(self._restart_with, shell=True, check=True, timeout=START_TIMEOUT_S)  # noqa: S602 - the host's own command
            return
        self._do(THROW_OFF.format(self._own.database))

    def remove(self) -> None:
        """Delete it."""
        self._do(f"DROP DATABASE IF EXISTS {self._own.database} WITH (FORCE)")

    def _do(self, statement: str) -> None:
        engine = sql.create_engine(self._url, isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql(statement)
        finally:
            engine.dispose()


class ServiceOfNodes:
    """Servers of these names on one database.

    `program`: what Python runs instead of the server. `wired`: whether they are reached over wires that can
    be cut off, which cost about as much CPU as clients do.
    """

    def __init__(
        self, folder: Path, names: Sequence[str], database: OwnDatabase | GivenDatabase, *,
        program: Sequence[str] = (), more: Sequence[str] = (), wired: bool = True,
    ) -> None:  # fmt: skip
        self.database, self._wired = database, wired
        self.nodes = [NodeProcess(name, ServerProcess(folder)) for name in names]
        self._folder, self._program, self._more = folder, program, more
        self._engine: sql.Engine | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep them running until cancelled. Raises SQLAlchemyError, TooSlowError when one does not start."""
        try:
            await trio.to_thread.run_sync(self.database.make)
            async with trio.open_nursery() as nursery:
                for node in self.nodes:
                    await self._set_up(node, nursery)
                task_status.started()
        finally:
            with trio.CancelScope(shield=True):
                for node in self.nodes:
                    node.kill()
                await trio.sleep(0.1)
                if self._engine is not None:
                    self._engine.dispose()
                await trio.to_thread.run_sync(self.database.remove)

    async def _set_up(self, node: NodeProcess, nursery: trio.Nursery) -> None:
        """Set up a server's wires, and start it for the first time."""
        if self._wired:
            node.database.target = self.database.port
            for wire in (node.clients, node.database):
                await nursery.start(wire.run)
        else:
            node.server.port = node.clients.port = free_port()
            node.database.port = self.database.port
        nursery.start_soon(self._live, node)
        with trio.fail_after(START_TIMEOUT_S):
            await node.server.opened.wait()
        node.clients.target = node.server.port

    async def _live(self, node: NodeProcess) -> None:
        """Run a server, and restart it whenever it ends."""
        with closing((self._folder / f"{node.name}.log").open("ab")) as log:
            while True:
                _, *words = SERVE.format(
                    database=self.database.address(node.database.port), node=node.name,
                    url=f"http://127.0.0.1:{node.clients.port}",
                ).split()  # fmt: skip
                running = node.server.run(*self._program, more=[*words, *self._more], log=log)
                async with running as process:
                    if process.returncode is None:
                        node.process = process
                        node.lives += 1
                    await process.wait()
                node.process = None
                await trio.sleep(0.2)
                await node.may_start.wait()

    async def upgrade(self, node: NodeProcess) -> tuple[str, int]:
        """Drain a server by the host's command, wait for its end, and for its successor.

        Return the last line that the command wrote, and the exit code of the server. Raises TooSlowError.
        """
        process = node.process
        assert process is not None, "it runs"
        words = DRAIN.format(database=self.database.address(), node=node.name).split()
        command = module_command("facedown_server", *words, "--data", str(self._folder))
        with trio.fail_after(DRAIN_TIMEOUT_S):
            done = await trio.run_process(command, capture_stdout=True)
            code = await process.wait()
            await node.wait_until_open()
        return done.stdout.decode().splitlines()[-1], code

    async def ask(self, statement: str) -> Sequence[Any]:
        """Return the rows of a query, past all wires. Empty while the database is down."""
        return await self.do(lambda connection: connection.exec_driver_sql(statement).all()) or ()

    async def do(self, what: Callable[[sql.Connection], Found]) -> Found | None:
        """Run a function on the database, past all wires; None while it is down."""

        def in_a_thread() -> Found | None:
            if self._engine is None:
                self._engine = sql.create_engine(self.database.address(), pool_pre_ping=True)
            with suppress(sql.exc.SQLAlchemyError), self._engine.begin() as connection:
                return what(connection)
            return None

        return await trio.to_thread.run_sync(in_a_thread)
