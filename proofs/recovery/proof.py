"""Kill a server over and over while two play and one watches, and count what is lost.

Every kill has a kind, and the kinds take turns. When a match is over, what its people were told all along
is compared with its log run once without a kill.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import trio

from proofs.recovery.caller import Caller
from proofs.recovery.twin import doubled, lost, twin_of
from server.app import build_lobby
from server.config import Config
from server.room.match.rerun import Differs
from server.store.journal import Journal
from server.store.memory import MemoryStore
from server.store.store import StoredLog
from server.table.random_streams import RandomStreams
from server.world import Moment, RealWorld
from shared.cards.decks import Deck, ready_decks
from shared.links import parse_link
from shared.protocol.messages import Clock, CreateTable, JoinTable, Settings, Watch

ANY = "at any point"
KINDS = (*(str(moment) for moment in Moment), ANY)
FARTHEST: Mapping[str, int] = {
    Moment.BEFORE: 8, Moment.COMMIT: 12, Moment.COMMITTED: 8, Moment.TELLING: 24, Moment.SIDING: 4,
    Moment.RECOVERY: 30,
}  # fmt: skip
"""The farthest time from the server's start, counted in such moments, at which it dies."""

LATEST = 0.6
"""Seconds after everybody is back within which it dies, at any point."""

PATIENCE = 20.0
"""Seconds a moment is waited for; then the server dies as it is."""

SETTINGS = Settings(best_of=3, listed=False, pace="off", clock=Clock(1200, 10))
SERVE = (
    "serve",
    "--bind",
    "127.0.0.1",
    "--no-discovery",
    "--log-level",
    "error",
    "--messages-per-second",
    "9999",
    "--connections-per-address",
    "999",
    "--tables-per-address",
    "999",
)


@dataclass
class Tally:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    matches: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    gap: float = 0.0
    """The longest time from a server's end until everybody was back at the table, in seconds."""

    @property
    def is_clean(self) -> bool:
        """Whether the promise was kept."""
        return not self.lost and not self.doubled

    def lines(self) -> list[str]:
        """For people to read."""
        kinds = [f"killed {self.kills[kind]:4} times {kind}" for kind in KINDS]
        sums = f"kills {sum(self.kills.values())}, matches {self.matches}, acts {self.acts}"
        found = f"lost {len(self.lost)}, doubled {len(self.doubled)}, longest gap {self.gap:.2f} s"
        return [*kinds, f"{sums}, {found}"]


class Proof:
    """A server on a folder, its people, and who kills it."""

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self.tally = Tally()
        self._folder = folder
        self._dice = RandomStreams(f"recovery {seed}".encode().ljust(32, b"."))
        self._seed = seed
        self._say = say
        self._port = 0
        self._hurry = False
        self._people: list[Caller] = []
        self._playing = trio.Event()
        self._enough = False
        self._decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        self._context = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server

    async def run(self, kills: int) -> Tally:
        """Kill so many times, let the last match end, and say what came of it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            for number in range(kills):
                await self._die(KINDS[number % len(KINDS)])
                if (number + 1) % 10 == 0:
                    self._say(f"{number + 1} of {kills} kills …")
            self._enough = self._hurry = True
            async with self._server("server"):
                await self._playing.wait()
                nursery.cancel_scope.cancel()
        return self.tally

    # --- the server ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _server(self, *program: str) -> AsyncIterator[trio.Process]:
        """A server process on the same folder and port; killed in the end if it is not dead yet."""
        arguments = [*SERVE, "--data", str(self._folder), "--port", str(self._port)]
        process = await trio.lowlevel.open_process(
            [sys.executable, "-P", "-m", *program, *arguments], stdout=subprocess.PIPE
        )
        assert process.stdout is not None, "it was asked for"
        try:
            async with process.stdout:
                line = (await process.stdout.receive_some(400)).decode().partition("\n")[0]
                if line.startswith("listening on "):
                    self._port = int(line.rpartition(":")[2])
                yield process
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()

    async def _die(self, kind: str) -> None:
        """One life of a server, and its end."""
        self._hurry = kind == Moment.SIDING
        farthest = FARTHEST.get(kind)
        program = ["server"]
        if farthest is not None:
            program = ["proofs.recovery.ending", kind, str(1 + self._dice.below(farthest, kind))]
        began = trio.current_time()
        async with self._server(*program) as process:
            with trio.move_on_after(PATIENCE):
                if kind == ANY:
                    await self._everybody_is_back(began)
                    await trio.sleep(LATEST * self._dice.below(1000, "moment") / 1000)
                    process.kill()
                else:
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(self._everybody_is_back, began)
                        await process.wait()
                        nursery.cancel_scope.cancel()
            self.tally.kills[kind if process.returncode is not None or kind == ANY else ANY] += 1

    async def _everybody_is_back(self, began: float) -> None:
        for caller in tuple(self._people):
            await caller.here.wait()
        if self._people:
            self.tally.gap = max(self.tally.gap, trio.current_time() - began)

    # --- the people ---------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """One match after another, until there is enough."""
        while not self._enough:
            await self._match(self.tally.matches)
            self.tally.matches += 1
        self._playing.set()

    async def _match(self, number: int) -> None:
        async with trio.open_nursery() as nursery:
            host = self._caller("Anna", number, CreateTable(SETTINGS), self._decks[number % len(self._decks)])
            nursery.start_soon(host.run, lambda: self._port)
            await host.seated.wait()
            opponent, spectator = (parse_link(host.links[who][0][1]) for who in ("opponent", "spectator"))
            watching = self._caller("Sid", number, Watch(spectator.code, spectator.secret))
            nursery.start_soon(watching.run, lambda: self._port)
            other = self._decks[(number + 1) % len(self._decks)]
            guest = self._caller("Ben", number, JoinTable(opponent.code, opponent.secret), other)
            nursery.start_soon(guest.run, lambda: self._port)
            self._people = [host, guest, watching]
            for caller in self._people:
                await caller.over.wait()
            people, self._people = self._people, []
            for caller in people:
                await caller.leave()
            nursery.cancel_scope.cancel()
        await self._compare(opponent.code, people)

    def _caller(
        self, name: str, number: int, wish: CreateTable | JoinTable | Watch, deck: Deck | None = None
    ) -> Caller:
        seed = f"{self._seed} {number} {name}".encode().ljust(32, b".")
        if not isinstance(wish, Watch):  # so that a kill before the first token is told locks nobody out
            wish = msgspec.structs.replace(wish, key=hashlib.sha256(seed).hexdigest())
        return Caller(name, RandomStreams(seed), wish, hurry=lambda: self._hurry, deck=deck)

    async def _compare(self, code: str, people: list[Caller]) -> None:
        """What they were told against the log run without a kill."""
        tally = self.tally
        log = await self._log_of(code)
        tally.acts += len(log.rows)
        try:
            twin = await twin_of(log, self._context)
        except Differs as differs:
            tally.lost.append(f"{code}: {differs}")
            return
        for caller in people:
            tally.lost += lost(caller, twin)
            extra, missing = doubled(caller, twin, log)
            tally.doubled += extra
            tally.lost += missing + caller.complaints

    async def _log_of(self, code: str) -> StoredLog:
        """The one log of a table, from the journal itself."""
        async with trio.open_nursery() as nursery:
            journal = Journal(f"sqlite:///{self._folder / 'facedown.sqlite3'}")
            await nursery.start(journal.run)
            log = await journal.read((await journal.history(code))[-1])
            nursery.cancel_scope.cancel()
        return log
