"""The settings of a table before a duel, and its public state.

Parts of messages, re-exported by shared/facedown_shared/protocol/messages.py.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import SeatOrNone
from facedown_shared.text.words import NOTHING, Words

MAX_SHOWN_S = 1_000_000
"""Seconds of a clock that a client accepts from a server. NaN and infinity could not be shown."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bank of seconds for each player, refilled by `increment` at every answer. bank 0: no clock."""

    bank: Annotated[int, Meta(ge=0, le=7200)] = 0
    increment: Annotated[int, Meta(ge=0, le=120)] = 0


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a table. `opponent`: "person", "bot", or "nobody": one person plays alone, on both
    sides, and may undo everything. `mode`: by "rules"; "half": by the rules, and cards without a script by
    hand; "free": all by hand; or "core": by EDOPro's core, where the server has it. `listed`: shown in the
    lobby and on the network. `open_hands`: a player who sits down agrees that both hands and Decks are
    opened to both players, once a match is over, and are in their replay of it.
    """

    format: Annotated[str, Meta(min_length=1, max_length=24)] = "master"
    best_of: Annotated[int, Meta(ge=1, le=3)] = 1
    clock: Clock = Clock()
    listed: bool = True
    password: Annotated[str, Meta(max_length=64)] = ""
    pace: Annotated[str, Meta(pattern=r"^(off|quick|careful)\Z")] = "quick"
    opponent: Annotated[str, Meta(pattern=r"^(person|bot|nobody)\Z")] = "person"
    mode: Annotated[str, Meta(pattern=r"^(rules|half|free|core)\Z")] = "rules"
    banlist: Annotated[str, Meta(max_length=80)] = ""
    """A ban list of those the server has told, for a table in the core; it settles the format."""
    open_hands: bool = False
    point_cap: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """The points that a deck may cost, in a format in which cards cost points; None: the list's cap, and 100
    without one.
    """

    @property
    def is_open(self) -> bool:
        """Whether strangers may see that there is such a table."""
        return self.listed and self.opponent == "person"


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of one seat."""

    name: str = ""
    present: bool = False
    overdue: bool = False
    """Away for longer than the match allows: the other player may settle it alone."""
    ready: bool = False
    deck: bool = False
    counts: tuple[int, int, int] | None = None
    """Main, Extra, Side: numbers only (GAP-V10)."""
    wins: int = 0
    clock: Annotated[float, Meta(ge=0, le=MAX_SHOWN_S)] = 0.0
    """Seconds left in the bank, as of this message."""
    absence: Annotated[float, Meta(ge=-1, le=MAX_SHOWN_S)] = -1.0
    """Seconds that the player may still be away in this match, as of this message, while they run; at 0 the
    clock runs. -1 where none run: the player is there, or no match is on, or nothing counts now."""


def as_played(settings: Settings) -> Settings:
    """The same table as its game can be played: what is played by hand only is free and has no clock, and
    only a table in the core, or one whose cards cost points, has a list of its own."""
    rules = FORMATS.get(settings.format)
    has_points = rules is not None and rules.point_cap is not None
    if settings.banlist and settings.mode != "core" and not has_points:
        settings = msgspec.structs.replace(settings, banlist="")
    if settings.point_cap is not None and not has_points:
        settings = msgspec.structs.replace(settings, point_cap=None)
    if rules is None or not rules.by_hand:
        return settings
    return msgspec.structs.replace(settings, mode="free", clock=Clock())


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public state of a table. `stage`: "gathering", "toss", "order", "duel", "siding", "over"."""

    code: str
    format: str
    best_of: int
    stage: str
    seats: tuple[SeatInfo, SeatInfo]
    spectators: tuple[str, ...] = ()
    """The names of those who watch; of many only some."""
    host: str = ""
    duel: int = 0
    """Which duel of the match this is, from 1."""
    paused: bool = False
    proposal: str = ""
    """An open proposal, "pause 0": what, and by which seat; "rewind 0 12": to which step."""
    proposal_number: int = 0
    """The number of the open proposal, which `consent` names; 0 for none. Every proposal has a higher one
    than those before."""
    terms: int = 0
    """What `ready` and others name: a number that counts up whenever the settings change, a seat gets or
    loses its player, a match begins, or a duel begins or ends. 0: a server that has no such numbers."""
    ticking: SeatOrNone = -1
    """The seat whose clock runs, -1 for none."""
    note: Words = NOTHING
    """The last thing worth saying of the table: who left, why it ended."""
    mode: str = "rules"
    alone: bool = False
    """One person plays both sides."""
    banlist: str = ""
    step: int = 0
    """How many steps of the line have been taken; 0 where nothing can be taken back."""
    steps: int = 0
    """How long the line is, with what was taken back and can be done again."""
    chooser: SeatOrNone = -1
    """The seat that chooses, or has chosen, who goes first; the toss decided it before the first duel and
    after a draw. -1: there was no toss.
    """
    open_hands: bool = False
    """Players who are ready agree: both hands are opened to both players once a match is over."""
    point_cap: int | None = None
    """The points that a deck may cost; None where cards cost none."""
    watching: int = 0
    """How many watch, where that is more than have their names told."""

    @property
    def crowd(self) -> int:
        """How many watch."""
        return max(self.watching, len(self.spectators))


def after(names: tuple[str, ...], come: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of spectators once some have gone and others come."""
    left = set(gone)
    return (*(name for name in names if name not in left), *come)


class LobbyRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby's list."""

    code: str
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
