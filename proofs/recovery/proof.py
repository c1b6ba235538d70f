"""Kill a server over and over while two play and one watches, and count what is lost.

Every kill has a kind, and the kinds take turns. When a match is over, what its people were told all along
is compared with its log run once without a kill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_server.room.match.match_log import Differs
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import Moment, RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredLog
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.messages import Clock, CreateTable, JoinTable, Settings, ToServer, Watch
from proofs.online.server_process import ServerProcess
from proofs.recovery.reference_run import doubled, lost, run_undisturbed
from proofs.recovery.remembering_player import RememberingPlayer

ANY = "at any point"
KINDS = (*(str(moment) for moment in Moment), ANY)
FARTHEST: Mapping[str, int] = {
    Moment.BEFORE: 8, Moment.COMMIT: 12, Moment.COMMITTED: 8, Moment.TELLING: 60, Moment.SIDING: 4,
    Moment.RECOVERY: 30,
}  # fmt: skip
"""The farthest time from the server's start, counted in such moments, at which it dies."""

MAX_KILL_DELAY_S = 0.6
"""Seconds after everybody is back within which it dies, at any point."""

MOMENT_TIMEOUT_S = 20.0
"""Seconds a moment is waited for; then the server dies as it is."""

SETTINGS = Settings(best_of=3, listed=False, pace="off", clock=Clock(1200, 10))


@dataclass
class RecoveryTally:
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

    async def compare(
        self, log: StoredLog, people: Iterable[RememberingPlayer], context: ServerContext
    ) -> None:
        """What people were told of a match against its log, run undisturbed."""
        self.acts += len(log.rows)
        try:
            undisturbed = await run_undisturbed(log, context)
        except Differs as differs:
            self.lost.append(f"{log.header.code}: {differs}")
            return
        for player in people:
            self.lost += lost(player, undisturbed)
            extra, missing = doubled(player, undisturbed, log)
            self.doubled += extra
            self.lost += missing + player.complaints


class RecoveryProof:
    """A server on a folder, its people, and who kills it."""

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self.tally = RecoveryTally()
        self._folder = folder
        self._server = ServerProcess(folder)
        self._dice = RandomStreams(f"recovery {seed}".encode().ljust(32, b"."))
        self._seed = seed
        self._say = say
        self._hurry = False
        self._people: list[RememberingPlayer] = []
        self._playing = trio.Event()
        self._enough = False
        self._decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        self._context = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server

    async def run(self, kills: int) -> RecoveryTally:
        """Kill so many times, let the last match end, and say what came of it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            for number in range(kills):
                await self._die(KINDS[number % len(KINDS)])
                if (number + 1) % 10 == 0:
                    self._say(f"{number + 1} of {kills} kills …")
            self._enough = self._hurry = True
            async with self._server.running():
                await self._playing.wait()
                nursery.cancel_scope.cancel()
        return self.tally

    async def _die(self, kind: str) -> None:
        """One life of a server, and its end."""
        self._hurry = kind == Moment.SIDING
        program = []
        if kind != ANY:
            program = ["proofs.recovery.kill_points", kind, str(1 + self._dice.below(FARTHEST[kind], kind))]
        began = trio.current_time()
        async with self._server.running(*program) as process:
            with trio.move_on_after(MOMENT_TIMEOUT_S):
                if kind == ANY:
                    await self._everybody_is_back(began)
                    await trio.sleep(MAX_KILL_DELAY_S * self._dice.below(1000, "moment") / 1000)
                    process.kill()
                else:
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(self._everybody_is_back, began)
                        await process.wait()
                        nursery.cancel_scope.cancel()
            self.tally.kills[kind if process.returncode is not None or kind == ANY else ANY] += 1

    async def _everybody_is_back(self, began: float) -> None:
        for player in tuple(self._people):
            await player.here.wait()
        if self._people:
            self.tally.gap = max(self.tally.gap, trio.current_time() - began)

    # --- the people ---------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """One match after another, until there is enough."""
        await self._server.opened.wait()
        while not self._enough:
            await self._match(self.tally.matches)
            self.tally.matches += 1
        self._playing.set()

    async def _match(self, number: int) -> None:
        async with trio.open_nursery() as nursery:

            def comes(name: str, wish: ToServer, deck: int | None = None) -> RememberingPlayer:
                dice = RandomStreams(f"{self._seed} {number} {name}".encode().ljust(32, b"."))
                brought = None if deck is None else self._decks[deck % len(self._decks)]
                player = RememberingPlayer(
                    self._server.link, name, dice, wish, brought, hurry=lambda: self._hurry
                )
                nursery.start_soon(player.run)
                return player

            host = comes("Anna", CreateTable(SETTINGS), number)
            await host.seated.wait()
            opponent, spectator = host.link("opponent"), host.link("spectator")
            watching = comes("Sid", Watch(spectator.code, spectator.secret))
            guest = comes("Ben", JoinTable(opponent.code, opponent.secret), number + 1)
            self._people = [host, guest, watching]
            for player in self._people:
                await player.over.wait()
            people, self._people = self._people, []
            for player in people:
                await player.leave()
            nursery.cancel_scope.cancel()
        await self.tally.compare(await self._log_of(opponent.code), people, self._context)

    async def _log_of(self, code: str) -> StoredLog:
        """The one log of a table, from the journal itself."""
        async with trio.open_nursery() as nursery:
            journal = Journal(f"sqlite:///{self._folder / 'facedown.sqlite3'}")
            await nursery.start(journal.run)
            log = await journal.read((await journal.history(code))[-1])
            nursery.cancel_scope.cancel()
        return log
