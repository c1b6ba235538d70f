"""Verbs for tests of events: register, pair, enter results. An `Evening` is a course with shortcuts."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import AnyAct, EventLogRow, EventSettings, Origin, Outcome, Score
from facedown_server.events.rules.course import EventCourse
from facedown_server.events.rules.scoring import settings_for
from facedown_server.events.rules.standings import standings
from facedown_server.events.rules.state import EventState, Pairing

SECRET = "5a" * 32
NAMES = "Anna Ben Chiara Dominik Emil Fatima Greta Hannes Ida Jonas".split()


def first_row(settings: EventSettings | None = None, name: str = "Goat Night") -> EventLogRow:
    """Return the first row of a log."""
    return EventLogRow(
        0,
        "organizer",
        acts.EventCreated(name, "2026-11-28T19:00:00+00:00", SECRET, settings or settings_for("konami")),
    )


class Evening:
    """An event with so many players."""

    def __init__(self, players: int = 0, settings: EventSettings | None = None) -> None:
        self.course = EventCourse(first_row(settings))
        for number in range(players):
            self.register(NAMES[number] if number < len(NAMES) else f"Player {number + 1}")

    @property
    def state(self) -> EventState:
        """The state now."""
        return self.course.state

    def do(self, act: AnyAct, by: Origin = "organizer") -> None:
        """Add an act, a second after the one before."""
        self.course.append(EventLogRow(self.course.rows[-1].at_s + 1, by, act))

    def register(self, name: str, by: Origin = "player") -> int:
        """Register a player and return the number."""
        number = self.course.next_player
        self.do(acts.PlayerRegistered(number, name), by)
        return number

    def pair(self, *pairs: tuple[int, int], bye: int = 0, cut: bool = False) -> None:
        """Begin a round with these pairs."""
        self.do(acts.RoundPaired(self.course.next_pairing, pairs, bye, cut))

    def result(self, table: int, one: int, two: int, outcome: Outcome | None = None) -> None:
        """Enter a result of the present round."""
        self.do(acts.ResultEntered(len(self.state.rounds), table, Score(one, two), outcome))

    def results(self, *scores: tuple[int, int]) -> None:
        """Enter the results of all tables, from table 1."""
        for table, (one, two) in enumerate(scores, 1):
            self.result(table, one, two)

    def undo(self) -> None:
        """Undo the organizer's last act."""
        target = self.course.undoable
        assert target is not None
        self.do(acts.Undone(target))

    def table(self, number: int, round_number: int = 0) -> Pairing:
        """Return a table of the present round, or of another."""
        played = self.state.rounds[(round_number or len(self.state.rounds)) - 1]
        return next(pairing for pairing in played.pairings if pairing.table == number)

    def points(self) -> dict[int, int]:
        """Return the points of each player after the complete rounds."""
        return {row.player: row.points for row in standings(self.state)}


def play_round(
    evening: Evening, pairs: Sequence[tuple[int, int]], bye: int, scores: Sequence[tuple[int, int]]
) -> None:
    """Play a whole round."""
    evening.pair(*pairs, bye=bye)
    evening.results(*scores)
