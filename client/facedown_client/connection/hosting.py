"""Local server as a child process: for hosting, for practice, for the demo.

The server ends with its owner: it is terminated, and killed only after a timeout. If it ends by itself, it is
restarted on its journal. Law: the client starts the server by its command, never by import.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import trio

from facedown_client.connection.prestarted_server import WaitingServer, close_streams, start_server, terminate
from facedown_client.model import data_folder
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import can_run_core, find_core_folder, stored_lists
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import MAX_CLIENT_MESSAGE_BYTES
from facedown_shared.text import BadInput, Code, _, gettext_noop

START_TIMEOUT_S = 60.0
MAX_RESTARTS = 5
"""Restarts of a server that does not live for STABLE_UPTIME_S."""
STABLE_UPTIME_S = 60.0
LISTENING = "listening on "
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a table for friends on the network listens on every address
HOSTS_ALREADY = gettext_noop(
    "This computer already hosts a table in another window or terminal: end that one first, or start a "
    "server for many tables."
)
RESTARTING_TEXT = gettext_noop("The server on this computer keeps crashing; what was played is saved.")
_MANNERS = ("--until-input-ends", "--messages-per-second", "1000", "--log-level", "warning")
"""Options that make the server end with this program in any case, and that allow a quick bot."""


@asynccontextmanager
async def server(
    bind: str = LOOPBACK, port: int = 0, *, data: Path | None = None, or_any: bool = False,
    found: bool = False, open_port: bool = False, ahead: WaitingServer | None = None,
) -> AsyncIterator[TableLink]:  # fmt: skip
    """Run a server; yield its address as seen from this computer.

    `data` is the folder for its duels; without one they end with the server. `or_any`: if the port is taken,
    use any. `found`: announce it on the network. `open_port`: ask the router to forward the port. `ahead`:
    use its prestarted server if there is one.

    Raises BadInput if it cannot start.
    """
    with tempfile.TemporaryDirectory(prefix="facedown-", ignore_cleanup_errors=True) as passing:
        arguments = ["--bind", bind, "--data", str(data or passing), *_MANNERS]
        arguments.append("--discovery" if found else "--no-discovery")
        if data is None:  # private server, and the line of a solo table may be long
            arguments += ["--message-bytes", str(MAX_CLIENT_MESSAGE_BYTES)]
        if open_port:
            arguments.append("--open-port")
        async with trio.open_nursery() as nursery:
            child = _Child(nursery, ahead)
            try:
                address = await child.start_and_wait(arguments, port, or_any=or_any)
                nursery.start_soon(child.keep_running, arguments, address.port)
                yield address
            finally:
                with trio.CancelScope(shield=True):
                    await child.terminate()
            nursery.cancel_scope.cancel()


def stored_duels_folder() -> Path:
    """Return the folder in which a server of this client stores its duels, so that it can resume them."""
    return data_folder.home() / "hosted"


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
            everywhere = found.host in (EVERYWHERE, "::")  # reachable from here as this computer
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
        return _("The server could not start: {why}", why=last.removeprefix("Error: ")[:200])

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
