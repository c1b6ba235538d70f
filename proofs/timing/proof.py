"""Many tables at once on a real server, with and without pace; the classifier gets what opponents see."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from proofs.timing.classifier import auc, features, usual
from proofs.timing.player import Seen, TimedPlayer
from server.table.random_streams import RandomStreams
from shared.cards.decks import ready_decks
from shared.links import parse_link
from shared.protocol.messages import CreateTable, JoinTable, Settings

TABLES = 6
"""At once: more would make the machine, not the server, decide about the times."""
DELAY = 0.02
"""Seconds a player takes to answer: less than any due of a protected table."""
RESTARTS = 3
"""Times the server is killed and started again while windows are watched."""
COMMAND = (sys.executable, "-P", "-m", "server", "serve", "--bind", "127.0.0.1")
LIMITS = "--no-discovery --log-level warning --messages-per-second 9999 --tables-per-address 99".split()


@dataclass(frozen=True, slots=True)
class Timed:
    """Windows as opponents saw them, and whether their owners could have answered."""

    rows: tuple[tuple[float, ...], ...]
    able: tuple[bool, ...]
    kinds: tuple[tuple[str, ...], ...]
    alone: int = 0
    """Windows that closed while their owner was away: none may."""

    @property
    def auc(self) -> float:
        """How well the times tell."""
        return auc(self.rows, self.able, self.kinds)

    @property
    def of_the_absent(self) -> int:
        """How many windows had an owner who was away for a while."""
        return sum("owner away" in kind for kind in self.kinds)

    def __str__(self) -> str:
        return (
            f"windows {len(self.rows)}, of them able {sum(self.able)}, with an owner who was away "
            f"{self.of_the_absent}, closed without their owner {self.alone}, AUC {self.auc:.3f}"
        )


async def measure(pace: str, windows: int, seed: int, tell: Callable[[str], None]) -> Timed:
    """Play until so many windows were seen at tables of this pace; connections are lost, and the server."""
    pairs: list[tuple[TimedPlayer, TimedPlayer]] = []

    def watched() -> int:
        return sum(len(one.seen) + len(other.seen) for one, other in pairs)

    async with _serving() as server, trio.open_nursery() as nursery:
        for number in range(TABLES):
            pair = _pair(number, seed, lambda: watched() >= windows)
            pairs.append(pair)
            nursery.start_soon(_table, pair, server.port, Settings(pace=pace, listed=False))
        nursery.start_soon(_progress, watched, windows, tell)
        nursery.start_soon(_restarts, server, watched, windows)
    return timed(pairs)


def timed(pairs: Sequence[tuple[TimedPlayer, TimedPlayer]]) -> Timed:
    """Each window as the other player saw it, with what its owner knew; one that its owner never saw counts
    only as closed without its owner."""
    found: list[tuple[Seen, bool, float]] = []
    alone = 0
    for pair in pairs:
        for watcher, owner in (pair, pair[::-1]):
            before = 0.0
            for seen in watcher.seen:
                alone += seen.alone
                if seen.at in owner.asked:
                    found.append((seen, owner.asked[seen.at], before))
                before = seen.elapsed
    kinds = tuple(seen.alike for seen, _, _ in found)
    means = usual([seen.elapsed for seen, _, _ in found], kinds)
    rows = tuple(
        features(seen.elapsed, mean, before, seen.since)
        for (seen, _, before), mean in zip(found, means, strict=True)
    )
    return Timed(rows, tuple(asked for _, asked, _ in found), kinds, alone)


def _pair(number: int, seed: int, enough: Callable[[], bool]) -> tuple[TimedPlayer, TimedPlayer]:
    ready = [one.deck for one in ready_decks().values() if one.format == "master"]
    made = []
    for at in (0, 1):
        dice = RandomStreams(f"{seed}:{number}:{at}".encode().ljust(32, b"."))
        deck = ready[dice.below(len(ready), "deck")]
        whims = RandomStreams(f"{seed}:{number}:{at}:whims".encode().ljust(32, b"."))
        made.append(TimedPlayer(("Anna", "Ben")[at], deck, dice, DELAY, enough, whims))
    return made[0], made[1]


async def _table(pair: tuple[TimedPlayer, TimedPlayer], port: int, settings: Settings) -> None:
    host, guest = pair
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run, port, CreateTable(settings))
        await host.seated.wait()
        link = parse_link(host.links["opponent"][0][1])
        nursery.start_soon(guest.run, port, JoinTable(link.code, link.secret))


async def _progress(watched: Callable[[], int], windows: int, tell: Callable[[str], None]) -> None:
    while watched() < windows:
        await trio.sleep(10)
        tell(f"{watched()} of {windows} windows …")


async def _restarts(server: _Server, watched: Callable[[], int], windows: int) -> None:
    """The server goes down and up again, whenever another part of the windows has been seen."""
    parts = [windows * part // (RESTARTS + 1) for part in range(1, RESTARTS + 1)]
    while parts:
        await trio.sleep(0.05)
        if watched() >= parts[0]:
            del parts[0]
            await server.restart()


@dataclass
class _Server:
    """A server in a process of its own, on the same port and folder however often it is started."""

    folder: str
    port: int = 0
    _process: trio.Process | None = field(default=None, repr=False)

    async def start(self) -> None:
        """Start it, and wait until it is open."""
        self._process = await trio.lowlevel.open_process(
            [*COMMAND, *LIMITS, "--port", str(self.port), "--data", self.folder], stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None, "its output is read here"
        line = (await self._process.stdout.receive_some(300)).decode().splitlines()[0]
        self.port = int(line.rpartition(":")[2])

    async def end(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()

    async def restart(self) -> None:
        """Kill it, and start it again."""
        await self.end()
        await self.start()


@asynccontextmanager
async def _serving() -> AsyncIterator[_Server]:
    with tempfile.TemporaryDirectory(prefix="facedown-timing-") as folder:
        server = _Server(folder)
        try:
            await server.start()
            yield server
        finally:
            with trio.CancelScope(shield=True):
                await server.end()
