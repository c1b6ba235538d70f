"""Who reads a card in each zone of the Yu-Gi-Oh! tables, in both players' and spectators' Views.

What each zone shows is repeated here, independent of the zones' rows.
"""

from __future__ import annotations

import pytest

from facedown_server.table import ops, sight
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place, Seat, Side
from tests.rules import rule
from tests.server.table.laid import FUSION, MONSTER, SPELL, put_card

EVERYBODY, OWNER, NOBODY = "oxp", "o--", "---"
"""Letters of the owner, the opponent and the public, for those who read the card."""

FIELD = {"monster": 5, "spell_trap": 5, "field": 1}
"""The zones of a player's field and the number of places of each, on every table (YGO-FLD-02)."""
PILES = ("banished", "deck", "extra_deck", "graveyard", "hand")
ZONES = {
    "master": {**FIELD, "extra_monster": 2},
    "master3": {**FIELD, "pendulum": 2},
    "master1": FIELD,
    "genesys": FIELD,
    "classic": FIELD,
}
ALIKE = {"banished", "deck", "extra_deck", "hand"}
"""Zones in which one back cannot be distinguished from another."""

EVERY = [(table, zone) for table, field in ZONES.items() for zone in (*field, *PILES)]


def state_with_monster(table: str, zone: str, owner: Seat, *, face_up: bool) -> tuple[State, Card]:
    """Return a State with one monster in this zone of its owner, or in a shared one."""
    state = State(TABLES[table])
    facts = bundled_pool().find_named(MONSTER)
    assert facts is not None
    card = ops.create(state, facts, owner)
    row = TABLES[table].zones[zone]
    place = Place(
        SHARED_SEAT_INDEX if row.side is Side.SHARED else owner, zone, -1 if row.slots is None else 0
    )
    ops.place_card(state, card, place, face_up=face_up)
    ops.mark(state, card, controller=owner)
    return state, card


def readers(state: State, card: Card) -> str:
    """Return the classes whose View names the card."""
    owner, other = card.owner, 1 - card.owner
    said = ""
    for letter, viewer in (("o", owner), ("x", other), ("p", PUBLIC_CLASS_INDEX)):
        seen = sight.view(state, viewer).cards.get(card.handles[viewer])
        said += letter if seen is not None and seen.code == card.code else "-"
    return said


@pytest.mark.parametrize("table", sorted(ZONES))
def test_the_zones_of_each_table_and_their_places(table: str) -> None:
    zones = TABLES[table].zones
    assert {name: zone.slots for name, zone in zones.items() if zone.slots is not None} == ZONES[table]
    assert {name for name, zone in zones.items() if zone.slots is None} == set(PILES)
    assert {name for name, zone in zones.items() if zone.side is Side.SHARED} == ZONES[table].keys() & {
        "extra_monster"
    }


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("table", "zone"), EVERY)
@rule("YGO-GY-02", "YGO-BAN-04", "YGO-ED-08")
def test_a_face_up_card_is_everybodys_to_read_but_not_in_a_deck(table: str, zone: str, owner: Seat) -> None:
    expected = NOBODY if zone == "deck" else EVERYBODY
    assert readers(*state_with_monster(table, zone, owner, face_up=True)) == expected


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("table", "zone"), EVERY)
@rule("YGO-FLD-06", "YGO-HAND-02", "YGO-ED-05")
def test_a_face_down_card_is_its_owners_alone_and_in_a_deck_nobodys(
    table: str, zone: str, owner: Seat
) -> None:
    expected = NOBODY if zone == "deck" else OWNER
    assert readers(*state_with_monster(table, zone, owner, face_up=False)) == expected


@pytest.mark.parametrize(("table", "zone"), EVERY)
@rule("YGO-DECK-04", "YGO-HAND-02", "YGO-BAN-10")
def test_backs_are_alike_in_hands_decks_and_among_the_banished_and_nowhere_else(
    table: str, zone: str
) -> None:
    state, card = state_with_monster(table, zone, 0, face_up=False)
    told_apart = [bool(card.handles[viewer]) for viewer in (1, PUBLIC_CLASS_INDEX)]
    assert told_apart == [zone not in ALIKE] * 2
    for viewer in CLASSES:
        assert sight.view(state, viewer).pile(card.place.seat, zone).count == 1


@pytest.mark.parametrize("table", sorted(ZONES))
@rule("YGO-GY-03")
def test_the_order_of_a_graveyard_is_everybodys_to_see(table: str) -> None:
    state = State(TABLES[table])
    cards = [put_card(state, name, "0:graveyard") for name in (MONSTER, SPELL, MONSTER, FUSION)]
    for viewer in CLASSES:
        seen = sight.view(state, viewer).pile(0, "graveyard").handles
        assert list(seen) == [card.handles[viewer] for card in cards]
