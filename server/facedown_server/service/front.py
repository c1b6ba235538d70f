"""Several workers behind one port: a connection goes to the worker named in its path, else to the least busy
one.

This process accepts, reads the first line of a request (with limits on bytes and seconds) and passes the
socket itself on, with the bytes read so far. No other byte of a game passes through here. `workers.py` keeps
the workers alive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

import msgspec
import structlog
import trio

from facedown_server.network.wire.addresses import crowd_key, is_within
from facedown_server.network.wire.connection import LOST
from facedown_server.network.wire.listening_sockets import allow_files, open_listeners
from facedown_server.network.wire.quotas import ShortRequest, ShortRequests
from facedown_server.network.wire.streams import TcpListener, TcpStream, standard_address
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.network.wire.traffic_limits import MAX_HALF_OPEN
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.greeting import address_lines, labelled_addresses
from facedown_server.service.limits import wire_limits
from facedown_server.service.nodes.handed_sockets import MAX_HEAD_BYTES
from facedown_server.service.nodes.workers import Worker, WorkerUnavailable
from facedown_shared.network.links import node_in_path
from facedown_shared.text import BadInput, Code, _
from facedown_shared.text.terminal_output import echo

log = structlog.get_logger(__name__)

REQUEST_HEAD_TIMEOUT_S = 5.0
"""Seconds for a client to send the request line, and for a worker to take it."""

RESERVED_FILES_COUNT = 256
POLL_INTERVAL_S = 0.1
TOO_LONG = b"HTTP/1.1 414 URI Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

Say = Callable[[str], None]


async def run_workers(
    config: Config,
    world: World,
    *,
    say: Say = echo,
    stop: trio.Event | None = None,
    task_status: trio.TaskStatus[Front] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run `config.workers` servers behind one port until `stop` is set.

    Raises BadInput if they cannot start.
    """
    stop = trio.Event() if stop is None else stop
    allow_files(MAX_HALF_OPEN + RESERVED_FILES_COUNT)
    async with AsyncExitStack() as stack:
        doors = open_listeners(config.bind, config.port)
        for door in doors:
            stack.push_async_callback(door.aclose)
        workers = [Worker(settings, world) for settings in settings_of_workers(config, doors[0].port)]
        front = Front(workers, config, world, doors[0].port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_workers, stop, workers)
            for worker in workers:  # the first one creates missing tables, and finds errors
                nursery.start_soon(worker.run)
                await _wait_for_worker(worker, stop)
            for line in () if stop.is_set() else _greeting(config, doors, workers):
                say(line)
            task_status.started(front)
            async with trio.open_nursery() as accepting:
                for door in doors:
                    accepting.start_soon(front.accept, door)
                await stop.wait()
                accepting.cancel_scope.cancel()
            for door in doors:
                await door.aclose()


def settings_of_workers(config: Config, port: int) -> list[Config]:
    """Return the settings of each worker: with a node name and an admin port of its own."""
    admin = config.admin_port
    return [
        msgspec.structs.replace(
            config,
            node=f"{config.node}-{number}",
            port=port,
            admin_port=admin + number - 1 if admin else admin,
            discovery=config.discovery and number == 1,
        )
        for number in range(1, config.workers + 1)
    ]


async def _stop_workers(stop: trio.Event, workers: Sequence[Worker]) -> None:
    await stop.wait()
    for worker in workers:
        worker.stop()


async def _wait_for_worker(worker: Worker, stop: trio.Event) -> None:
    """Wait until a worker accepts connections.

    Raises BadInput if the worker exits instead.
    """
    async with trio.open_nursery() as nursery:

        async def wait_for_exit() -> None:
            await stop.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(wait_for_exit)
        await worker.changed.wait()
        nursery.cancel_scope.cancel()
    if not worker.is_available and not stop.is_set():
        raise BadInput(
            Code.BAD_SETTING, _("Worker {name} could not start; see its output above.", name=worker.name)
        )


def _greeting(config: Config, doors: Sequence[TcpListener], workers: Sequence[Worker]) -> list[str]:
    health = [f"admin of {worker.name} on {worker.admin}" for worker in workers if worker.admin]
    return [
        *(f"listening on {door.address}" for door in doors),
        *health,
        *address_lines(config, labelled_addresses(config, doors[0].port)),
        *(line for worker in workers for line in worker.lines),
    ]


class Front:
    """Dispatcher that passes connections to workers. `port`: the public port."""

    def __init__(self, workers: Sequence[Worker], config: Config, world: World, port: int) -> None:
        self.port = port
        self.workers = workers
        self._world = world
        self._proxies = frozenset(map(standard_address, config.proxies))
        limits = wire_limits(config)
        self._trusted = limits.trusted_networks
        self._arrivals = Buckets(limits.connection_rate, limits.connection_burst)
        self._returns = Buckets(limits.return_rate, limits.return_rate)
        self._waiting = ShortRequests(MAX_HALF_OPEN, limits.per_address)
        """Connections that wait for their first line, or for a worker."""

    async def accept(self, door: TcpListener) -> None:
        """Accept connections until cancelled."""
        async with trio.open_nursery() as nursery:
            while True:
                stream = await door.accept()
                assert isinstance(stream, TcpStream), "workers speak no TLS of their own"
                key = crowd_key(stream.peer, self._proxies)
                if is_within(key, self._trusted):
                    key = ""
                if key and not self._may_connect(key):
                    stream.abort()
                    continue
                waiting = ShortRequest(stream.abort)
                self._waiting.enter(waiting, stream.peer, key)
                nursery.start_soon(self._attend, stream, waiting)

    def _may_connect(self, key: str) -> bool:
        """Take one connection from this address's rate; return False if none is left."""
        now = self._world.now()
        if self._arrivals.take(key, now):
            return True
        return any(worker.may_return_from(key) for worker in self.workers) and self._returns.take(key, now)

    async def _attend(self, stream: TcpStream, waiting: ShortRequest) -> None:
        """Pass one connection on, within limits on bytes and seconds."""
        try:
            with trio.move_on_after(REQUEST_HEAD_TIMEOUT_S):
                if head := await _first_line(stream):
                    await self._pass_to_worker(stream, head)
        except LOST:
            pass
        except Exception:
            log.exception("a connection could not be handed on", peer=stream.peer)
        finally:
            self._waiting.unregister(waiting)
            stream.close()

    async def _pass_to_worker(self, stream: TcpStream, head: bytes) -> None:
        """Pass a connection to a worker; wait while no worker is available."""
        words = head.split(b"\r\n", 1)[0].split(b" ", 2)
        name = node_in_path(words[1].decode("ascii", "replace")) if len(words) > 1 else ""
        while True:
            if (worker := self._choose(name)) is not None:
                try:
                    return await worker.hand(head, stream.fileno())
                except WorkerUnavailable:
                    pass
            await trio.sleep(POLL_INTERVAL_S)

    def _choose(self, name: str) -> Worker | None:
        """Return the worker of this name, or the least busy one if it is unavailable; None if no worker is
        available.
        """
        there = [worker for worker in self.workers if worker.is_available]
        meant = next((worker for worker in there if worker.name == name), None)
        return meant or min(there, key=lambda worker: worker.load, default=None)


async def _first_line(stream: TcpStream) -> bytes:
    """Return the received bytes once the first line is complete; b"" if the line is too long or the
    stream ends.
    """
    head = b""
    while b"\n" not in head:
        if len(head) >= MAX_HEAD_BYTES:
            stream.push(TOO_LONG)
            return b""
        more = await stream.receive_some(MAX_HEAD_BYTES - len(head))
        if not more:
            return b""
        head += more
    return head
