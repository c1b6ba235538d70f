"""The undisturbed twin of a match: its log run once, without a kill; and what differs from what was told.

Lost is what somebody was told and the twin never shows. Doubled is an act that nobody gave, or gave once and
the log has twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from proofs.recovery.caller import Caller, Given, Snapshot
from server import log_codec
from server.match import Match
from server.referee import Choice, Frame, Origin, SeatPrompt, Sided
from server.room.broadcast.audience import Watched
from server.room.match import rerun
from server.room.server_context import ServerContext
from server.store.store import StoredLog
from server.table import sight
from shared.view import VisibleEvent
from shared.zones import CLASSES, Seat


@dataclass
class Twin:
    """Everything each viewer class is shown, and what was asked before each act."""

    match: Match
    shown: dict[Seat, list[Snapshot]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    asked: list[dict[Seat, tuple[SeatPrompt, tuple[str, ...]]]] = field(default_factory=list)
    """Before each act: seat -> its prompt and the keys of its options."""
    _logs: dict[Seat, list[VisibleEvent]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    _state: object = None

    def before(self) -> None:
        """What is asked before the next act (or the beginning)."""
        asks = self.match.prompts()
        self.asked.append({ask.seat: (ask, tuple(key for key, _ in ask.options)) for ask in asks})

    def recall(self, watched: Watched, frame: Frame) -> None:
        """One moment of an act (or the beginning)."""
        if watched.state is not self._state:
            self._state, self._logs = watched.state, {viewer: [] for viewer in CLASSES}
        for viewer in CLASSES:
            self._show(watched, frame, viewer)

    def _show(self, watched: Watched, frame: Frame, viewer: Seat) -> None:
        log = self._logs[viewer]
        log += [cut for told in frame.events if (cut := sight.redact(told, viewer)) is not None]
        seen = Snapshot(sight.view(watched.state, viewer), tuple(log))
        before = self.shown[viewer]
        if not before or before[-1] != seen:
            before.append(seen)


async def twin_of(log: StoredLog, server: ServerContext) -> Twin:
    """Run a log without a kill. Raises rerun.Differs."""
    setup = rerun.setup_of(log.header, server.pool)
    match = server.match(setup)
    twin = Twin(match)
    await rerun.run(match, setup, log, twin, server.world)
    return twin


def lost(caller: Caller, twin: Twin) -> list[str]:
    """What a caller was told that the twin does not show, or shows before what was told earlier."""
    shown, at, complaints = twin.shown[caller.viewer], 0, []
    for number, snapshot in enumerate(caller.told):
        found = next((index for index in range(at, len(shown)) if shown[index] == snapshot), None)
        if found is None:
            complaints.append(f"{caller.name}: View {number} of {len(caller.told)} is not in the log")
        else:
            at = found
    if caller.told and caller.told[-1] != shown[-1]:
        complaints.append(f"{caller.name}: the last View told is not the last of the log")
    return complaints


def doubled(caller: Caller, twin: Twin, log: StoredLog) -> tuple[list[str], list[str]]:
    """Acts of this seat in the log that it did not give, and acts of its that are told and not in the log."""
    extra: list[str] = []
    given: set[int] = set()
    for row, asked in zip(log.rows, twin.asked[1:], strict=True):
        if row.seat != caller.viewer or row.origin != Origin.PERSON or row.body.startswith("concede"):
            continue
        ask, keys = asked[row.seat]
        _, answer = caller.answers.get(ask.number, (None, ""))
        if row.body != _line(answer, keys):
            extra.append(f"{caller.name}: act {row.seq} ({row.body}) was not given as it stands")
        elif ask.number in given:
            extra.append(f"{caller.name}: prompt {ask.number} was answered twice")
        given.add(ask.number)
    over = {number for number in caller.answers if number in caller.done and number not in given}
    closed = over - _closed_otherwise(log, twin, caller.viewer)
    return extra, [
        f"{caller.name}: the answer to {number} was told and is not in the log" for number in closed
    ]


def _closed_otherwise(log: StoredLog, twin: Twin, seat: Seat) -> set[int]:
    """Prompts of a seat that something else closed: the clock, an automatic pass, the end of the duel."""
    closed = set()
    for row, asked in zip(log.rows, twin.asked[1:], strict=True):
        if seat in asked and (row.origin != Origin.PERSON or row.body.startswith("concede")):
            closed.add(asked[seat][0].number)
    return closed


def _line(given: Given, keys: Sequence[str]) -> str:
    """What was given as the log writes it."""
    if isinstance(given, str):
        return log_codec.write(Sided(given))
    return log_codec.write(Choice(tuple(keys[index] for index in given)))
