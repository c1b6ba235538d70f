"""Local server that is started before it is needed: its program is loaded, and waits for arguments.

Until it gets them it opens no port and touches no folder, and it ends when this program does. Law: as for
`hosting`, the server is started by its command, never by import.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import partial

import msgspec
import trio

from facedown_shared.startup import module_command

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
