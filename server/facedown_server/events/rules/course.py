"""The course of an event: its rows, the state after them, and undo.

An undo takes back the organizer's last act that still stands. The remaining rows run again; rows that are
illegal without the act (results of a round that is no longer paired) are lost for good, and `preview_undo`
lists them first. Acts of players and referees that stay legal are kept.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventLogRow
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.reducer import apply, create
from facedown_server.events.rules.state import EventState, MatchResult

LASTING_ACTS = (acts.LinkRenewed, acts.Announced)


class ResultChange(msgspec.Struct, frozen=True):
    """A table whose result an undo changes; None where it has none, or is not paired."""

    round: int
    table: int
    before: MatchResult | None
    after: MatchResult | None


class UndoPreview(msgspec.Struct, frozen=True):
    """What an undo changes."""

    row: int
    act: acts.AnyAct
    lost: tuple[EventLogRow, ...]
    """Rows of others that do not stand without the act."""
    unpaired_round: int
    """The round that is no longer paired, or 0."""
    results: tuple[ResultChange, ...]
    players: tuple[int, ...]
    """Players who are added, removed, renamed, or come or go."""
    state: EventState
    """The event afterwards."""


class EventCourse:
    """An event as it is run: rows go in, the state comes out."""

    def __init__(self, first: EventLogRow) -> None:
        self.state = create(first)
        self.rows: list[EventLogRow] = [first]
        self._standing: list[tuple[int, EventLogRow]] = [(0, first)]
        """The rows that stand, with their numbers."""

    @property
    def next_player(self) -> int:
        """Return a number that no player has had, an undone registration included."""
        numbers = [row.act.player for row in self.rows if isinstance(row.act, acts.PlayerRegistered)]
        return max(numbers, default=0) + 1

    @property
    def next_pairing(self) -> int:
        """Return the key for the next pairing."""
        return sum(isinstance(row.act, acts.RoundPaired) for row in self.rows) + 1

    @property
    def undoable(self) -> int | None:
        """Return the row of the organizer's last act that stands, or None.

        A new link is not undone: the old one, on a lost phone, stays ended. Nor is a line on the projector.
        """
        found = [
            number
            for number, row in self._standing
            if row.by == "organizer" and number and not isinstance(row.act, LASTING_ACTS)
        ]
        return found[-1] if found else None

    def check(self, row: EventLogRow) -> None:
        """Raise IllegalAct if a row cannot be added now."""
        self._after(row)

    def append(self, row: EventLogRow) -> None:
        """Add a row.

        Raises IllegalAct, and is unchanged then.
        """
        self._standing, self.state = self._after(row)
        self.rows.append(row)

    def preview_undo(self) -> UndoPreview:
        """Return what the next undo changes.

        Raises IllegalAct if there is nothing to undo.
        """
        target = self.undoable
        if target is None:
            raise IllegalAct(Fault.NOT_UNDONE)
        standing, after = self._without(target)
        rest = {number for number, _ in standing}
        before = self.state
        return UndoPreview(
            target,
            self.rows[target].act,
            tuple(row for number, row in self._standing if number not in rest and number != target),
            len(before.rounds) if len(after.rounds) < len(before.rounds) else 0,
            tuple(_result_changes(before, after)),
            tuple(
                number
                for number in sorted({**before.players, **after.players})
                if before.players.get(number) != after.players.get(number)
            ),
            after,
        )

    def _after(self, row: EventLogRow) -> tuple[list[tuple[int, EventLogRow]], EventState]:
        if isinstance(row.act, acts.Undone):
            return self._without(row.act.row)
        return [*self._standing, (len(self.rows), row)], apply(self.state, row)

    def _without(self, target: int) -> tuple[list[tuple[int, EventLogRow]], EventState]:
        """Return the rows that stand without one, and the state after them."""
        if target != self.undoable:
            raise IllegalAct(Fault.NOT_UNDONE)
        standing, state = self._standing[:1], create(self.rows[0])
        for number, row in self._standing[1:]:
            if number != target:
                try:
                    state = apply(state, row)
                except IllegalAct:
                    continue
                standing.append((number, row))
        return standing, state


def run_log(rows: Iterable[EventLogRow]) -> EventCourse:
    """Return the course of a whole log.

    Raises IllegalAct if the rows are no log, ValueError if there are none.
    """
    first, *others = rows
    course = EventCourse(first)
    for row in others:
        course.append(row)
    return course


def _result_changes(before: EventState, after: EventState) -> Iterable[ResultChange]:
    results = [
        {
            (played.number, one.table): one.result
            for played in state.rounds
            for one in played.pairings
            if one.table
        }
        for state in (before, after)
    ]
    for key in sorted({**results[0], **results[1]}):
        old, new = results[0].get(key), results[1].get(key)
        if old != new:
            yield ResultChange(*key, old, new)
