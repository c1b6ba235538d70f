"""A table as the rules of movement see it: the cards one can tell apart, from a View or from the truth.

A card whose identity is not known has no facts; a rule that needs them then lets it pass, and the server,
which knows, has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from shared.cards.facts import Facts
from shared.tables import TABLES
from shared.view import View
from shared.zones import SHARED, Place, Seat, Side, Table, Zone

MATERIAL = "material"
"""The zone word of a card attached beneath another: no zone of a table."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card where it lies. `key` is whatever names it: a handle in a View."""

    key: int
    place: Place
    owner: Seat
    controller: Seat
    facts: Facts | None = None
    face_up: bool = False
    defense_position: bool = False
    token: bool = False
    materials: tuple[int, ...] = ()
    mark: str = ""
    """What its position makes of it besides: a "scale"."""
    origins: tuple[str, ...] | None = None
    """What it remembers of where it came from ("from_extra_deck"); None to clients, who are not told."""
    revealed: bool = False

    def is_a(self, *kinds: str) -> bool:
        """Whether every one of these kinds is printed on it; unknown cards are none."""
        return self.facts is not None and self.facts.is_a(*kinds)

    @property
    def zone(self) -> str:
        """The name of its zone, "material" beneath another card."""
        return self.place.zone


@dataclass(frozen=True)
class Board:
    """All cards that can be told apart, by key, and the table they lie on."""

    table: Table
    cards: Mapping[int, PlacedCard]
    counts: Mapping[tuple[Seat, str], int] = field(default_factory=dict)
    """How many places a zone with slots has right now, where that is not what its row says."""

    def at(self, place: Place) -> PlacedCard | None:
        """The card in a slot, if one lies there."""
        return next((card for card in self.cards.values() if card.place == place), None)

    def on_field(self) -> Iterator[PlacedCard]:
        """Every card in a slot of a zone tagged as the field."""
        field_zones = self.table.tagged("field")
        return (card for card in self.cards.values() if card.zone in field_zones)

    def slots(self, seat: Seat, zone: str) -> list[Place]:
        """Every place of a zone of one side (or of the shared one); one place without a slot for a pile."""
        row = self.zone(zone)
        if row is None:
            return []
        whose = SHARED if row.side is Side.SHARED else seat
        if row.slots is None:
            return [Place(whose, zone)]
        return [Place(whose, zone, slot) for slot in range(self.counts.get((whose, zone), row.slots))]

    def free(self, seat: Seat, zone: str, leaving: tuple[int, ...] = ()) -> list[Place]:
        """The empty places of a zone; those of cards about to leave count as empty."""
        taken = {card.place for card in self.cards.values() if card.key not in leaving}
        return [place for place in self.slots(seat, zone) if place.slot < 0 or place not in taken]

    def zone(self, name: str) -> Zone | None:
        """The row of a zone, None for a name this table does not have."""
        return self.table.zones.get(name)


def seen(view: View) -> Board:
    """The board of a View, keyed by handles."""
    cards: dict[int, PlacedCard] = {}
    counts: dict[tuple[Seat, str], int] = {}
    for pile_key, pile in view.piles.items():
        place = Place.parse(pile_key)
        zone = TABLES[view.table].zones[place.zone]
        if zone.slots is not None:
            counts[place.seat, place.zone] = len(pile.handles)
        for slot, handle in enumerate(pile.handles):
            if handle:
                cards[handle] = _seen(view, handle, place._replace(slot=slot if zone.slots else -1))
    for card in tuple(cards.values()):
        for material in card.materials:
            cards[material] = _seen(view, material, Place(card.controller, MATERIAL))
    return Board(TABLES[view.table], cards, counts)


def _seen(view: View, handle: int, place: Place) -> PlacedCard:
    row = view.cards[handle]
    facts = view.facts.get(row.code)
    known = None if facts is None or facts.is_blank else facts
    return PlacedCard(
        handle, place, row.owner, row.controller, known, row.face_up, row.defense_position, row.token,
        row.materials, "" if row.scale is None else "scale", None, row.revealed,
    )  # fmt: skip
