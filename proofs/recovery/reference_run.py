"""The reference run of a match: its log run once, without a kill; and how what clients were sent differs from
it.

Lost is what a client was sent and that run never shows. Doubled is an act that no player gave, or gave once
and the log has twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Choice, Frame, Origin, SeatPrompt, Sided
from facedown_server.room.broadcast.audience import ObservedReferee
from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.match.match_log import replay_log
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import StoredLog
from facedown_server.table import sight
from facedown_shared.protocol.messages import Answer, UseDeck
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


def lost(player: RememberingPlayer, undisturbed: UndisturbedRun) -> list[str]:
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


def doubled(
    player: RememberingPlayer, undisturbed: UndisturbedRun, log: StoredLog
) -> tuple[list[str], list[str]]:
    """Return acts of this seat in the log that it did not give, and its acts that were sent and are not in
    the log.
    """
    extra: list[str] = []
    given: set[int] = set()
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
        elif ask.number in given:
            extra.append(f"{player.name}: prompt {ask.number} was answered twice")
        given.add(ask.number)
    over = {number for number in player.answers if number in player.done and number not in given}
    closed = over - _closed_otherwise(log, undisturbed, player.model.seat)
    return extra, [
        f"{player.name}: the answer to {number} was told and is not in the log" for number in sorted(closed)
    ]


def _closed_otherwise(log: StoredLog, undisturbed: UndisturbedRun, seat: Seat) -> set[int]:
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
