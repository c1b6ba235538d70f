"""Local server as a child process: for hosting, for practice, for the demo; it may be started beforehand.

The server ends with its owner: it is terminated, and killed only after a timeout. If it ends by itself, it is
restarted on its journal. Law: the client starts the server by its command, never by import.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import webbrowser
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import which

import msgspec
import trio

from facedown_client.connection.return_places import PublicAccess
from facedown_client.model import data_folder
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import can_run_core, find_core_folder, stored_lists
from facedown_shared.network import links
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import MAX_CLIENT_MESSAGE_BYTES
from facedown_shared.startup import module_command
from facedown_shared.text import BadInput, Code, _, gettext_noop

START_DELAY_S = 0.4
"""Seconds after the start of this program, so that its first picture is drawn first."""

SHUTDOWN_TIMEOUT_S = 5.0
_PIPE = subprocess.PIPE
_APART = {"start_new_session": True, "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
"""Options that keep Ctrl+C in this terminal from the child: its owner ends it."""


def command(*words: str) -> list[str]:
    """Return the command line that starts the server."""
    return module_command("facedown_server", *words)


async def start_server(*words: str) -> trio.Process:
    """Start a server process with this command line, in English, because its output is parsed.

    Raises OSError if the process cannot start.
    """
    speaks = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    start = partial(trio.lowlevel.open_process, stdin=_PIPE, stdout=_PIPE, stderr=_PIPE, env=speaks, **_APART)
    return await start(command(*words))


class WaitingServer:
    """Holder of at most one waiting server process."""

    def __init__(self) -> None:
        self._process: trio.Process | None = None
        self._wanted = False
        self._changed = trio.Event()

    def set_wanted(self, wanted: bool) -> None:
        """Set whether a server may be needed soon."""
        self._wanted = wanted
        self._changed.set()

    async def keep_waiting(self) -> None:
        """Keep one process waiting while it is wanted; a task."""
        try:
            await trio.sleep(START_DELAY_S)
            while True:
                self._changed = trio.Event()
                if self._wanted and self._process is None:
                    with suppress(OSError):  # the server is started on demand then, and reports errors
                        self._process = await start_server("ahead")
                elif not self._wanted and self._process is not None:
                    process, self._process = self._process, None
                    await terminate(process)
                await self._changed.wait()
        finally:
            if self._process is not None:
                with trio.CancelScope(shield=True):
                    await terminate(self._process)

    async def serve(self, arguments: list[str]) -> trio.Process | None:
        """Send these arguments to the waiting process and return it; None without one."""
        process, self._process = self._process, None
        self.set_wanted(False)
        if process is None or process.stdin is None:
            return None
        try:
            await process.stdin.send_all(msgspec.json.encode(["serve", *arguments]) + b"\n")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            await terminate(process)
            return None
        return process


async def terminate(process: trio.Process) -> None:
    """Terminate a server; kill it after SHUTDOWN_TIMEOUT_S."""
    if process.returncode is None:
        process.terminate()
        with trio.move_on_after(SHUTDOWN_TIMEOUT_S):
            await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
    await close_streams(process)


async def close_streams(process: trio.Process) -> None:
    """Close the pipes of a process that has ended."""
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            await stream.aclose()


START_TIMEOUT_S = 60.0
MAX_RESTARTS = 5
"""Restarts of a server that does not live for STABLE_UPTIME_S."""
STABLE_UPTIME_S = 60.0
LISTENING = "listening on "
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - a table for friends on the network listens on every address
CLOUDFLARED = "cloudflared"
HOSTS_ALREADY = gettext_noop(
    "This computer already hosts a table in another window or terminal: end that one first, or start a "
    "server for many tables."
)
RESTARTING_TEXT = gettext_noop("The server on this computer keeps crashing; what was played is saved.")
_MANNERS = ("--until-input-ends", "--messages-per-second", "1000", "--log-level", "warning")
"""Options that make the server end with this program in any case, and that allow a quick bot."""
SOLO_FOR_FRIENDS = ("--practice", "2", "--solo", "6")
"""Options of a server for friends: they may play alone in the browser."""
EVENTS = ("--events", "4")
"""Options of a server whose page creates events."""
PRIVATE_SOLO = ("--solo", "12", "--alone-per-address", "12", "--alone-idle-minutes", "360",
                "--undo-per-second", "400")  # fmt: skip
"""Options of a server for the player at this computer alone."""
OPEN_LATER = "--no-tunnel-required"
PRIVATE = PublicAccess()


@asynccontextmanager
async def server(
    bind: Sequence[str] = (LOOPBACK,), port: int = 0, *, data: Path | None = None, or_any: bool = False,
    found: bool = False, access: PublicAccess = PRIVATE, resumes: bool = False,
    ahead: WaitingServer | None = None, events: bool = False,
) -> AsyncIterator[TableLink]:  # fmt: skip
    """Run a server; yield its address as seen from this computer.

    `data` is the folder for its duels; without one they end with the server. `or_any`: if the port is taken,
    use any. `found`: announce it on the network. `access`: for players on the Internet. `resumes`: start
    even if the tunnel cannot be opened yet. `ahead`: use its prestarted server if there is one. `events`: let
    its page create events.

    Raises BadInput if it cannot start.
    """
    with tempfile.TemporaryDirectory(prefix="facedown-", ignore_cleanup_errors=True) as passing:
        arguments = [*(f"--bind={address}" for address in bind), *access.options, *_MANNERS]
        arguments += ["--data", str(data or passing)]
        arguments.append("--discovery" if found else "--no-discovery")
        if data is None:  # private server, and the line of a solo table may be long
            arguments += ["--message-bytes", str(MAX_CLIENT_MESSAGE_BYTES)]
        arguments += SOLO_FOR_FRIENDS if access != PRIVATE or tuple(bind) != (LOOPBACK,) else PRIVATE_SOLO
        arguments += EVENTS if events else ()
        async with trio.open_nursery() as nursery:
            child = _Child(nursery, ahead)
            try:
                later = [*arguments, OPEN_LATER]
                address = await child.start_and_wait(later if resumes else arguments, port, or_any=or_any)
                nursery.start_soon(child.keep_running, later, address.port)
                yield address
            finally:
                with trio.CancelScope(shield=True):
                    await child.terminate()
            nursery.cancel_scope.cancel()


async def open_event_page(server: TableLink) -> str:
    """Open the page that creates events in the browser, if there is one; return its address."""
    page = f"http://{LOOPBACK}:{server.port}/e/new"
    with suppress(webbrowser.Error, OSError):
        await trio.to_thread.run_sync(webbrowser.open, page)
    return page


def port_change_text(wanted: int, server: TableLink) -> str:
    """Return the notice that a server got another port than the wanted one; "" if it did not."""
    if wanted in (0, server.port):
        return ""
    return _(
        "Port {port} is in use already, so the table is at port {other}.", port=wanted, other=server.port
    )


def stored_duels_folder() -> Path:
    """Return the folder in which a server of this client stores its duels, so that it can resume them."""
    return data_folder.home() / "hosted"


def default_tunnel() -> str:
    """Return the tunnel to use if the user named none: cloudflared if it is installed, else ""."""
    return CLOUDFLARED if which(CLOUDFLARED) else ""


def offers_core() -> bool:
    """Return whether a local server can use EDOPro's core: `core` has installed it on this computer."""
    return can_run_core() and find_core_folder(stored_duels_folder()) is not None


def banlists() -> dict[str, Limits]:
    """Return the names of EDOPro's ban lists with which a local server can open tables in its core."""
    place = find_core_folder(stored_duels_folder())
    return stored_lists(place) if place is not None else {}


class _Child:
    """Process of a local server, its output, and its address."""

    def __init__(self, nursery: trio.Nursery, ahead: WaitingServer | None) -> None:
        self._nursery, self._ahead = nursery, ahead
        self._process: trio.Process | None = None
        self._said: deque[str] = deque(maxlen=20)
        self._line = ""
        self._told = trio.Event()
        self._ending = trio.Event()

    async def start_and_wait(self, arguments: Sequence[str], port: int, *, or_any: bool) -> TableLink:
        """Start the process and wait until it listens."""
        try:
            return await self._start_process([*arguments, "--port", str(port)], port)
        except BadInput:
            if not or_any or not port or not self._is_port_taken():
                raise
        await self._wait_for_exit()
        return await self._start_process([*arguments, "--port", "0"], 0)

    async def keep_running(self, arguments: Sequence[str], port: int) -> None:
        """Restart the process on the same port and journal whenever it ends by itself.

        Raises BadInput if a restart fails, or after too many restarts.
        """
        deaths = 0
        while self._process is not None:
            since = trio.current_time()
            await self._process.wait()
            if self._ending.is_set():
                return
            deaths = deaths + 1 if trio.current_time() - since < STABLE_UPTIME_S else 1
            if deaths > MAX_RESTARTS:
                raise BadInput(Code.UNREACHABLE, _(RESTARTING_TEXT))
            await close_streams(self._process)
            try:
                await self._start_process([*arguments, "--port", str(port)], port)
            except BadInput:
                if self._ending.is_set():
                    return
                raise

    async def _start_process(self, arguments: Sequence[str], port: int) -> TableLink:
        self._told, self._line = trio.Event(), ""
        self._said.clear()
        process = await self._ahead.serve([*arguments]) if self._ahead is not None else None
        if process is None:
            process = await start_server("serve", *arguments)
        self._process = process
        self._nursery.start_soon(self._listen, process.stdout)
        self._nursery.start_soon(self._listen, process.stderr)
        with trio.move_on_after(START_TIMEOUT_S) as patience:
            await _first(self._told.wait, process.wait)
        if not self._told.is_set():
            await trio.sleep(0.05)  # the last output of an ended process may still be in the pipe
        if self._told.is_set():
            found = parse_link(self._line.split()[0].rstrip(".,"))
            everywhere = found.host in EVERYWHERE  # reachable from here as this computer
            return TableLink(LOOPBACK if everywhere else found.host, found.port, found.secure)
        raise BadInput(Code.UNREACHABLE, self._explain_failure(port, late=patience.cancelled_caught))

    async def _listen(self, stream: trio.abc.ReceiveStream | None) -> None:
        """Read the output of the server until it ends."""
        rest = b""
        with suppress(trio.ClosedResourceError, trio.BrokenResourceError):
            while stream is not None and (data := await stream.receive_some(65_536)):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._read_output(line.decode(errors="replace").strip())

    def _read_output(self, text: str) -> None:
        self._said.append(text)
        if LISTENING in text and not self._told.is_set():
            self._line = text.partition(LISTENING)[2]
            self._told.set()

    def _is_port_taken(self) -> bool:
        return "in use" in " ".join(self._said).lower()

    def _explain_failure(self, port: int, *, late: bool) -> str:
        """Return one sentence about a server that did not start."""
        if self._is_port_taken():
            return _("Port {port} is in use already; choose another with --port.", port=port)
        if "another server is using" in " ".join(self._said).lower():
            return _(HOSTS_ALREADY)
        if "no module named facedown_server" in " ".join(self._said).lower():
            return _("The server part is not installed here; install facedown as its README says.")
        if late:
            return _("The server did not start within {seconds:.0f} seconds.", seconds=START_TIMEOUT_S)
        last = next((line for line in reversed(self._said) if line), _("it ended without an error message"))
        return _("No table was opened: {why}", why=last.removeprefix("Error: ")[:400])

    async def terminate(self) -> None:
        """Terminate the process; kill it after a timeout."""
        self._ending.set()
        await self._wait_for_exit()

    async def _wait_for_exit(self) -> None:
        if self._process is not None:
            await terminate(self._process)


async def _first(*waits: Callable[[], Awaitable[object]]) -> None:
    """Run two tasks until the first one ends."""

    async def end_after(wait: Callable[[], Awaitable[object]]) -> None:
        await wait()
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for wait in waits:
            nursery.start_soon(end_after, wait)


class OwnServer:
    """Holder of at most one local server that is open to others."""

    def __init__(self) -> None:
        self.address: links.TableLink | None = None
        """Address of the server; None without one."""
        self.goes_on = False
        """True if the server runs on although we have left its table."""
        self.event_page = ""
        """Address of the page that creates its events; "" if it runs none."""
        self._scope: trio.CancelScope | None = None

    def register(self, address: links.TableLink, scope: trio.CancelScope) -> None:
        """Register a started server; cancelling the scope ends it."""
        self.address, self._scope, self.goes_on = address, scope, False

    def is_in_scope(self, scope: trio.CancelScope) -> bool:
        """Return whether cancelling this scope ends the server."""
        return self._scope is scope

    def stop(self) -> None:
        """End the server; its duels are stored."""
        if self._scope is not None:
            self._scope.cancel()
        self.forget()

    def forget(self) -> None:
        """Unregister a server that has ended by itself."""
        self.address = self._scope = None
        self.goes_on, self.event_page = False, ""
