"""A whole server over loopback: one table of two bots, several tables, and idle connections.

The server is a process of its own, so that only its work is counted: CPU by /proc, memory likewise (Linux).
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from os import sysconf
from pathlib import Path

import trio
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.yardstick import Figure, cpu, twenty
from client.bot.robot import Robot
from client.data import deckbox
from client.data.model import Model
from shared.links import TableLink, parse_link
from shared.protocol.codec import encode
from shared.protocol.messages import SUBPROTOCOL, FromServer, Hello, Prompt, Settings, Update, Watch

TABLES = (1, 8)
IDLE = 200
LIMITS = "--messages-per-second 9999 --connections 9999 --tables 9999 --tables-per-address 9999".split()


def figures() -> Iterator[Figure]:
    """Prompts and updates a CPU second with one table and with many; memory of connections."""
    if not Path("/proc/self/stat").exists():
        return
    for tables in TABLES:
        yield from trio.run(_duels, tables)
    yield from trio.run(_idle)


# --- a server to measure ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measured:
    """A running server process."""

    link: TableLink
    process: int

    @property
    def cpu(self) -> float:
        """CPU seconds it has used."""
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """Resident memory in KiB."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1])
        return pages * sysconf("SC_PAGE_SIZE") / 1024


@asynccontextmanager
async def server(limits: Sequence[str] = LIMITS) -> AsyncIterator[Measured]:
    """Start a server on a free loopback port; ended afterwards. `limits`: none there to speak of."""
    with tempfile.TemporaryDirectory(prefix="facedown-bench-") as folder:
        command = [sys.executable, "-P", "-m", "server", "serve", "--port", "0", "--bind", "127.0.0.1"]
        command += ["--data", folder, "--no-discovery", "--log-level", "warning", *limits]
        process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
        assert process.stdout is not None
        try:
            line = await process.stdout.receive_some(200)
            host, _, port = line.decode().splitlines()[0].split()[-1].rpartition(":")
            yield Measured(TableLink(host, int(port)), process.pid)
        finally:
            process.terminate()
            with trio.CancelScope(shield=True):
                await process.wait()
                await process.stdout.aclose()


# --- duels --------------------------------------------------------------------------------------------------


class _Count:
    """What two bots were told: prompts are rows of the log to be, updates are frames."""

    def __init__(self) -> None:
        self.prompts = self.updates = 0
        self.open = trio.Event()
        self.link: TableLink | None = None

    def tell(self, message: FromServer, model: Model) -> None:
        """See one message to a bot."""
        self.prompts += isinstance(message, Prompt)
        self.updates += isinstance(message, Update)
        if model.links and not self.open.is_set():
            self.link = parse_link(model.links["opponent"][0][1])
            self.open.set()


async def _duels(tables: int) -> list[Figure]:
    async with server() as measured:
        counts = [_Count() for _ in range(tables)]
        sticks = [cpu(twenty) / 20]
        before = measured.cpu
        async with trio.open_nursery() as nursery:
            for number, count in enumerate(counts):
                nursery.start_soon(_duel, measured, count, number)
        used = measured.cpu - before
        sticks.append(cpu(twenty) / 20)
    prompts = sum(count.prompts for count in counts)
    updates = sum(count.updates for count in counts)
    each = used / max(prompts, 1)
    name = f"{tables} table{'s' if tables > 1 else ''} over loopback, journal on"
    return [
        Figure(f"{name}: prompts answered per server CPU second", 1 / each, "prompts/s", each / min(sticks)),
        Figure(f"{name}: updates to players per server CPU second", updates / used, "updates/s"),
    ]


async def _duel(measured: Measured, count: _Count, number: int) -> None:
    decks = [deck for deck in deckbox.ready("master") if not deck.reasons("master")]
    settings = Settings(listed=False, pace="off")
    async with trio.open_nursery() as nursery:
        first = Robot("Wren", decks[number % len(decks)].text, number, 0.0, tell=count.tell)
        nursery.start_soon(first.host, measured.link, settings)
        await count.open.wait()
        assert count.link is not None
        found, at = count.link, measured.link
        second = Robot("Halvard", decks[(number + 1) % len(decks)].text, number + 99, 0.0, tell=count.tell)
        nursery.start_soon(
            second.join, TableLink(at.host, at.port, False, found.code, found.secret, found.role)
        )


# --- connections --------------------------------------------------------------------------------------------


async def _idle() -> list[Figure]:
    """Memory of connections that said hello and stay, and of spectators of one table."""
    async with server() as measured, contextlib.AsyncExitStack() as stack:
        before = measured.memory
        sockets = [await stack.enter_async_context(_hello(measured.link, number)) for number in range(IDLE)]
        await trio.sleep(0.5)
        idle = (measured.memory - before) / IDLE
        count = _Count()
        async with trio.open_nursery() as nursery:
            robot = Robot("Wren", deckbox.ready("master")[0].text, 1, 0.0, tell=count.tell)
            nursery.start_soon(robot.host, measured.link, Settings(listed=False))
            await count.open.wait()
            assert count.link is not None
            seated = measured.memory
            for socket in sockets:
                await socket.send(encode(Watch(count.link.code)))
            await trio.sleep(1.0)
            watching = (measured.memory - seated) / IDLE
            nursery.cancel_scope.cancel()
    return [
        Figure(f"memory of an idle connection ({IDLE} of them)", idle, "KiB"),
        Figure("more memory once it watches a table", watching, "KiB"),
    ]


@asynccontextmanager
async def _hello(link: TableLink, number: int) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://{link.host}:{link.port}/",
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None,
        ping_interval=None,
    ) as socket:
        await socket.send(encode(Hello(f"Guest {number}")))
        await socket.recv()
        yield socket
