"""Zones that a card may use: free zones, Extra Monster Zones, linked zones, Extra Link, Pendulum Zones.

All results follow from the geometry of the table. Sources: CF-01, CF-33, CF-42, YGO-EMZ, YGO-LNK and YGO-PZ
rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from facedown_server.games.duel.core.effect import DuelQueries
from facedown_server.table import Card, State, moves
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, Side

MONSTERS = ("monster", "extra_monster")
SPELLS_TRAPS = ("spell_trap", "pendulum", "field")
PLACES = {
    "monster": MONSTERS,
    "spell_trap": SPELLS_TRAPS,
    "field": MONSTERS + SPELLS_TRAPS,
    "field_zone": ("field",),
    "anywhere": ("hand", *MONSTERS, *SPELLS_TRAPS, "graveyard", "banished"),
    "off_field": ("hand", "extra_deck", "graveyard", "banished"),
}
"""Locations that are not the name of one zone -> their zones."""

OUTER = (0, 4)
FROM_EXTRA_DECK = "from_extra_deck"
"""Memory key of a monster that was Special Summoned from the Extra Deck."""


def location_piles(state: State) -> Iterator[tuple[tuple[str, Seat], list[tuple[str, list[Any], bool]]]]:
    """Yield ((location, seat), piles) for every location word and seat.

    Each pile is (zone name, cards, whether both seats share it).
    """
    table = {zone.name: zone for _, zone in state.table.piles()}
    for word in dict.fromkeys((*table, *PLACES)):
        lie = [name for name in PLACES.get(word, (word,)) if name in table]
        for seat in (0, 1):
            piles = [(name, state.pile(seat, name), table[name].side is Side.SHARED) for name in lie]
            yield (word, seat), piles


def free_main(state: State, seat: Seat, leaving: Collection[Card] = ()) -> list[Place]:
    """Return the free Main Monster Zones, including the zones of `leaving` cards (GAP-30).

    CLS-MAT-03 to 04, YGO-EMZ-04.
    """
    return _free(state, seat, "monster", leaving)


def has_free_main(state: State, seat: Seat, leaving: Collection[Card] = ()) -> bool:
    """Return whether `free_main` would return a zone."""
    pile = state.pile(seat, "monster")
    return None in pile or any(card in leaving for card in pile)


def free_spell_trap(duel: DuelQueries, seat: Seat) -> list[Place]:
    """Return the free Spell & Trap Zones (CLS-MAT-08 to 09, YGO-PZ-14, CLS-MAT-10, CLS-SPELL-08,
    YGO-FZ-04).
    """
    return _free(duel.state, seat, "spell_trap")


def zones_for_spell_trap(duel: DuelQueries, seat: Seat, card: Card) -> list[Place]:
    """Return the zones where a Spell or Trap from the hand can be activated or Set (YGO-STZ-03 to 06).

    In some formats a player's own Field Spell prevents another one (CLS-SPELL-14).
    """
    if not card.facts.is_a("field"):
        return free_spell_trap(duel, seat)
    taken = duel.format.replace_own_field == "refused" and duel.cards_at("field_zone", seat)
    return [] if taken else [Place(seat, "field", 0)]


def has_zone_for_spell_trap(duel: DuelQueries, seat: Seat, card: Card) -> bool:
    """Return whether `zones_for_spell_trap` would return a zone."""
    if card.facts.is_a("field"):
        return bool(zones_for_spell_trap(duel, seat, card))
    return None in duel.state.pile(seat, "spell_trap")


def free_scales(duel: DuelQueries, seat: Seat) -> list[Place]:
    """Return the free Pendulum Zones (YGO-PZ-01).

    These are the outer Spell & Trap Zones, or separate zones in MR3. YGO-PZ-02 to 06, YGO-PZ-12.
    """
    if duel.format.pendulum_zones == "none":
        return []
    if duel.format.pendulum_zones == "own":
        return _free(duel.state, seat, "pendulum")
    return [place for place in _free(duel.state, seat, "spell_trap") if place.slot in OUTER]


def scales(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Return the cards in a player's Pendulum Zones that are Pendulum Scales (YGO-PZ-10 to 11)."""
    return [card for card in duel.cards_at("spell_trap", seat) if card.summoned == "scale" and card.face_up]


def zones_for_summon(
    duel: DuelQueries, seat: Seat, card: Card, leaving: Collection[Card] = ()
) -> list[Place]:
    """Return the zones on a player's side where this card may be Summoned now (YGO-MMZ-01, CF-01, CF-03).

    CF-02, YGO-EMZ-01 to 08, YGO-MMZ-08 to 09, YGO-PEN-08.
    """
    main = free_main(duel.state, seat, leaving)
    if card.zone != "extra_deck" or duel.format.extra_zones == "any":
        return main
    bound = (
        duel.format.extra_zones == "master4"
        or card.facts.is_a("link")
        or (card.facts.is_a("pendulum") and card.face_up)
    )
    if bound:
        linked = set(linked_zones(duel.state, seat, leaving))
        main = [place for place in main if place in linked]
    return main + usable_extra(duel, seat, card, leaving)


def usable_extra(duel: DuelQueries, seat: Seat, card: Card, leaving: Collection[Card] = ()) -> list[Place]:
    """Return the Extra Monster Zones that a player may use for this card (CF-33).

    A player may use one of them, and the other only to complete an Extra Link. YGO-EMZ-09 to 11, YGO-EMZ-17.
    """
    state = duel.state
    slots = state.pile(SHARED_SEAT_INDEX, "extra_monster")
    free = _free(state, SHARED_SEAT_INDEX, "extra_monster", leaving)
    if not any(other and other.controller == seat and other not in leaving for other in slots):
        return free
    links = card.facts.is_a("link")
    return [place for place in free if links and completes_extra_link(state, seat, card, place, leaving)]


def can_ever_move_to(card: Card, place: Place) -> bool:
    """Return whether this card can ever move to that zone, by the movement table (CF-09, CF-13).

    YGO-EMZ-15, YGO-FLD-12.
    """
    if place.zone in moves.NEVER.get(card.zone, ()):
        return False
    if place.zone == "extra_monster":
        return card.zone == "extra_deck" or FROM_EXTRA_DECK in card.memory
    return place.zone != "field" or card.facts.is_a("field")


def can_move_to(duel: DuelQueries, card: Card, place: Place) -> bool:
    """Return whether an effect can now move a card on the field to that zone (YGO-EMZ-14).

    YGO-MMZ-07, YGO-STZ-05, YGO-PZ-13, CF-30.
    """
    free = usable_extra(duel, card.controller, card, [card]) if place.zone == "extra_monster" else [place]
    return place in free and duel.state.card_at(place) is None and can_ever_move_to(card, place)


def zones_pointed_at(
    state: State, card: Card, place: Place | None = None, seat: Seat | None = None
) -> list[Place]:
    """Return the zones that a Link Monster's arrows point at (YGO-LNK-03 to 06).

    `place` and `seat` default to its present ones; pass others for a future place. CF-06 to 07.
    """
    place = place or card.place
    seat = card.controller if seat is None else seat
    found = (state.table.points.get((f"{seat}/{place}", arrow)) for arrow in card.facts.arrows)
    return [goal for goal in found if goal is not None]


def field_link_monsters(state: State, leaving: Collection[Card] = ()) -> list[Card]:
    """Return the face-up Link Monsters in the monster zones of both players (CF-42)."""
    return [
        card for card in state.field_cards()
        if card.is_in_monster_zone and card.face_up and card.facts.is_a("link") and card not in leaving
    ]  # fmt: skip


def linked_zones(state: State, seat: Seat, leaving: Collection[Card] = ()) -> list[Place]:
    """Return a player's Main Monster Zones that a Link Monster points at.

    YGO-LNK-02, YGO-LNK-11, YGO-LNK-13.
    """
    places = (
        place for card in field_link_monsters(state, leaving) for place in zones_pointed_at(state, card)
    )
    return [place for place in places if place.seat == seat and place.zone == "monster"]


def free_zones_pointed_at(state: State, card: Card, seat: Seat) -> list[Place]:
    """Return a player's free Main Monster Zones that a Link Monster points at."""
    return [place for place in free_main(state, seat) if place in zones_pointed_at(state, card)]


def linked_monsters(state: State, card: Card) -> list[Card]:
    """Return the monsters that this Link Monster points at."""
    lying = (state.card_at(place) for place in zones_pointed_at(state, card))
    return [other for other in lying if other is not None and other.is_in_monster_zone]


def completes_extra_link(
    state: State, seat: Seat, card: Card, place: Place, leaving: Collection[Card] = ()
) -> bool:
    """Return whether a Link Monster at `place` would connect both Extra Monster Zones by co-links
    (GAP-35).
    """
    other_end = Place(SHARED_SEAT_INDEX, "extra_monster", 1 - place.slot)
    reached = [(card, place, seat)]
    waiting = field_link_monsters(state, leaving)
    for standing in reached:
        for other in list(waiting):
            if _are_co_linked(state, standing, (other, other.place, other.controller)):
                waiting.remove(other)
                reached.append((other, other.place, other.controller))
    return any(there == other_end for _, there, _ in reached)


Standing = tuple[Card, Place, Seat]


def _are_co_linked(state: State, one: Standing, other: Standing) -> bool:
    """Return whether two Link Monsters point at each other (YGO-LNK-15, GAP-36)."""
    return other[1] in zones_pointed_at(state, *one) and one[1] in zones_pointed_at(state, *other)


def _free(state: State, seat: Seat, zone: str, leaving: Collection[Card] = ()) -> list[Place]:
    pile = state.pile(seat, zone)
    return [Place(seat, zone, i) for i, card in enumerate(pile) if card is None or card in leaving]
