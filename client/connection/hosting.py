"""A server of one's own as a child process: for hosting a table, for practising, for the demo.

It is ended with its owner, gently first. Law: the client starts the server by its command, never by import.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import trio

from client.data import folder
from shared.errors import BadInput, Code
from shared.links import TableLink, parse_link
from shared.protocol.codec import MAX_FROM_CLIENT

STARTS_WITHIN = 60.0
ENDS_WITHIN = 5.0
LISTENING = "listening on "
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a table for friends on the network listens on every address
HOSTS_ALREADY = (
    "This computer hosts a table already, in another window or terminal: end that one first, "
    "or start a server for many tables."
)
_PIPE = subprocess.PIPE
_APART = {"start_new_session": True, "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
"""Ctrl+C in this terminal is for its owner, who ends it; it may not go first."""
_MANNERS = ("--until-input-ends", "--messages-per-second", "1000", "--log-level", "warning")
"""It ends when this program does, however that ends; and a bot may be quick."""


def command(*arguments: str) -> list[str]:
    """How to start the server; -P, so that a folder of that name here cannot get in the way."""
    return [sys.executable, "-P", "-m", "server", "serve", *arguments]


@asynccontextmanager
async def server(
    bind: str = LOOPBACK, port: int = 0, *, data: Path | None = None, or_any: bool = False,
    found: bool = False, open_port: bool = False,
) -> AsyncIterator[TableLink]:  # fmt: skip
    """A running server; gives its address as seen from this computer. Raises BadInput if it cannot start.

    `data` is where it keeps duels; without one they are gone with it. `or_any`: if the port is taken, any.
    `found`: by others on the network. `open_port`: the router is asked to let people in.
    """
    with tempfile.TemporaryDirectory(prefix="facedown-", ignore_cleanup_errors=True) as passing:
        arguments = ["--bind", bind, "--data", str(data or passing), *_MANNERS]
        arguments.append("--discovery" if found else "--no-discovery")
        if data is None:  # nobody else reaches it, and a line to be played alone may be long
            arguments += ["--message-bytes", str(MAX_FROM_CLIENT)]
        if open_port:
            arguments.append("--open-port")
        async with trio.open_nursery() as nursery:
            child = _Child(nursery)
            try:
                yield await child.start(arguments, port, or_any=or_any)
            finally:
                with trio.CancelScope(shield=True):
                    await child.end()
            nursery.cancel_scope.cancel()


def kept_folder() -> Path:
    """Where a server started by this client keeps its duels, so that it can take them up again."""
    return folder.home() / "hosted"


class _Child:
    """The server's process, what it has said, and where it listens."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self._process: trio.Process | None = None
        self._said: deque[str] = deque(maxlen=20)
        self._line = ""
        self._told = trio.Event()

    async def start(self, arguments: Sequence[str], port: int, *, or_any: bool) -> TableLink:
        """Start it and wait until it listens."""
        try:
            return await self._start([*arguments, "--port", str(port)], port)
        except BadInput:
            if not or_any or not port or not self._port_is_taken():
                raise
        await self.end()
        self._said.clear()
        return await self._start([*arguments, "--port", "0"], 0)

    async def _start(self, arguments: Sequence[str], port: int) -> TableLink:
        start = partial(trio.lowlevel.open_process, stdin=_PIPE, stdout=_PIPE, stderr=_PIPE, **_APART)
        self._process = process = await start(command(*arguments))
        self._nursery.start_soon(self._listen, process.stdout)
        self._nursery.start_soon(self._listen, process.stderr)
        with trio.move_on_after(STARTS_WITHIN) as patience:
            await _first(self._told.wait, process.wait)
        if not self._told.is_set():
            await trio.sleep(0.05)  # the last words of a process that ended may still be on their way
        if self._told.is_set():
            found = parse_link(self._line.split()[0].rstrip(".,"))
            everywhere = found.host in (EVERYWHERE, "::")  # seen from here it is this computer
            return TableLink(LOOPBACK if everywhere else found.host, found.port, found.secure)
        raise BadInput(Code.UNREACHABLE, self._why(port, late=patience.cancelled_caught))

    async def _listen(self, stream: trio.abc.ReceiveStream | None) -> None:
        """Read what the server prints, for as long as it prints."""
        rest = b""
        with suppress(trio.ClosedResourceError, trio.BrokenResourceError):
            while stream is not None and (data := await stream.receive_some(65_536)):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._hear(line.decode(errors="replace").strip())

    def _hear(self, text: str) -> None:
        self._said.append(text)
        if LISTENING in text and not self._told.is_set():
            self._line = text.partition(LISTENING)[2]
            self._told.set()

    def _port_is_taken(self) -> bool:
        return "in use" in " ".join(self._said).lower()

    def _why(self, port: int, *, late: bool) -> str:
        """One sentence about a server that did not come up."""
        if self._port_is_taken():
            return f"Port {port} is in use already; choose another with --port."
        if "another server keeps its duels" in " ".join(self._said).lower():
            return HOSTS_ALREADY
        if "no module named server" in " ".join(self._said).lower():
            return "The server part is not installed here; install facedown as its README says."
        if late:
            return f"The server did not start within {STARTS_WITHIN:.0f} seconds."
        last = next((line for line in reversed(self._said) if line), "it ended without a word")
        return f"The server could not start: {last.removeprefix('Error: ')[:200]}"

    async def end(self) -> None:
        """End it, gently first."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            process.terminate()
            with trio.move_on_after(ENDS_WITHIN):
                await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                await stream.aclose()


async def _first(*waits: Callable[[], Awaitable[object]]) -> None:
    """Wait for whichever comes first."""

    async def end_with(wait: Callable[[], Awaitable[object]]) -> None:
        await wait()
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for wait in waits:
            nursery.start_soon(end_with, wait)
