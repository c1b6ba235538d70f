"""One worker of several behind one port: a server in a process of its own, restarted when it dies.

It reads its settings from standard input, and stops in good order at the end of input, also when its parent
has died. Connections come over a socket of which it holds the other end (`handed_sockets.py`).
"""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog
import trio

from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.nodes.handed_sockets import Report
from facedown_shared.text.startup import module_command

log = structlog.get_logger(__name__)

MIN_RESTART_DELAY_S, MAX_RESTART_DELAY_S = 0.25, 8.0
"""Seconds until a worker that died is started again: longer each time, unless it has lived for a while."""

DRAINED_RESTART_DELAY_S = 2.0
"""The same of one that has ended in good order: its host, who has emptied it, sees that it is gone."""

STABLE_UPTIME_S = 30.0
REPORT_TIMEOUT_S = 2.0
"""Seconds after which a worker that reports nothing is not counted on."""

SHUTDOWN_TIMEOUT_S = 20.0
"""Seconds a worker has to end in good order."""

MAX_REPORT_BYTES = 500

Command = Callable[[int], list[str]]
"""What starts a worker whose end of the socket has this number."""


def command(channel: int) -> list[str]:
    """Return the program of a worker."""
    return module_command("facedown_server", "worker", str(channel))


class WorkerUnavailable(Exception):
    """This worker takes nothing now."""


class Worker:
    """One of them. `run` must be running."""

    def __init__(self, config: Config, world: World, start: Command = command) -> None:
        self.name = config.node
        self.admin = ""
        """Where it answers for its health."""
        self.exit_code: int | None = None
        """How its process ended last, None before."""
        self._config = config
        self._world = world
        self._start = start
        self._channel: socket.socket | None = None
        self._process: trio.Process | None = None
        self._reported = -REPORT_TIMEOUT_S
        self._connections = 0
        self._handed = 0
        self._stopping = trio.Event()
        self.changed = trio.Event()
        """Set when it has reported for the first time since its start, or has ended; then it is another."""

    @property
    def is_there(self) -> bool:
        """Whether it takes connections: it was heard of lately."""
        return self._channel is not None and self._world.now() - self._reported < REPORT_TIMEOUT_S

    @property
    def load(self) -> int:
        """How many connections it has, as far as is known."""
        return self._connections + self._handed

    @property
    def pid(self) -> int:
        """Its number in the system, 0 while it does not run."""
        return 0 if self._process is None else self._process.pid

    async def hand(self, ahead: bytes, descriptor: int) -> None:
        """Let it have a connection, of which `ahead` was read. Raises WorkerUnavailable."""
        while (channel := self._channel) is not None:
            try:
                socket.send_fds(channel, [ahead], [descriptor])
            except BlockingIOError:
                with suppress(OSError):
                    await trio.lowlevel.wait_writable(channel)
                continue
            except OSError as error:
                raise WorkerUnavailable from error
            self._handed += 1
            return
        raise WorkerUnavailable

    def stop(self) -> None:
        """Let it end in good order, and do not start it again."""
        self._stopping.set()

    async def run(self) -> None:
        """Keep it running until it is stopped; ends when it has ended."""
        wait = MIN_RESTART_DELAY_S
        while not self._stopping.is_set():
            begun = self._world.now()
            self.exit_code = await self._live()
            if self._stopping.is_set():
                return
            lived = self._world.now() - begun
            wait = MIN_RESTART_DELAY_S if lived > STABLE_UPTIME_S else min(MAX_RESTART_DELAY_S, 2 * wait)
            log.error("a worker exited and is restarted", name=self.name, code=self.exit_code)
            with trio.move_on_after(wait if self.exit_code else DRAINED_RESTART_DELAY_S):
                await self._stopping.wait()

    async def _live(self) -> int:
        """One process from its start to its end, and how it ended."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        with ours:
            ours.setblocking(False)
            with theirs:
                process = await trio.lowlevel.open_process(
                    self._start(theirs.fileno()), stdin=subprocess.PIPE, pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )  # fmt: skip
            self._process, self._channel = process, ours
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._hear, ours)
                    nursery.start_soon(self._tell, process)
                    code = await process.wait()
                    nursery.cancel_scope.cancel()
                return code
            finally:
                self._process, self._channel, self._connections = None, None, 0
                trio.lowlevel.notify_closing(ours)
                await _ended(process)
                self._note_change()

    async def _tell(self, process: trio.Process) -> None:
        """Send its settings; to stop it, close its input, and kill it after a while."""
        assert process.stdin is not None
        with suppress(trio.BrokenResourceError):
            await process.stdin.send_all(msgspec.json.encode(self._config) + b"\n")
        await self._stopping.wait()
        await process.stdin.aclose()
        await trio.sleep(SHUTDOWN_TIMEOUT_S)
        log.error("a worker did not exit cleanly", name=self.name)
        process.kill()

    async def _hear(self, channel: socket.socket) -> None:
        """How busy it is."""
        is_known = False
        while True:
            await trio.lowlevel.wait_readable(channel)
            try:
                report = msgspec.json.decode(channel.recv(MAX_REPORT_BYTES), type=Report)
            except BlockingIOError:
                continue
            except (OSError, msgspec.MsgspecError):
                await trio.sleep(MIN_RESTART_DELAY_S)
                continue
            self._reported, self._connections, self._handed = self._world.now(), report.connections, 0
            self.admin = report.admin
            if not is_known:
                is_known = True
                self._note_change()

    def _note_change(self) -> None:
        changed, self.changed = self.changed, trio.Event()
        changed.set()


async def _ended(process: trio.Process) -> None:
    """See to it that nothing is left of a process."""
    with trio.CancelScope(shield=True):
        with suppress(OSError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            await process.stdin.aclose()
