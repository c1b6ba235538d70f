"""Conversion between the core's locations and the places of our table, and between its players and our seats;
Xyz materials.

The core's first player is the player who begins. A slot that both players can use (an Extra Monster Zone) has
one name here.
"""

from __future__ import annotations

from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import Card, State, ops
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, Table, pile_place

(
    DECK_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    SPELLS_FLAG,
    GRAVEYARD_FLAG,
    BANISHED_FLAG,
    EXTRA_DECK_FLAG,
    OVERLAY_FLAG,
) = (1 << bit for bit in range(8))
FACE_UP_MASK, DEFENSE_MASK = 0x5, 0xC
FACE_UP_ATTACK_FLAG, FACE_DOWN_ATTACK_FLAG, FACE_UP_DEFENSE_FLAG, FACE_DOWN_DEFENSE_FLAG = 1, 2, 4, 8
PILES = {
    DECK_FLAG: "deck",
    HAND_FLAG: "hand",
    GRAVEYARD_FLAG: "graveyard",
    BANISHED_FLAG: "banished",
    EXTRA_DECK_FLAG: "extra_deck",
}
SLOTS = {MONSTERS_FLAG: 7, SPELLS_FLAG: 8}
EXTRA_MONSTER_INDEX, FIELD_SPELL_INDEX, SCALE_INDEX = 5, 5, 6
SCALES = frozenset({0, 4, SCALE_INDEX, SCALE_INDEX + 1})
"""Indices of Pendulum Zones: the outermost Spell & Trap Zones, or zones of their own."""


class Places:
    """Converter of places for one duel. `first`: the seat that begins."""

    def __init__(self, table: Table, first: Seat) -> None:
        self._table, self._first = table, first

    def seat(self, player: int) -> Seat:
        """Return the seat of a player of the core."""
        return player ^ self._first if player in (0, 1) else SHARED_SEAT_INDEX

    def player(self, seat: Seat) -> int:
        """Return the core's player for a seat."""
        return seat ^ self._first

    def spot(self, place: Place, controller: Seat) -> tuple[int, int, int]:
        """Return the core's player, location and sequence for a zone with a card of this controller."""
        player = self.player(controller)
        if place.zone == "extra_monster":
            slot = place.slot if controller == 0 else 1 - place.slot
            return player, MONSTERS_FLAG, EXTRA_MONSTER_INDEX + slot
        if place.zone == "monster":
            return player, MONSTERS_FLAG, place.slot
        first = {"spell_trap": 0, "field": FIELD_SPELL_INDEX, "pendulum": SCALE_INDEX}[place.zone]
        return player, SPELLS_FLAG, first + place.slot

    def to_place(self, spot: CoreSpot) -> Place:
        """Convert a place of the core to our place."""
        seat, sequence = self.seat(spot.player), spot.sequence
        if spot.location in PILES:
            return pile_place(seat, PILES[spot.location])
        if spot.location == MONSTERS_FLAG:
            if sequence < EXTRA_MONSTER_INDEX:
                return Place(seat, "monster", sequence)
            slot = sequence - EXTRA_MONSTER_INDEX
            return Place(SHARED_SEAT_INDEX, "extra_monster", slot if seat == 0 else 1 - slot)
        if sequence < FIELD_SPELL_INDEX:
            return Place(seat, "spell_trap", sequence)
        if sequence == FIELD_SPELL_INDEX:
            return Place(seat, "field", 0)
        slot = sequence - SCALE_INDEX
        if "pendulum" in self._table.zones:
            return Place(seat, "pendulum", slot)
        return Place(seat, "spell_trap", 4 * slot)


class CoreMaterials:
    """Xyz Materials of one duel by their Xyz Monster (bearer), in the core's order.

    For an Xyz Summon the core attaches the materials while the Xyz Monster is still in the Extra Deck, and
    then prompts for its zone. Only its player sees a card there and its materials. So our State keeps the
    materials in place until the Xyz Monster is on the field.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._attached: dict[Card, list[Card]] = {}
        self._waiting: list[tuple[Card, Card]] = []
        """Pairs of bearer and material that are not attached in the State yet."""

    def material_at(self, bearer: Card, position: int) -> Card | None:
        """Return the bearer's material at this position, or None."""
        materials = self._attached.get(bearer, ())
        return materials[position] if position < len(materials) else None

    def is_waiting(self, material: Card) -> bool:
        """Return whether a card is a material in the core while our State still keeps it, with its ties, in
        place.
        """
        return any(material is waiting for _, waiting in self._waiting)

    def add(self, bearer: Card, material: Card) -> None:
        """Append a card to the materials of its bearer."""
        self._attached.setdefault(bearer, []).append(material)

    def remove(self, bearer: Card, material: Card) -> None:
        """Remove a card from the materials of its bearer."""
        self._attached[bearer].remove(material)
        self._waiting = [pair for pair in self._waiting if pair[1] is not material]

    def attach(self, bearer: Card, material: Card) -> None:
        """Attach an added material in the State: now if its bearer is on the field, else as soon as it is."""
        if bearer.is_on_field:
            ops.attach(self._state, material, bearer)
        else:
            self._waiting.append((bearer, material))

    def attach_waiting(self, card: Card, goal: Place | None = None) -> None:
        """Attach all waiting materials in the State before this card moves to `goal`.

        Does so only if the card is the new or the present bearer of a waiting material, or if a waiting
        material is at `goal`.
        """
        if any(
            card in (bearer, material.bearer) or goal == material.place for bearer, material in self._waiting
        ):
            for bearer, material in self._waiting:
                ops.attach(self._state, material, bearer)
            self._waiting.clear()
