"""One worker of several behind one port: a server in a separate process, restarted when it dies.

It reads its settings from standard input, and stops cleanly at the end of input, also when its parent has
died. Connections arrive over a Unix socket (`handed_sockets.py`).
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
from facedown_shared.startup import module_command

log = structlog.get_logger(__name__)

MIN_RESTART_DELAY_S, MAX_RESTART_DELAY_S = 0.25, 8.0
"""Seconds until a dead worker is restarted: longer each time, unless the worker has lived for a while."""

DRAINED_RESTART_DELAY_S = 2.0
"""Seconds until a worker that exited cleanly is restarted: the operator who drained it sees that it has
gone.
"""

STABLE_UPTIME_S = 30.0
REPORT_TIMEOUT_S = 2.0
"""Seconds without a report after which a worker counts as unavailable."""

SHUTDOWN_TIMEOUT_S = 20.0
"""Seconds for a worker to exit cleanly."""

MAX_REPORT_BYTES = 1_500

Command = Callable[[int], list[str]]
"""Returns the command line of a worker, given the descriptor of its end of the socket."""


def command(channel: int) -> list[str]:
    """Return the command line that starts a worker."""
    return module_command("facedown_server", "worker", str(channel))


class WorkerUnavailable(Exception):
    """The worker accepts no connections now."""


class Worker:
    """One worker process. `run` must be running."""

    def __init__(self, config: Config, world: World, start: Command = command) -> None:
        self.name = config.node
        self.admin = ""
        """The address of the worker's admin port."""
        self.lines: list[str] = []
        """The start-up lines of its events."""
        self.exit_code: int | None = None
        """The exit code of the last process, None before the first exit."""
        self._config = config
        self._world = world
        self._start = start
        self._channel: socket.socket | None = None
        self._process: trio.Process | None = None
        self._reported = -REPORT_TIMEOUT_S
        self._connections = 0
        self._handed = 0
        self._absent: dict[str, float] = {}
        """Address of an absent player -> when it was reported."""
        self._stopping = trio.Event()
        self.changed = trio.Event()
        """Set after the first report of a process, and at its exit; then replaced by a new event."""

    @property
    def is_available(self) -> bool:
        """True if the worker accepts connections: it has reported lately."""
        return self._channel is not None and self._world.now() - self._reported < REPORT_TIMEOUT_S

    @property
    def load(self) -> int:
        """Number of the worker's connections, as far as is known."""
        return self._connections + self._handed

    @property
    def pid(self) -> int:
        """The worker's process ID, 0 while no process runs."""
        return 0 if self._process is None else self._process.pid

    def may_return_from(self, address: str) -> bool:
        """Return whether a player of this worker has lost a connection from this address, by its last
        reports.
        """
        return self._world.now() - self._absent.get(address, -REPORT_TIMEOUT_S) < REPORT_TIMEOUT_S

    async def hand(self, ahead: bytes, descriptor: int) -> None:
        """Pass a connection to the worker. `ahead`: the bytes read so far.

        Raises WorkerUnavailable.
        """
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
        """Stop the worker cleanly, and do not restart it."""
        self._stopping.set()

    async def run(self) -> None:
        """Restart the worker until `stop` is called; return when its process has exited."""
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
        """Run one process from start to exit; return its exit code."""
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
                    nursery.start_soon(self._read_reports, ours)
                    nursery.start_soon(self._send_settings, process)
                    code = await process.wait()
                    nursery.cancel_scope.cancel()
                return code
            finally:
                self._process, self._channel, self._connections = None, None, 0
                self._reported = -REPORT_TIMEOUT_S  # the next process is available once it reports
                trio.lowlevel.notify_closing(ours)
                await _kill_if_running(process)
                self._note_change()

    async def _send_settings(self, process: trio.Process) -> None:
        """Send the worker its settings. On `stop`, close its input, and kill the process after a timeout."""
        assert process.stdin is not None
        with suppress(trio.BrokenResourceError):
            await process.stdin.send_all(msgspec.json.encode(self._config) + b"\n")
        await self._stopping.wait()
        await process.stdin.aclose()
        await trio.sleep(SHUTDOWN_TIMEOUT_S)
        log.error("a worker did not exit cleanly", name=self.name)
        process.kill()

    async def _read_reports(self, channel: socket.socket) -> None:
        """Receive the worker's load reports."""
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
            if report.line and report.line not in self.lines:
                self.lines.append(report.line)
            self._absent = {
                address: at for address, at in self._absent.items() if self.may_return_from(address)
            }
            self._absent.update(dict.fromkeys(report.absent, self._reported))
            if not is_known:
                is_known = True
                self._note_change()

    def _note_change(self) -> None:
        changed, self.changed = self.changed, trio.Event()
        changed.set()


async def _kill_if_running(process: trio.Process) -> None:
    """Kill a process if it still runs, and release its resources."""
    with trio.CancelScope(shield=True):
        with suppress(OSError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            await process.stdin.aclose()
