"""The settings of a table before a duel, and its public state.

Parts of messages, re-exported by shared/facedown_shared/protocol/messages.py.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.protocol.envelope import SentCode
from facedown_shared.tables import FORMATS, SeatOrNone
from facedown_shared.text import NOTHING, Words

MAX_LIFE = 999_999
"""Largest Life that a table can be opened with, and that a player can have by hand."""

MAX_SHOWN_S = 1_000_000
"""Largest clock in seconds that a client accepts from a server; NaN and infinity could not be shown."""


Mode = Annotated[str, Meta(pattern=r"^(rules|half|free|core)\Z")]
BotLevel = Annotated[str, Meta(pattern=r"^[a-z]{0,16}\Z")]
"""The name of a level of the bot; "" for its default."""
Stage = Annotated[str, Meta(pattern=r"^(gathering|toss|order|duel|siding|over)\Z")]
KnownFormat = Annotated[str, Meta(pattern=rf"^({'|'.join(FORMATS)})\Z")]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: a bank of seconds for each player, refilled by `increment` at every answer. bank 0: no
    clock.
    """

    bank: Annotated[int, Meta(ge=0, le=7200)] = 0
    increment: Annotated[int, Meta(ge=0, le=120)] = 0


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a table. `opponent`: "person", "bot" (of the server, for practice), or "nobody" (one
    person plays both sides and may undo everything). `mode`: "rules"; "half" (by the rules, cards without a
    script by hand); "free" (all by hand); or "core" (EDOPro's core, if the server has it). `listed`: shown in
    the lobby and on the network. `open_hands`: players who sit down agree that both hands and Decks are
    opened to both of them once a match is over, and stored in their replays.
    """

    format: Annotated[str, Meta(min_length=1, max_length=24)] = "master"
    best_of: Annotated[int, Meta(ge=1, le=3)] = 1
    clock: Clock = Clock()
    listed: bool = True
    password: Annotated[str, Meta(max_length=64)] = ""
    pace: Annotated[str, Meta(pattern=r"^(off|quick|careful)\Z")] = "quick"
    opponent: Annotated[str, Meta(pattern=r"^(person|bot|nobody)\Z")] = "person"
    mode: Mode = "rules"
    banlist: Annotated[str, Meta(max_length=80)] = ""
    """One of the server's ban lists, for a table in the core; it determines the format."""
    open_hands: bool = False
    point_cap: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """Points that a deck may cost, in a format in which cards cost points. None: the cap of the list, and 100
    without a list.
    """
    life: Annotated[int, Meta(ge=1, le=MAX_LIFE)] | None = None
    """Life to start with, where players have their cards on paper. None: as the format says."""
    level: BotLevel = ""
    """How well the bot plays at this table."""

    @property
    def alone_kind(self) -> str:
        """The kind of table for one person: "practice" against the server's bot, "solo" with both sides; ""
        for two people, also with one phone between their cards on paper.
        """
        on_paper = self.format in FORMATS and FORMATS[self.format].on_paper
        kinds = {"bot": "practice", "nobody": "" if on_paper else "solo"}
        return kinds.get(self.opponent, "")

    @property
    def is_open(self) -> bool:
        """Whether strangers may see that the table exists."""
        return self.listed and self.opponent == "person"


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of one seat."""

    name: str = ""
    present: bool = False
    overdue: bool = False
    """Whether the player is absent for longer than the match allows: the other player may end it alone."""
    ready: bool = False
    deck: bool = False
    counts: tuple[int, int, int] | None = None
    """Sizes of Main, Extra and Side Deck (GAP-V10)."""
    wins: int = 0
    clock: Annotated[float, Meta(ge=0, le=MAX_SHOWN_S)] = 0.0
    """Seconds left in the bank, as of this message."""
    absence: Annotated[float, Meta(ge=-1, le=MAX_SHOWN_S)] = -1.0
    """Seconds of absence that the player has left in this match, as of this message; at 0 the clock runs. -1
    while none are counted: the player is connected, or no match is running.
    """
    cannot_play: bool = False
    """Whether the player's client does not play what is played here: then the player cannot be ready."""


def normalize(settings: Settings) -> Settings:
    """Return these settings as the game allows them: a game played by hand has mode "free" and no clock, only
    a table in the core, or with points, has a ban list, only one for cards on paper sets the Life, and the
    bot has levels in games that are played by rules.
    """
    rules = FORMATS.get(settings.format)
    has_points = rules is not None and rules.point_cap is not None
    if settings.banlist and settings.mode != "core" and not has_points:
        settings = msgspec.structs.replace(settings, banlist="")
    if settings.point_cap is not None and not has_points:
        settings = msgspec.structs.replace(settings, point_cap=None)
    if settings.life is not None and not (rules is not None and rules.on_paper):
        settings = msgspec.structs.replace(settings, life=None)
    if rules is None or not rules.by_hand:
        return settings
    open_hands = settings.open_hands and not rules.on_paper
    return msgspec.structs.replace(settings, mode="free", clock=Clock(), open_hands=open_hands, level="")


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of a table. `stage`: "gathering", "toss", "order", "duel", "siding", "over"."""

    code: SentCode
    format: KnownFormat
    best_of: int
    stage: Stage
    seats: tuple[SeatInfo, SeatInfo]
    spectators: tuple[str, ...] = ()
    """Names of spectators; of many only some."""
    host: str = ""
    duel: int = 0
    """Number of the current duel in the match, from 1."""
    paused: bool = False
    proposal: str = ""
    """The open proposal: its kind and the seat that made it ("pause 0"); for "rewind" also the step ("rewind
    0 12").
    """
    proposal_number: int = 0
    """The number of the open proposal, which `consent` names; 0: none. It rises with every proposal."""
    terms: int = 0
    """A number that `ready` and others name. It rises whenever the settings change, a seat gets or loses its
    player, a match begins, or a duel begins or ends. 0: a server without such numbers.
    """
    ticking: SeatOrNone = -1
    """The seat whose clock runs, -1 for none."""
    note: Words = NOTHING
    """The last notice about the table: who left, why it ended."""
    mode: Mode = "rules"
    alone: bool = False
    """Whether one person plays both sides."""
    banlist: str = ""
    step: int = 0
    """Number of steps taken on the line; 0 if nothing can be undone."""
    steps: int = 0
    """Length of the line in steps, including those that were undone and can be redone."""
    chooser: SeatOrNone = -1
    """The seat that chooses, or has chosen, who goes first; the toss decided it before the first duel and
    after a draw. -1: there was no toss.
    """
    open_hands: bool = False
    """Whether ready players agree to open both hands and Decks to each other once a match is over."""
    point_cap: int | None = None
    """The points that a deck may cost; None where cards cost none."""
    watching: int = 0
    """Number of spectators, if there are more than are named."""
    life: int | None = None
    """The Life to start with, where players have their cards on paper; None at every other table."""
    elapsed: Annotated[float, Meta(ge=0, le=MAX_SHOWN_S)] | None = None
    """Seconds since the running match began, as of this message; None without one, and at tables without
    `life`.
    """
    level: BotLevel = ""
    """How well the bot plays here."""

    @property
    def by_hand(self) -> bool:
        """Whether players move cards by hand: all cards, or those without a script."""
        return self.mode in ("half", "free")

    @property
    def crowd(self) -> int:
        """Number of spectators."""
        return max(self.watching, len(self.spectators))


MAX_ROSTER_NAMES = 1_000
"""Names of spectators that a client keeps. Our server sends 200."""

RosterName = Annotated[str, Meta(max_length=200)]
"""A spectator's name as a client accepts it. Ours have at most 24 letters."""


def roster_after(names: tuple[str, ...], come: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of spectators after some have left and others have joined."""
    left = set(gone)
    return (*(name for name in names if name not in left), *come)[:MAX_ROSTER_NAMES]


class LobbyRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby's list."""

    code: SentCode
    host: str
    format: str
    best_of: int
    stage: str
    spectators: int = 0
    locked: bool = False
    clock: Clock = Clock()
    mode: str = "rules"
    banlist: str = ""
    point_cap: int | None = None
    """The points that a deck may cost; None where cards cost none."""
    opponent: str = ""
    """Name of the other player; "" while the seat is free."""
    life: int | None = None
    """The Life to start with, where players have their cards on paper; None at every other table."""
    cannot_play: bool = False
    """Whether the client of a player there does not play what is played."""
