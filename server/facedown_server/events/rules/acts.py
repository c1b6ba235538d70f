"""The acts of an event's log: what the organizer, the players and the referees of tables did, in order.

An act holds everything that chance or a person decided (pairs, numbers of players), so the same log always
gives the same event. `at_s` counts seconds since the event was created; no rule reads a clock.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Origin: TypeAlias = Literal["organizer", "player", "slip", "referee"]
Penalty: TypeAlias = Literal["warning", "game loss", "match loss"]
Outcome: TypeAlias = Literal["one", "two", "draw", "both lose"]
Undecided: TypeAlias = Literal["both lose", "more wins", "draw"]
Late: TypeAlias = Literal["losses", "byes"]


class Score(msgspec.Struct, frozen=True, array_like=True):
    """Duels won by the first and by the second player of a pairing."""

    one: int
    two: int

    @property
    def reversed(self) -> Score:
        """The same score from the other side of the table."""
        return Score(self.two, self.one)


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points of a match, and the lowest rate with which an opponent counts, in thousandths."""

    win: int
    draw: int
    floor_permille: int = 0


MAX_PLAYERS = 512


class EventSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event is played. Numbers of a publisher are copied here, so later versions of the tables change
    no stored event.
    """

    scoring: str
    points: Points
    tie_breakers: tuple[str, ...]
    procedure: str
    undecided: Undecided
    minutes: int = 40
    best_of: int = 3
    rounds: int = 0
    """Number of Swiss rounds; 0 while the table of the game decides."""
    cut: int = 0
    format: str = ""
    late: Late = "losses"
    registration: bool = True
    """Whether players register by phone."""
    screen_format: str = ""
    """Format of the tables on screen, of which one opens for each pairing; "" for cards on the table."""
    wifi_name: str = ""
    """Name of the room's Wi-Fi, shown with its password as a QR code; "" to show none."""
    wifi_password: str = ""
    max_players: int = MAX_PLAYERS
    """Maximum number of players: fewer in events that visitors of a server create."""


class EventAct(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """Something that happened in an event."""


class EventCreated(EventAct, frozen=True, tag="create"):
    """The first act of every log. `secret` (hexadecimal) decides all lots; its commitment is public."""

    name: str
    date: str
    secret: str
    settings: EventSettings


class SettingsChanged(EventAct, frozen=True, tag="settings"):
    """New settings. Scoring and tie-breakers too: standings are computed again."""

    settings: EventSettings


class PlayerRegistered(EventAct, frozen=True, tag="register"):
    """A new player. `player` is larger than all numbers before; `pin` is asked after a change of address."""

    player: int
    name: str
    pin: str = ""


class PlayerRenamed(EventAct, frozen=True, tag="rename"):
    """The organizer gave a player another name."""

    player: int
    name: str


class PlayerDropped(EventAct, frozen=True, tag="drop"):
    """A player leaves the event after the present round."""

    player: int


class PlayerReturned(EventAct, frozen=True, tag="return"):
    """A player who dropped takes part again."""

    player: int


class LinkRenewed(EventAct, frozen=True, tag="link"):
    """The link of a lost or dead phone ends; the player gets a new one."""

    player: int


class OrganizerCalled(EventAct, frozen=True, tag="call"):
    """A player calls the organizer to the table."""

    player: int


class CallAnswered(EventAct, frozen=True, tag="answer"):
    """The organizer came."""

    player: int


class Announced(EventAct, frozen=True, tag="say"):
    """The organizer's line on the projector; "" takes it away."""

    text: str = ""


class RoundPaired(EventAct, frozen=True, tag="pair"):
    """The next round. `pairing` counts all pairings of the event, undone ones too; `bye` is 0 for none.

    Tables are numbered from 1 in the order of `pairs`.
    """

    pairing: int
    pairs: tuple[tuple[int, int], ...]
    bye: int = 0
    cut: bool = False


class ClockStarted(EventAct, frozen=True, tag="clock"):
    """The time of a round begins."""

    round: int


class ClockPaused(EventAct, frozen=True, tag="pause"):
    """The clock of a round stops for all tables."""

    round: int


class ClockResumed(EventAct, frozen=True, tag="resume"):
    """The clock of a round goes on."""

    round: int


class MinutesAdded(EventAct, frozen=True, tag="minutes"):
    """More time for one table."""

    round: int
    table: int
    minutes: int


class ResultClaimed(EventAct, frozen=True, tag="claim"):
    """A player's phone: own wins first. The result stands when both players claim the same."""

    pairing: int
    player: int
    score: Score


class SlipSubmitted(EventAct, frozen=True, tag="slip"):
    """A table's slip, valid when both names were tapped. `players` are in the order of `score`."""

    round: int
    table: int
    players: tuple[int, int]
    score: Score


class ResultEntered(EventAct, frozen=True, tag="result"):
    """The organizer's result of a table of the present round. `outcome` overrides what the score says."""

    round: int
    table: int
    score: Score
    outcome: Outcome | None = None


class ResultCorrected(EventAct, frozen=True, tag="correct"):
    """The organizer's correction of an earlier round: points change, no table is paired again."""

    round: int
    table: int
    score: Score
    outcome: Outcome | None = None


class MatchFinished(EventAct, frozen=True, tag="match"):
    """The result of a match on screen, from its referee. A second one for the same key changes nothing.

    `replay`: the secret that opens its public replay, "" if there is none.
    """

    pairing: int
    table: int
    score: Score
    outcome: Outcome | None = None
    replay: str = ""


class PenaltyGiven(EventAct, frozen=True, tag="penalty"):
    """A player did not come to the table: a warning, a lost duel or the lost match."""

    round: int
    table: int
    player: int
    penalty: Penalty


class EventFinished(EventAct, frozen=True, tag="finish"):
    """The event is over; corrections stay possible. `forced`: the server's operator has ended it, and results
    may be missing.
    """

    forced: bool = False


class Undone(EventAct, frozen=True, tag="undo"):
    """The organizer took back the act in this row (counted from 0)."""

    row: int


AnyAct: TypeAlias = (
    EventCreated | SettingsChanged | PlayerRegistered | PlayerRenamed | PlayerDropped | PlayerReturned
    | LinkRenewed | OrganizerCalled | CallAnswered | Announced | RoundPaired | ClockStarted | ClockPaused
    | ClockResumed | MinutesAdded | ResultClaimed | SlipSubmitted | ResultEntered | ResultCorrected
    | MatchFinished | PenaltyGiven | EventFinished | Undone
)  # fmt: skip


class EventLogRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the log: an act, who did it, and when."""

    at_s: float
    by: Origin
    act: AnyAct


_ROWS = msgspec.json.Decoder(EventLogRow)


def encode_row(row: EventLogRow) -> str:
    """Return the line for a row."""
    return msgspec.json.encode(row).decode()


def decode_row(line: str | bytes) -> EventLogRow:
    """Return the row of a line.

    Raises ValueError if the line is none.
    """
    return _ROWS.decode(line)
