"""Many tables at once on a real server, with and without pace; the classifier gets what opponents see."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from server.prove.timing.classifier import auc, features, usual
from server.prove.timing.player import Seen, TimedPlayer
from server.table.fate import Fate
from shared.decks import ready_decks
from shared.links import parse_link
from shared.messages import CreateTable, JoinTable, Settings

TABLES = 6
"""At once: more would make the machine, not the server, decide about the times."""
DELAY = 0.02
"""Seconds a player takes to answer: less than any due of a protected table."""
COMMAND = (sys.executable, "-P", "-m", "server", "serve", "--port", "0", "--bind", "127.0.0.1")
LIMITS = "--no-discovery --log-level warning --messages-per-second 9999 --tables-per-address 99".split()


@dataclass(frozen=True, slots=True)
class Timed:
    """Windows as opponents saw them, and whether their owners could have answered."""

    rows: tuple[tuple[float, ...], ...]
    able: tuple[bool, ...]
    kinds: tuple[tuple[str, ...], ...]

    @property
    def auc(self) -> float:
        """How well the times tell."""
        return auc(self.rows, self.able, self.kinds)

    def __str__(self) -> str:
        return f"windows {len(self.rows)}, of them able {sum(self.able)}, AUC {self.auc:.3f}"


async def measure(pace: str, windows: int, seed: int, tell: Callable[[str], None]) -> Timed:
    """Play until so many windows were seen at tables of this pace."""
    pairs: list[tuple[TimedPlayer, TimedPlayer]] = []

    def enough() -> bool:
        return sum(len(one.seen) + len(other.seen) for one, other in pairs) >= windows

    async with _server() as port, trio.open_nursery() as nursery:
        for number in range(TABLES):
            pair = _pair(number, seed, enough)
            pairs.append(pair)
            nursery.start_soon(_table, pair, port, Settings(pace=pace, listed=False))
        nursery.start_soon(_progress, pairs, windows, enough, tell)
    return timed(pairs)


def timed(pairs: list[tuple[TimedPlayer, TimedPlayer]]) -> Timed:
    """Each window as the other player saw it, with what its owner knew."""
    found: list[tuple[Seen, bool, float]] = []
    for pair in pairs:
        for watcher, owner in (pair, pair[::-1]):
            before = 0.0
            for seen, asked in zip(watcher.seen, owner.asked, strict=False):
                found.append((seen, asked, before))
                before = seen.elapsed
    kinds = tuple(seen.alike for seen, _, _ in found)
    means = usual([seen.elapsed for seen, _, _ in found], kinds)
    rows = tuple(
        features(seen.elapsed, mean, before) for (seen, _, before), mean in zip(found, means, strict=True)
    )
    return Timed(rows, tuple(asked for _, asked, _ in found), kinds)


def _pair(number: int, seed: int, enough: Callable[[], bool]) -> tuple[TimedPlayer, TimedPlayer]:
    ready = [one.deck for one in ready_decks().values() if one.format == "master"]
    made = []
    for at in (0, 1):
        dice = Fate(f"{seed}:{number}:{at}".encode().ljust(32, b"."))
        deck = ready[dice.below(len(ready), "deck")]
        made.append(TimedPlayer(("Anna", "Ben")[at], deck, dice, DELAY, enough))
    return made[0], made[1]


async def _table(pair: tuple[TimedPlayer, TimedPlayer], port: int, settings: Settings) -> None:
    host, guest = pair
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run, port, CreateTable(settings))
        await host.seated.wait()
        link = parse_link(host.links["opponent"][0][1])
        nursery.start_soon(guest.run, port, JoinTable(link.code, link.secret))


async def _progress(
    pairs: list[tuple[TimedPlayer, TimedPlayer]], windows: int, enough: Callable[[], bool],
    tell: Callable[[str], None],
) -> None:  # fmt: skip
    while not enough():
        await trio.sleep(10)
        tell(f"{sum(len(one.seen) + len(other.seen) for one, other in pairs)} of {windows} windows …")


@asynccontextmanager
async def _server() -> AsyncIterator[int]:
    """A server in a process of its own; its port."""
    with tempfile.TemporaryDirectory(prefix="facedown-timing-") as folder:
        process = await trio.lowlevel.open_process(
            [*COMMAND, *LIMITS, "--data", folder], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            line = (await process.stdout.receive_some(300)).decode().splitlines()[0]
            yield int(line.rpartition(":")[2])
        finally:
            process.terminate()
            await process.wait()
