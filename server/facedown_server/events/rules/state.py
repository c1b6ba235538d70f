"""The state of an event: players, rounds, pairings and results, as the reducer leaves them. Plain values."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from facedown_server.events.rules.acts import EventSettings, Outcome, Penalty, Score

Source: TypeAlias = Literal["bye", "phones", "slip", "organizer", "referee", "penalty"]


class EventPlayer(msgspec.Struct, frozen=True):
    """A registered player. `missed` counts the rounds that were paired before."""

    number: int
    name: str
    pin: str = ""
    missed: int = 0
    dropped: bool = False
    link: int = 1
    """Number of the present link; links with another number have ended."""
    calls: bool = False


class MatchResult(msgspec.Struct, frozen=True):
    """The result of a match, and where it is from."""

    score: Score
    outcome: Outcome
    source: Source
    replay: str = ""
    """The secret that opens the match's public replay."""


class Pairing(msgspec.Struct, frozen=True):
    """Two players at a table; table 0 and second player 0 for a bye."""

    table: int
    one: int
    two: int
    result: MatchResult | None = None
    claims: tuple[Score | None, Score | None] = (None, None)
    """What each player's phone claims, both as scores of (`one`, `two`)."""
    added_minutes: int = 0
    penalties: tuple[tuple[int, Penalty], ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether a player has no opponent."""
        return not self.two

    @property
    def is_disputed(self) -> bool:
        """Whether both phones claim, and not the same."""
        one, two = self.claims
        return self.result is None and one is not None and two is not None and one != two


class RoundClock(msgspec.Struct, frozen=True):
    """The clock of a round, in seconds of the event."""

    started_at_s: float | None = None
    paused_at_s: float | None = None
    paused_s: float = 0.0

    def elapsed_s(self, at_s: float) -> float:
        """Return how long a round has been played, without its pauses."""
        if self.started_at_s is None:
            return 0.0
        end = at_s if self.paused_at_s is None else self.paused_at_s
        return max(0.0, end - self.started_at_s - self.paused_s)


class Round(msgspec.Struct, frozen=True):
    """A round. `pairing` is the key under which its matches report."""

    number: int
    pairing: int
    pairings: tuple[Pairing, ...]
    cut: bool = False
    clock: RoundClock = RoundClock()

    @property
    def is_complete(self) -> bool:
        """Whether every table has a result."""
        return all(pairing.result is not None for pairing in self.pairings)

    def of_player(self, player: int) -> Pairing | None:
        """Return a player's pairing in this round."""
        return next((one for one in self.pairings if player in (one.one, one.two)), None)


class EventState(msgspec.Struct, frozen=True):
    """An event after the rows of its log so far."""

    name: str
    date: str
    secret: str
    settings: EventSettings
    players: dict[int, EventPlayer] = {}
    rounds: tuple[Round, ...] = ()
    finished: bool = False
    announcement: str = ""
    """The organizer's line on the projector."""

    @property
    def round(self) -> Round | None:
        """The present round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def active_players(self) -> list[EventPlayer]:
        """Players who are paired in the next round, by number."""
        return [player for player in self.players.values() if not player.dropped]

    @property
    def complete_rounds(self) -> int:
        """Number of rounds, from the first, in which all tables have a result."""
        done = 0
        for one in self.rounds:
            if not one.is_complete:
                break
            done += 1
        return done

    def player_named(self, name: str) -> EventPlayer | None:
        """Return the player with this name, whatever its capitals."""
        wanted = name.casefold()
        return next((one for one in self.players.values() if one.name.casefold() == wanted), None)
