"""What a zone is, for every game: side, slots, who may read a card there, and how a place is written.

Zone tables are rows of data in `shared/tables/`; nothing here knows a game by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

Seat = int
"""0 or 1: a player's seat."""

PUBLIC = -1
"""The viewer class of everybody without a seat. As an index it is the last of (seat 0, seat 1, public)."""

SHARED = -1
"""The seat written in a place that belongs to no player."""

CLASSES = (0, 1, PUBLIC)
"""Every viewer class there is, in the order their handles are minted."""


class Side(StrEnum):
    """Whose a zone is: one for each player, or one between them."""

    EACH = "each"
    SHARED = "shared"


class Readers(StrEnum):
    """Who may read the identity of a card lying in a zone with a given face."""

    EVERYBODY = "everybody"
    CONTROLLER = "controller"
    """The card's owner and its controller (YGO-FLD-06, CF-40)."""
    OWNER = "owner"
    """The card's owner and the zone's owner (FAB-3.0.3a, VIS-54)."""
    NOBODY = "nobody"
    """Nobody in the ordinary state, not even the owner (CF-16: the Deck)."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One row of a zone table.

    `slots` is the number of single places, or None for a pile. `backs` says whether others may tell one
    face-down card there from another (a Set card: yes; a hand or Deck: no). `ordered` says whether the order
    of the pile has a meaning everybody may see.
    """

    name: str
    title: str
    side: Side = Side.EACH
    slots: int | None = None
    face_up: Readers = Readers.EVERYBODY
    face_down: Readers = Readers.CONTROLLER
    backs: bool = True
    ordered: bool = False
    tags: frozenset[str] = frozenset()


class Place(NamedTuple):
    """Where a card lies: seat (or SHARED), zone, slot (0-based; an index in a pile, -1 for "somewhere in it")."""

    seat: int
    zone: str
    slot: int = -1

    def __str__(self) -> str:
        owner = "-" if self.seat == SHARED else str(self.seat)
        return f"{owner}:{self.zone}" if self.slot < 0 else f"{owner}:{self.zone}:{self.slot}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read the text form back. Raises ValueError when it is none."""
        owner, zone, *slot = text.split(":")
        return cls(SHARED if owner == "-" else int(owner), zone, int(slot[0]) if slot else -1)

    @property
    def pile(self) -> str:
        """The key of the whole zone in a View: "0:hand", "-:extra_monster"."""
        return f"{'-' if self.seat == SHARED else self.seat}:{self.zone}"


@dataclass(frozen=True, slots=True)
class Table:
    """A game's zones, its columns and its arrows, as data.

    `columns` maps a place ("0:monster:1") to a column number 1-5 as seat 0 sees them; `points` maps a place
    and an arrow ("top_left") as its controller sees it, written "controller/place", to the places pointed at.
    """

    name: str
    zones: Mapping[str, Zone]
    columns: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[tuple[str, str], Place] = field(default_factory=dict)

    def piles(self) -> Iterator[tuple[int, Zone]]:
        """Every (seat or SHARED, zone) of the table, in the fixed order of its rows, seat 0 first."""
        for zone in self.zones.values():
            for seat in (SHARED,) if zone.side is Side.SHARED else (0, 1):
                yield seat, zone

    def tagged(self, tag: str) -> tuple[str, ...]:
        """Names of the zones with this tag, in table order."""
        return tuple(name for name, zone in self.zones.items() if tag in zone.tags)
