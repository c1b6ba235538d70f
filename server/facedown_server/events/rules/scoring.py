"""Points, tie-breakers, time procedures and numbers of rounds of each game, as data with source and date.

What no public document confirms is listed as `unconfirmed`; docs/reference/event.md has the formulas.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown_server.events.rules.acts import EventSettings, Points, Undecided


@dataclass(frozen=True)
class Scoring:
    """Points of a game and the order of its tie-breakers."""

    key: str
    points: Points
    tie_breakers: tuple[str, ...]
    source: str
    date: str
    unconfirmed: tuple[str, ...] = ()


@dataclass(frozen=True)
class TimeProcedure:
    """What happens to a match with cards when the time of a round is over."""

    key: str
    minutes: int
    cut_minutes: int
    """0: untimed."""
    steps: tuple[str, ...]
    undecided: Undecided
    source: str
    date: str
    unconfirmed: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundRow:
    """Up to so many players: so many Swiss rounds, then so many players in the cut (0: none)."""

    max_players: int
    rounds: int
    cut: int


@dataclass(frozen=True)
class EventGame:
    """What an event of a game begins with; the organizer can change all of it."""

    scoring: Scoring
    procedure: TimeProcedure
    best_of: int
    rows: tuple[RoundRow, ...]
    source: str
    """Of the numbers of rounds."""
    date: str
    unconfirmed: tuple[str, ...] = field(default=())


KONAMI_POLICY = "Official KDE-US Yu-Gi-Oh! TRADING CARD GAME Tournament Policy, version 2.5"
KONAMI_DATE = "2025-09-05"
FAB_TIE_BREAKERS = "https://fabtcg.com/resources/rules-and-policy-center/pairings-and-tiebreaker-policy/"
FAB_ROUNDS = "https://rules.fabtcg.com/en/trp/appendix (A.2)"
FAB_BLITZ = "https://fabtcg.com/resources/gameplay-formats/blitz"
FAB_DATE = "undated"
OWN = "facedown"
OWN_DATE = "2026-11-28"

KONAMI = Scoring(
    "konami", Points(3, 1), ("opponents", "opponents-opponents"),
    "Konami's explanation of tie-breakers (XX YYY ZZZ), as quoted at http://yugioh.wikia.com/wiki/Tie-Breakers",
    "undated",
    (
        "a floor of the rate: no public document names one, so there is none",
        "a draw in a rate: counted as a third of a win, as its points are",
        "byes and missed rounds in a rate: not counted",
    ),
)  # fmt: skip

FLESH_AND_BLOOD = Scoring(
    "flesh-and-blood", Points(1, 0),
    ("cumulative", "own-losses", "opponents-losses", "opponents-cumulative"),
    FAB_TIE_BREAKERS, FAB_DATE,
    (
        "the direction of the opponents' losses: fewer is higher",
        "byes and missed rounds among matches played: not counted",
        "the cumulative number of a player who dropped: goes on with every round",
    ),
)  # fmt: skip

FRIENDLY = Scoring(
    "friendly", Points(3, 1, floor_permille=333), ("opponents", "opponents-opponents"),
    OWN, OWN_DATE,
)  # fmt: skip

SCORINGS = {one.key: one for one in (KONAMI, FLESH_AND_BLOOD, FRIENDLY)}

KONAMI_TIME = TimeProcedure(
    "konami", 50, 0, ("two wins win", "else both lose"), "both lose", KONAMI_POLICY, KONAMI_DATE,
)  # fmt: skip

BLITZ_TIME = TimeProcedure(
    "blitz", 35, 0, ("finish the turn", "one more turn", "else a draw"), "draw", FAB_BLITZ, FAB_DATE,
    ("the turns after the time: read in no public document",),
)  # fmt: skip

FRIENDLY_TIME = TimeProcedure(
    "friendly", 40, 0, ("finish the turn", "more Life Points win the duel", "else a draw"), "more wins",
    OWN, OWN_DATE,
)  # fmt: skip

CHESS_CLOCK = TimeProcedure(
    "chess clock", 40, 0, ("half of the round for each player",), "more wins", OWN, OWN_DATE
)

PROCEDURES = {one.key: one for one in (KONAMI_TIME, BLITZ_TIME, FRIENDLY_TIME, CHESS_CLOCK)}

KONAMI_ROUNDS = (
    RoundRow(8, 3, 0), RoundRow(16, 4, 4), RoundRow(32, 5, 4), RoundRow(64, 6, 8), RoundRow(128, 7, 8),
    RoundRow(256, 8, 8), RoundRow(512, 9, 8),
)  # fmt: skip

FAB_SWISS = (
    RoundRow(8, 3, 0), RoundRow(16, 5, 4), RoundRow(32, 5, 8), RoundRow(64, 6, 8), RoundRow(128, 7, 8),
    RoundRow(224, 8, 8), RoundRow(384, 9, 8), RoundRow(736, 10, 8),
)  # fmt: skip

FRIENDLY_ROUNDS = (
    RoundRow(4, 2, 0), RoundRow(8, 3, 0), RoundRow(16, 4, 0), RoundRow(32, 5, 0), RoundRow(64, 6, 0),
    RoundRow(128, 7, 0), RoundRow(256, 8, 0), RoundRow(512, 9, 0),
)  # fmt: skip

GAMES = {
    "konami": EventGame(
        KONAMI, KONAMI_TIME, 3, KONAMI_ROUNDS, KONAMI_POLICY, KONAMI_DATE,
        ("read in the summary of https://ygorganization.com, tiers 1 and 2",),
    ),
    "flesh-and-blood": EventGame(FLESH_AND_BLOOD, BLITZ_TIME, 1, FAB_SWISS, FAB_ROUNDS, FAB_DATE),
    "friendly": EventGame(FRIENDLY, FRIENDLY_TIME, 3, FRIENDLY_ROUNDS, OWN, OWN_DATE),
}  # fmt: skip


def settings_for(game: str) -> EventSettings:
    """Return the settings that an event of this game begins with. Raises KeyError for an unknown game."""
    found = GAMES[game]
    return EventSettings(
        scoring=found.scoring.key, points=found.scoring.points, tie_breakers=found.scoring.tie_breakers,
        procedure=found.procedure.key, undecided=found.procedure.undecided,
        minutes=found.procedure.minutes, best_of=found.best_of,
    )  # fmt: skip


def suggested_rounds(game: str, players: int) -> RoundRow:
    """Return the row of a game's table for so many players, with no more rounds than opponents allow."""
    rows = GAMES[game].rows
    row = next((one for one in rows if players <= one.max_players), rows[-1])
    possible = max(1, players - 1 if players % 2 == 0 else players)
    return RoundRow(row.max_players, min(row.rounds, possible), row.cut if row.cut <= players else 0)
