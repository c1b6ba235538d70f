"""Matches that people play on servers while a proof kills these, and what was lost of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import trio

from facedown_server.room.match.match_log import Differs
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredLog
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import Clock, CreateTable, JoinTable, Settings, ToServer, Watch
from proofs.recovery.reference_run import doubled, lost, run_undisturbed
from proofs.recovery.remembering_player import RememberingPlayer

SETTINGS = Settings(best_of=3, listed=False, pace="off", clock=Clock(1200, 10))


@dataclass
class RecoveryTally:
    """Figures of the matches."""

    acts: int = 0
    matches: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or doubled."""
        return not self.lost and not self.doubled

    def __str__(self) -> str:
        return f"matches {self.matches}, acts {self.acts}, lost {len(self.lost)}, doubled {len(self.doubled)}"

    async def compare(
        self, log: StoredLog, people: Iterable[RememberingPlayer], context: ServerContext
    ) -> None:
        """Compare what clients were sent of a match with its log, run undisturbed."""
        self.acts += len(log.rows)
        try:
            undisturbed = await run_undisturbed(log, context)
        except Differs as differs:
            self.lost.append(f"{log.header.code}: {differs}")
            return
        for player in people:
            extra, missing = doubled(player, undisturbed, log)
            self.lost += lost(player, undisturbed)
            self.doubled += extra
            self.lost += missing + player.complaints


class PlayedMatches:
    """One match after another with two players and a spectator, compared with its log when it is over.

    A proof defines where clients connect (`door`) and what is done to the servers meanwhile.
    """

    player: type[RememberingPlayer] = RememberingPlayer

    def __init__(self, seed: int, say: Callable[[str], None]) -> None:
        self.tally = RecoveryTally()
        self.people: list[RememberingPlayer] = []
        """All clients at a table whose match is not over."""
        self.has_enough = False
        """Whether no further match begins, and running ones are cut short."""
        self._seed, self._say = seed, say
        self._decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        self._context = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server

    def door(self, lane: int, number: int) -> TableLink:
        """Return where the host (0), the guest (1) and the spectator (2) of a lane's tables connect."""
        raise NotImplementedError

    def database(self) -> str:
        """Return the address of the database with the logs."""
        raise NotImplementedError

    def is_hurried(self) -> bool:
        """Return whether duels are short."""
        return self.has_enough

    def opened(self, spectators: TableLink) -> None:
        """Handle a table that was opened; this link lets spectators watch."""

    async def play(self, lane: int) -> None:
        """Play one match after another, until there are enough."""
        number = 0
        while not self.has_enough or not number:
            await self._match(lane, number)
            number += 1
            self.tally.matches += 1

    async def finished(self, code: str, people: list[RememberingPlayer]) -> None:
        """Compare a match that is over with its log."""
        await self.tally.compare(await self.log_of(code), people, self._context)

    async def log_of(self, code: str) -> StoredLog:
        """Read the one log of a table from the journal itself."""
        async with trio.open_nursery() as nursery:
            journal = Journal(self.database(), node=f"reader-{code}")
            await nursery.start(journal.run)
            log = await journal.read_match((await journal.history(code))[-1])
            nursery.cancel_scope.cancel()
        return log

    async def _match(self, lane: int, number: int) -> None:
        people: list[RememberingPlayer] = []
        async with trio.open_nursery() as nursery:

            def comes(name: str, wish: ToServer, deck: int | None = None) -> RememberingPlayer:
                dice = RandomStreams(f"{self._seed} {lane} {number} {name}".encode().ljust(32, b"."))
                brought = None if deck is None else self._decks[deck % len(self._decks)]
                player = self.player(
                    self.door(lane, len(people)), f"{name} {lane}", dice, wish, brought, hurry=self.is_hurried
                )
                nursery.start_soon(player.run)
                people.append(player)
                self.people.append(player)
                return player

            host = comes("Anna", CreateTable(SETTINGS), number)
            await host.seated.wait()
            opponent, spectator = host.table_link("opponent"), host.table_link("spectator")
            comes("Ben", JoinTable(opponent.code, opponent.secret), number + 1)
            comes("Sid", Watch(spectator.code, spectator.secret))
            self.opened(spectator)
            for player in people:
                await player.over.wait()
            self.people = [player for player in self.people if player not in people]
            for player in people:
                await player.leave()
            nursery.cancel_scope.cancel()
        await self.finished(opponent.code, people)
