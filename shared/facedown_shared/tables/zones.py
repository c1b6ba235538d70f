"""Zones of every game: side, slots, readers, and the text of a place.

Zone tables are rows of data in `shared/facedown_shared/tables/`; this module knows no game by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Annotated, NamedTuple

from msgspec import Meta

Seat = int
"""0 or 1: a player's seat."""

SeatOrNone = Annotated[int, Meta(ge=-1, le=1)]
"""A seat in a message of a server, or -1 for none. Clients use it as an index, so they accept no other
value.
"""

PUBLIC_CLASS_INDEX = -1
"""The viewer class of viewers without a seat. As an index it is the last of (seat 0, seat 1, public)."""

SHARED_SEAT_INDEX = -1
"""The seat of a place that belongs to no player."""

CLASSES = (0, 1, PUBLIC_CLASS_INDEX)
"""Every viewer class, in the order their handles are minted."""


class Side(StrEnum):
    """Owner of a zone: one zone for each player, or one shared by both."""

    EACH = "each"
    SHARED = "shared"


class Readers(StrEnum):
    """The readers of a card's identity in a zone with a given face."""

    EVERYBODY = "everybody"
    CONTROLLER = "controller"
    """The card's owner and its controller (YGO-FLD-06, CF-40)."""
    OWNER = "owner"
    """The card's owner and the zone's owner (FAB-3.0.3a, VIS-54)."""
    NOBODY = "nobody"
    """No reader in the ordinary state, not even the owner (CF-16: the Deck)."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One row of a zone table.

    `slots` is the number of single places, or None for a pile. `backs` is True if other players can tell
    face-down cards apart there (Set cards: yes; a hand or Deck: no). `spare` is the number of slots a game
    may add.
    """

    name: str
    title: str
    side: Side = Side.EACH
    slots: int | None = None
    spare: int = 0
    face_up: Readers = Readers.EVERYBODY
    face_down: Readers = Readers.CONTROLLER
    backs: bool = True
    tags: frozenset[str] = frozenset()


class Place(NamedTuple):
    """The place of a card: seat (or SHARED), zone, slot (from 0; an index in a pile; -1: any)."""

    seat: Annotated[int, Meta(ge=-1, le=1)]
    zone: Annotated[str, Meta(max_length=24)]
    slot: Annotated[int, Meta(ge=-1, le=10_000)] = -1

    def __str__(self) -> str:
        owner = "-" if self.seat == SHARED_SEAT_INDEX else str(self.seat)
        return f"{owner}:{self.zone}" if self.slot < 0 else f"{owner}:{self.zone}:{self.slot}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Parse the text form of a place.

        Raises ValueError for any other text.
        """
        owner, zone, slot = text.split(":") if text.count(":") != 1 else (*text.split(":"), "-1")
        return cls(SHARED_SEAT_INDEX if owner == "-" else int(owner), zone, int(slot))

    @property
    def pile(self) -> str:
        """The key of the place's zone in a View: "0:hand", "-:extra_monster"."""
        return f"{'-' if self.seat == SHARED_SEAT_INDEX else self.seat}:{self.zone}"


@cache
def pile_place(seat: Seat, zone: str) -> Place:
    """Return the place that all cards of a pile share, as one cached object."""
    return Place(seat, zone)


@dataclass(frozen=True, slots=True)
class Table:
    """The zones, columns and arrows of a game, as data.

    `columns` maps a place ("0:monster:1") to a column number 1-5 from seat 0's left. `points` maps
    ("controller/place", arrow) to the place that the arrow points at. The arrow ("top_left") is as that
    controller reads it; an arrow that reaches no zone has no entry. `new_objects`: a card that leaves the
    zones tagged "field", or is turned face-down, becomes another object, even for viewers who saw it; a card
    that enters them does not (FAB-3.0.9).
    """

    name: str
    zones: Mapping[str, Zone]
    columns: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[tuple[str, str], Place] = field(default_factory=dict)
    new_objects: bool = False

    def piles(self) -> Iterator[tuple[int, Zone]]:
        """Yield every (seat or SHARED, zone) of the table, in the fixed order of its rows, seat 0 first."""
        for zone in self.zones.values():
            for seat in (SHARED_SEAT_INDEX,) if zone.side is Side.SHARED else (0, 1):
                yield seat, zone

    def keeps_identity(self, start: str, goal: str) -> bool:
        """Return whether a card that moves between these zones stays the same object.

        VIS-L15 to 16.
        """
        tags = self.zones[goal].tags
        return "field" in tags and (
            self.new_objects or (start in self.zones and "field" in self.zones[start].tags)
        )

    def zones_tagged(self, tag: str) -> tuple[str, ...]:
        """Return the names of the zones with this tag, in table order."""
        return tuple(name for name, zone in self.zones.items() if tag in zone.tags)

    def zones_pointed_at(self, controller: int, place: Place, arrows: Iterable[str]) -> tuple[Place, ...]:
        """Return the Monster Zones that a Link Monster's arrows reach; an arrow at any other zone links
        nothing.

        YGO-LNK-06, YGO-LNK-14.
        """
        reached = (self.points.get((f"{controller}/{place}", arrow)) for arrow in arrows)
        return tuple(goal for goal in reached if goal is not None and "monster" in self.zones[goal.zone].tags)

    def column(self, place: Place) -> tuple[Place, ...]:
        """Return every place in the column of a place, including the place; none if it is in no column.

        YGO-COL-04 to 06, CF-04 to 05.
        """
        number = self.columns.get(str(place))
        if number is None:
            return ()
        return tuple(Place.parse(other) for other, at in self.columns.items() if at == number)

    def adjacent(self, place: Place) -> tuple[Place, ...]:
        """Return the zones directly left and right of one of a player's own zones in a row.

        A shared zone has no neighbours: the two Extra Monster Zones are not adjacent to each other
        (YGO-EMZ-16).

        YGO-ADJ-01 to 04, GAP-37.
        """
        zone = self.zones.get(place.zone)
        if zone is None or zone.slots is None or zone.side is Side.SHARED:
            return ()
        return tuple(
            place._replace(slot=slot) for slot in (place.slot - 1, place.slot + 1) if 0 <= slot < zone.slots
        )
