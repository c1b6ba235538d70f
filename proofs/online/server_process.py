"""A server in a process of its own, on one folder and port however often it ends and is restarted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import trio

from facedown_shared.network.links import TableLink

LOOPBACK = "serve --bind 127.0.0.1 --no-discovery --log-level error".split()
UNLIMITED = tuple("--messages-per-second 9999 --connections-per-address 999 --tables-per-address 999".split())
"""Flags of a server that admits many clients of one address."""

SERVER = ("-m", "facedown_server")
"""The Python arguments that start it."""


END_TIMEOUT_S = 10.0
"""Seconds that a process may take to end after its output has."""


class ServerNotStarted(Exception):
    """A server's process ended before it ever listened; why, it has said on standard error."""


@dataclass
class ServerProcess:
    """A server of these files. `port` is 0 until it was open for the first time."""

    folder: Path
    port: int = 0
    flags: Sequence[str] = UNLIMITED
    opened: trio.Event = field(default_factory=trio.Event)
    """Set once it has been open."""

    @property
    def link(self) -> TableLink:
        """The address at which clients connect."""
        return TableLink("127.0.0.1", self.port)

    @asynccontextmanager
    async def run(
        self, *program: str, more: Sequence[str] = (), log: IO[bytes] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> AsyncIterator[trio.Process]:  # fmt: skip
        """Run the server once, from the moment it is open; kill it at the end if it is still running.

        Raises ServerNotStarted if it has never been open and ends by itself.

        `program`: what Python runs instead of `SERVER`, with the same arguments at its end. `more`: further
        arguments. `log`: the file for its log, instead of our own standard error.
        """
        own = ["--data", str(self.folder), "--port", str(self.port), *self.flags, *more]
        process = await trio.lowlevel.open_process(
            [sys.executable, "-P", *(program or SERVER), *LOOPBACK, *own],
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment,
        )
        assert process.stdout is not None, "its output is read here"
        try:
            async with process.stdout:
                line = (await process.stdout.receive_some(400)).decode().partition("\n")[0]
                if line.startswith("listening on "):
                    self.port = int(line.rpartition(":")[2])
                    self.opened.set()
                elif not line and not self.opened.is_set():
                    await self._examine(process)
                yield process
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()

    @staticmethod
    async def _examine(process: trio.Process) -> None:
        """Raise if a process whose output ended does so too, by itself and not by a signal."""
        with trio.move_on_after(END_TIMEOUT_S):
            if (code := await process.wait()) >= 0:
                raise ServerNotStarted(f"The server did not start: it ended with code {code}.")
