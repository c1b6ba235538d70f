"""A table as movement rules see it: distinguishable cards, from a View or from the state.

A card with unknown identity has no facts. A rule that needs them then allows the movement, and the server,
which knows the card, decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, Seat, Side, Table, View

MATERIAL = "material"
"""The zone word of a card attached to another; no zone of a table has this name."""


class PlacedCard(msgspec.Struct, frozen=True):
    """One card in its place. `key` identifies it: a handle in a View."""

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
    """Role that the card's position adds: a "scale"."""
    origins: tuple[str, ...] | None = None
    """Recorded origins of the card ("from_extra_deck"); None in clients, which are not sent them."""
    revealed: bool = False

    def has_kinds(self, *kinds: str) -> bool:
        """Return whether the card has all of these kinds; an unknown card has none."""
        return self.facts is not None and self.facts.is_a(*kinds)

    @property
    def zone(self) -> str:
        """The name of the card's zone, "material" beneath another card."""
        return self.place.zone


@dataclass(eq=False)
class Board:
    """A table and its cards. Cards are converted to PlacedCard only when a rule needs them."""

    table: Table
    piles: Mapping[tuple[Seat, str], Sequence[Any]]
    """The contents of zones with slots, one entry per slot; the entry of an empty slot is false."""
    look: Callable[[Any], PlacedCard]
    """Function that returns the card for the entry of a slot."""
    everything: Callable[[], Mapping[int, PlacedCard]]

    @cached_property
    def cards(self) -> Mapping[int, PlacedCard]:
        """All cards that rules may read, by their keys."""
        return self.everything()

    def card_at(self, place: Place) -> PlacedCard | None:
        """Return the card in a slot, or None."""
        pile = self.piles.get((place.seat, place.zone), ())
        found = pile[place.slot] if 0 <= place.slot < len(pile) else None
        return self.look(found) if found else None

    def field_cards(self) -> Iterator[PlacedCard]:
        """Return every card in a slot of a zone tagged as the field."""
        field_zones = self.table.zones_tagged("field")
        return (card for card in self.cards.values() if card.zone in field_zones)

    def slots(self, seat: Seat, zone: str) -> list[Place]:
        """Return every place of a zone of one side (or shared); for a pile, one place without a slot."""
        row = self.table.zones.get(zone)
        if row is None:
            return []
        whose = SHARED_SEAT_INDEX if row.side is Side.SHARED else seat
        if row.slots is None:
            return [Place(whose, zone)]
        return [
            Place(whose, zone, slot) for slot in range(len(self.piles.get((whose, zone), range(row.slots))))
        ]

    def free(self, seat: Seat, zone: str, leaving: tuple[int, ...] = ()) -> list[Place]:
        """Return the empty places of a zone. Places of cards that are about to leave count as empty."""
        slots = ((place, self.card_at(place)) for place in self.slots(seat, zone))
        return [place for place, card in slots if card is None or card.key in leaving]


def board_of_view(view: View) -> Board:
    """Return the board of a View, keyed by handles."""
    cards: dict[int, PlacedCard] = {}
    piles: dict[tuple[Seat, str], Sequence[int]] = {}
    for pile_key, pile in view.piles.items():
        place = Place.parse(pile_key)
        zone = TABLES[view.table].zones[place.zone]
        if zone.slots is not None:
            piles[place.seat, place.zone] = pile.handles
        for slot, handle in enumerate(pile.handles):
            if handle:
                cards[handle] = _placed_card(view, handle, place._replace(slot=slot if zone.slots else -1))
    for card in tuple(cards.values()):
        for material in card.materials:
            cards[material] = _placed_card(view, material, Place(card.controller, MATERIAL))
    return Board(TABLES[view.table], piles, cards.__getitem__, lambda: cards)


def _placed_card(view: View, handle: int, place: Place) -> PlacedCard:
    row = view.cards[handle]
    facts = view.facts.get(row.code)
    known = None if facts is None or facts.is_blank else facts
    return PlacedCard(
        handle, place, row.owner, row.controller, known, row.face_up, row.defense_position, row.token,
        row.materials, "" if row.scale is None else "scale", None, row.revealed,
    )  # fmt: skip
