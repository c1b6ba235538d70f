"""`python run.py bench soak`: many tables and spectators for a while. Does the server grow, or become slower?

Players think for a while, pick at random, and when a match is over its two open another table. Spectators
only read. First matches are of all lengths, so that soon tables are of all ages, as they are at a server that
has run for long: else its memory would grow as long as the first matches do. The server is a process of its
own, and only its CPU and memory are measured.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import trio
from websockets.exceptions import WebSocketException
from websockets.trio.client import connect
from websockets.typing import Subprotocol

from benchmarks.baseline import Figure
from benchmarks.load.servers import game_server
from facedown_server.table import RandomStreams
from facedown_shared.cards.facts import edition
from facedown_shared.decks.decks import ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    SUBPROTOCOL,
    CreateTable,
    FromServer,
    Hello,
    JoinTable,
    Prompt,
    PromptOver,
    Settings,
    ToServer,
    Watch,
)
from proofs.online.player import OnlinePlayer

SETTINGS = Settings(listed=False, pace="off")
MAX_ANSWERS = 20
"""Answers of one player in a duel."""

SAMPLES_COUNT = 20
"""How often memory is sampled."""


@dataclass(frozen=True, slots=True)
class SoakPlan:
    """The load on a server. `pause`: seconds a player thinks."""

    minutes: float = 10.0
    tables: int = 200
    spectators: int = 1000
    pause: float = 3.0


@dataclass
class SoakTally:
    """The observations of players and spectators."""

    acts: int = 0
    matches: int = 0
    frames: int = 0
    lost: int = 0
    """Connections that broke."""
    waits: list[float] = field(default_factory=list)
    """Seconds from an answer to its confirmation."""
    complaints: list[str] = field(default_factory=list)


class SoakPlayer(OnlinePlayer):
    """Thinks before every answer, and records how long the server takes to confirm it."""

    mean_pause_s: float
    tally: SoakTally
    _sent = 0.0

    def pause(self) -> float:
        """Return a pause between half of the mean and one and a half of it."""
        return self.mean_pause_s * (0.5 + self.dice.draw_below(1000, "pause") / 1000)

    def reply(self, prompt: Prompt) -> ToServer:
        """Answer at once."""
        self._sent = trio.current_time()
        return super().reply(prompt)

    async def handle(self, message: FromServer) -> None:
        """Record how long the server took."""
        if isinstance(message, PromptOver) and self._sent:
            self.tally.waits.append(trio.current_time() - self._sent)
            self.tally.acts += 1
            self._sent = 0.0
        await super().handle(message)


def figures(load: SoakPlan) -> Iterator[Figure]:
    """Return memory at the beginning and the end, CPU, and how long answers take."""
    yield from trio.run(_soak, load)


async def _soak(load: SoakPlan) -> list[Figure]:
    seen, samples = SoakTally(), []
    with game_server() as (server, address):
        async with trio.open_nursery() as nursery:
            start = trio.current_time()
            for number in range(load.tables):
                watchers = load.spectators // load.tables + (number < load.spectators % load.tables)
                nursery.start_soon(_table, TableLink(*address), number, watchers, load, seen)
                await trio.sleep(load.pause / load.tables)
            await trio.sleep(2 * load.pause)
            before, began = server.usage().cpu, trio.current_time()
            for sample in range(SAMPLES_COUNT + 1):
                await trio.sleep_until(began + sample * 60 * load.minutes / SAMPLES_COUNT)
                samples.append(server.usage().memory / 1024)
            used = (server.usage().cpu - before) / (trio.current_time() - began)
            took = trio.current_time() - start
            nursery.cancel_scope.cancel()
    waits = statistics.quantiles(seen.waits, n=100)
    name = f"soak, {load.tables} tables, {load.spectators} spectators, {load.minutes:g} min"
    quarter = SAMPLES_COUNT // 4
    second, last = samples[quarter + 1 : 2 * quarter + 1], samples[-quarter:]
    return [
        Figure(f"{name}: acts", seen.acts, "acts"),
        Figure("soak: matches played to their end", seen.matches, "matches"),
        Figure("soak: frames read by spectators a second", seen.frames / took, "frames/s"),
        Figure("soak: CPU of the server", 100 * used, "% of a core"),
        Figure("soak: an answer is taken, p50", 1000 * waits[49], "ms"),
        Figure("soak: an answer is taken, p99", 1000 * waits[98], "ms"),
        *(
            Figure(
                f"soak: memory of the server after {number * load.minutes / SAMPLES_COUNT:g} min",
                sample,
                "MiB",
            )
            for number, sample in enumerate(samples)
            if number % 2 == 0
        ),
        Figure(
            "soak: its growth from the second quarter to the last",
            statistics.mean(last) - statistics.mean(second),
            "MiB",
        ),
        Figure("soak: connections lost", seen.lost, "of all"),
        Figure("soak: complaints of players", len(seen.complaints), "of all"),
    ]


async def _table(at: TableLink, number: int, watchers: int, load: SoakPlan, seen: SoakTally) -> None:
    """Play one match after another, with two players and their spectators."""
    for round_ in count():
        longest = MAX_ANSWERS if round_ else 1 + MAX_ANSWERS * number // load.tables
        await _match(at, f"{number} {round_}", number, watchers, longest, load, seen)
        seen.matches += 1


async def _match(
    at: TableLink, name: str, number: int, watchers: int, longest: int, load: SoakPlan, seen: SoakTally
) -> None:
    decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
    async with trio.open_nursery() as nursery:

        def comes(seat: int, wish: ToServer) -> SoakPlayer:
            dice = RandomStreams(f"{name} {seat}".encode().ljust(32, b"."))
            deck = decks[(number + seat) % len(decks)]
            player = SoakPlayer(at, f"{('Anna', 'Ben')[seat]} {number}", dice, wish, deck, longest=longest)
            player.mean_pause_s, player.tally = load.pause, seen
            nursery.start_soon(player.run)
            return player

        host = comes(0, CreateTable(SETTINGS))
        await host.seated.wait()
        opponent, spectator = host.table_link("opponent"), host.table_link("spectator")
        for _ in range(watchers):
            nursery.start_soon(_watch, at, Watch(spectator.code, spectator.secret), seen)
        guest = comes(1, JoinTable(opponent.code, opponent.secret))
        for player in (host, guest):
            await player.over.wait()
        for player in (host, guest):
            await player.leave()
            seen.complaints += player.complaints
        nursery.cancel_scope.cancel()


async def _watch(at: TableLink, wish: Watch, seen: SoakTally) -> None:
    """Read and count; nothing is decoded, since a thousand of these share a core with the players."""
    try:
        async with connect(
            f"ws://127.0.0.1:{at.port}/", subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None, proxy=None, ping_interval=None, close_timeout=0.2,
        ) as socket:  # fmt: skip
            for message in (Hello("Sid", cards=edition()), wish):
                await socket.send(encode(message))
            while True:
                await socket.recv()
                seen.frames += 1
    except (OSError, WebSocketException, trio.BrokenResourceError):
        seen.lost += 1
