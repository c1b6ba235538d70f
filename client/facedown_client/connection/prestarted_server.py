"""A server of one's own that is started before it is needed: its program is loaded, and waits for arguments.

Until then it opens no port and touches no folder, and it ends when this program does. Law: as for `hosting`,
the server is started by its command, never by import.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import partial

import msgspec
import trio

from facedown_shared.text.startup import module_command

START_DELAY_S = 0.4
"""Seconds after the start of this program: its first picture comes first."""

SHUTDOWN_TIMEOUT_S = 5.0
_PIPE = subprocess.PIPE
_APART = {"start_new_session": True, "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
"""Ctrl+C in this terminal is for its owner, who ends it; it may not go first."""


def command(*words: str) -> list[str]:
    """Return how to start the server."""
    return module_command("facedown_server", *words)


async def started(*words: str) -> trio.Process:
    """Start a process of the server with this command line, in English, since we parse its output.

    Raises OSError.
    """
    speaks = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    start = partial(trio.lowlevel.open_process, stdin=_PIPE, stdout=_PIPE, stderr=_PIPE, env=speaks, **_APART)
    return await start(command(*words))


class WaitingServer:
    """One process that waits, or none."""

    def __init__(self) -> None:
        self._process: trio.Process | None = None
        self._wanted = False
        self._changed = trio.Event()

    def want(self, wanted: bool) -> None:
        """Whether one may be needed soon."""
        self._wanted = wanted
        self._changed.set()

    async def run(self) -> None:
        """See to it that there is one while one is wanted; a task."""
        try:
            await trio.sleep(START_DELAY_S)
            while True:
                self._changed = trio.Event()
                if self._wanted and self._process is None:
                    with suppress(OSError):  # it is started when it is needed, and reports errors then
                        self._process = await started("ahead")
                elif not self._wanted and self._process is not None:
                    process, self._process = self._process, None
                    await end(process)
                await self._changed.wait()
        finally:
            if self._process is not None:
                with trio.CancelScope(shield=True):
                    await end(self._process)

    async def serve(self, arguments: list[str]) -> trio.Process | None:
        """Return the waiting process, told to serve with these arguments; None if there is none."""
        process, self._process = self._process, None
        self.want(False)
        if process is None or process.stdin is None:
            return None
        try:
            await process.stdin.send_all(msgspec.json.encode(["serve", *arguments]) + b"\n")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            await end(process)
            return None
        return process


async def end(process: trio.Process) -> None:
    """End a server, gently first."""
    if process.returncode is None:
        process.terminate()
        with trio.move_on_after(SHUTDOWN_TIMEOUT_S):
            await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
    await close_streams(process)


async def close_streams(process: trio.Process) -> None:
    """Let go of the pipes to a process that has ended."""
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            await stream.aclose()
