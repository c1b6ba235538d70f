"""Matches that people play on servers while a proof kills these, and what was lost of them.

Each log is run once more without a kill, and what clients were sent is compared with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import trio

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Choice, Frame, Origin, SeatPrompt, Sided
from facedown_server.room.broadcast.audience import ObservedReferee
from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.match.match_log import Differs, replay_log
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredLog
from facedown_server.table import RandomStreams, sight
from facedown_shared.decks.decks import ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Answer,
    Clock,
    CreateTable,
    JoinTable,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from facedown_shared.tables import CLASSES, Seat, VisibleEvent
from proofs.recovery.remembering_player import RememberingPlayer, Snapshot


@dataclass
class UndisturbedRun:
    """Everything each viewer class is shown, and the prompts before each act."""

    match: Match
    shown: dict[Seat, list[Snapshot]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    asked: list[dict[Seat, tuple[SeatPrompt, tuple[str, ...]]]] = field(default_factory=list)
    """Before each act: seat -> its prompt and the keys of its options."""
    _logs: dict[Seat, tuple[VisibleEvent, ...]] = field(default_factory=dict)
    _state: object = None

    def before(self) -> None:
        """Record the prompts before the next act (or the beginning)."""
        asks = self.match.prompts()
        self.asked.append({ask.seat: (ask, tuple(key for key, _ in ask.options)) for ask in asks})

    def recall(self, watched: ObservedReferee, frame: Frame) -> None:
        """Record one moment of an act (or the beginning)."""
        if watched.state is not self._state:
            self._state, self._logs = watched.state, dict.fromkeys(CLASSES, ())
        for viewer in CLASSES:
            self._logs[viewer] += tuple(sight.redact(event, viewer) for event in frame.events)
            seen = Snapshot(sight.view(watched.state, viewer), self._logs[viewer])
            if seen not in self.shown[viewer][-1:]:
                self.shown[viewer].append(seen)


async def run_undisturbed(log: StoredLog, server: ServerContext) -> UndisturbedRun:
    """Run a log without a kill. Raises Differs."""
    setup = stored_setup(log.header, server.pool)
    match = server.match(setup)
    undisturbed = UndisturbedRun(match)
    await replay_log(match, setup, log, server.world, recall=undisturbed.recall, before=undisturbed.before)
    return undisturbed


def find_lost(player: RememberingPlayer, undisturbed: UndisturbedRun) -> list[str]:
    """Return what a client was sent that the reference run does not show, or shows earlier."""
    shown, at, complaints = undisturbed.shown[player.model.seat], 0, []
    for number, snapshot in enumerate(player.told):
        found = next((index for index in range(at, len(shown)) if shown[index] == snapshot), None)
        if found is None:
            complaints.append(f"{player.name}: View {number} of {len(player.told)} is not in the log")
        else:
            at = found
    if player.told and player.told[-1] != shown[-1]:
        complaints.append(f"{player.name}: the last View told is not the last of the log")
    return complaints


def find_doubled(
    player: RememberingPlayer, undisturbed: UndisturbedRun, log: StoredLog
) -> tuple[list[str], list[str]]:
    """Return acts of this seat in the log that it did not give, and its acts that were sent and are not in
    the log.
    """
    extra: list[str] = []
    seen: set[int] = set()
    for row, asked in zip(log.rows, undisturbed.asked[1:], strict=True):
        if row.seat != player.model.seat or row.origin != Origin.PERSON or row.body.startswith("concede"):
            continue
        ask, keys = asked[row.seat]
        _, answers = player.answers.get(ask.number, (None, ()))
        said = [_line(answer, keys) for answer in answers]
        if row.body not in said:
            extra.append(
                f"{player.name}: act {row.seq} ({row.body}) was not given as it stands "
                f"(prompt {ask.number}, given: {', '.join(said) or 'nothing'})"
            )
        elif ask.number in seen:
            extra.append(f"{player.name}: prompt {ask.number} was answered twice")
        seen.add(ask.number)
    over = {number for number in player.answers if number in player.done and number not in seen}
    closed = over - _prompts_closed_otherwise(log, undisturbed, player.model.seat)
    return extra, [
        f"{player.name}: the answer to {number} was told and is not in the log" for number in sorted(closed)
    ]


def _prompts_closed_otherwise(log: StoredLog, undisturbed: UndisturbedRun, seat: Seat) -> set[int]:
    """Return prompts of a seat that something else closed: the clock, an automatic pass, the end of the
    duel.
    """
    closed = set()
    for row, asked in zip(log.rows, undisturbed.asked[1:], strict=True):
        if seat in asked and (row.origin != Origin.PERSON or row.body.startswith("concede")):
            closed.add(asked[seat][0].number)
    return closed


def _line(answer: Answer | UseDeck, keys: Sequence[str]) -> str:
    """Return an answer as the log writes it."""
    if isinstance(answer, UseDeck):
        return log_codec.encode_body(Sided(answer.deck))
    return log_codec.encode_body(Choice(tuple(keys[index] for index in answer.picks)))


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
            extra, missing = find_doubled(player, undisturbed, log)
            self.lost += find_lost(player, undisturbed)
            self.doubled += extra
            self.lost += missing + player.complaints


class PlayedMatches(ABC):
    """One match after another with two players and a spectator, compared with its log when it is over.

    A proof defines where clients connect (`address`) and what is done to the servers meanwhile.
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

    @abstractmethod
    def address(self, lane: int, number: int) -> TableLink:
        """Return where the host (0), the guest (1) and the spectator (2) of a lane's tables connect."""

    @abstractmethod
    def database(self) -> str:
        """Return the address of the database with the logs."""

    def is_hurried(self) -> bool:
        """Return whether duels are short."""
        return self.has_enough

    def handle_opened(self, spectators: TableLink) -> None:
        """Handle a table that was opened; this link lets spectators watch. Does nothing by default."""
        return

    async def play(self, lane: int) -> None:
        """Play one match after another, until there are enough."""
        number = 0
        while not self.has_enough or not number:
            await self._match(lane, number)
            number += 1
            self.tally.matches += 1

    async def handle_finished(self, code: str, people: list[RememberingPlayer]) -> None:
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
                    self.address(lane, len(people)),
                    f"{name} {lane}",
                    dice,
                    wish,
                    brought,
                    hurry=self.is_hurried,
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
            self.handle_opened(spectator)
            for player in people:
                await player.over.wait()
            self.people = [player for player in self.people if player not in people]
            for player in people:
                await player.leave()
            nursery.cancel_scope.cancel()
        await self.handle_finished(opponent.code, people)
