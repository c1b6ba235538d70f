"""Who can read a card in each of the fifteen zones, in the Views of both players and of spectators.

FAB-3.0.3a, FAB-3.0.4 to FAB-3.0.4d. What each zone shows is repeated here, independent of the zone's row.
"""

from __future__ import annotations

import pytest

from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place, Seat, Side
from tests.rules import rule
from tests.server.games.manual.flesh_and_blood.table import ATTACK, HEAD, FabTable, code

PUBLIC_ZONES = {
    "arms", "banished", "chest", "combat_chain", "graveyard", "head", "hero", "legs", "permanent", "pitch",
    "stack", "weapon",
}  # fmt: skip
"""FAB-3.0.4a."""
PRIVATE_ZONES = {"arsenal", "deck", "hand"}
"""FAB-3.0.4b."""
SHARED_ZONES = {"combat_chain", "permanent", "stack"}
"""Zones without an owner (FAB-3.6.1, FAB-3.13.1, FAB-3.15.1)."""
PLACES = dict.fromkeys(("arms", "arsenal", "chest", "head", "hero", "legs"), 1) | {"weapon": 2}
"""How many zones of a type a player begins with, each for one object; the others hold any number."""
EVERYBODY = (0, 1, PUBLIC_CLASS_INDEX)


def table_with_card(
    zone: str, owner: Seat, *, face_up: bool, of: Seat | None = None
) -> tuple[FabTable, Card]:
    """Return a table with one more card in a zone of this player, or in a shared one; `of`: the zone's
    owner.
    """
    table = FabTable()
    facts = table.fab.pool[code(HEAD if zone == "head" else ATTACK)]
    card = ops.create(table.state, facts, owner)
    row = TABLES["fab"].zones[zone]
    seat = SHARED_SEAT_INDEX if row.side is Side.SHARED else owner if of is None else of
    if row.slots is not None and (other := table.state.card_at(Place(seat, zone, 0))) is not None:
        ops.move(table.state, other, Place(other.owner, "graveyard"))
    ops.place_card(table.state, card, Place(seat, zone, 0 if row.slots is not None else -1), face_up=face_up)
    if seat == SHARED_SEAT_INDEX:
        ops.mark(table.state, card, controller=owner)
    return table, card


def readers(table: FabTable, card: Card) -> set[Seat]:
    """Return the seats whose View has the card's name: by its handle there, or by its facts being known
    at all.
    """
    return {viewer for viewer in EVERYBODY if table.knows(viewer, card)}


@rule("FAB-3.0.1", "FAB-3.0.2")
def test_there_are_fifteen_types_of_zone_of_the_kinds_the_rules_name() -> None:
    zones = TABLES["fab"].zones
    assert set(zones) == PUBLIC_ZONES | PRIVATE_ZONES
    assert {name for name, zone in zones.items() if zone.side is Side.SHARED} == SHARED_ZONES
    assert {name: zone.slots for name, zone in zones.items() if zone.slots is not None} == PLACES
    for viewer in EVERYBODY:
        piles = FabTable().view(viewer).piles
        assert set(piles) == {f"-:{zone}" for zone in SHARED_ZONES} | {
            f"{seat}:{zone}" for seat in (0, 1) for zone in zones.keys() - SHARED_ZONES
        }
        assert all(len(piles[f"{seat}:{zone}"].handles) == PLACES[zone] for seat in (0, 1) for zone in PLACES)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["arms", "chest", "head"])
@rule("FAB-3.2.1", "FAB-3.5.1", "FAB-3.10.1")
def test_equipment_on_arms_chest_and_head_can_be_read_by_the_opponent_and_by_spectators(
    zone: str, owner: Seat
) -> None:
    assert readers(*table_with_card(zone, owner, face_up=True)) == set(EVERYBODY)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["legs", "weapon", "hero"])
@rule("FAB-3.12.1", "FAB-3.16.1", "FAB-3.11.1")
def test_legs_weapon_and_hero_can_be_read_by_the_opponent_and_by_spectators(zone: str, owner: Seat) -> None:
    assert readers(*table_with_card(zone, owner, face_up=True)) == set(EVERYBODY)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["combat_chain", "permanent", "stack"])
@rule("FAB-3.6.1", "FAB-3.13.1", "FAB-3.15.1")
def test_what_lies_between_the_players_can_be_read_by_the_opponent_and_by_spectators(
    zone: str, owner: Seat
) -> None:
    assert readers(*table_with_card(zone, owner, face_up=True)) == set(EVERYBODY)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["banished", "graveyard", "pitch"])
@rule("FAB-3.4.1", "FAB-3.8.1", "FAB-3.14.1")
def test_banished_graveyard_and_pitch_can_be_read_by_the_opponent_and_by_spectators(
    zone: str, owner: Seat
) -> None:
    assert readers(*table_with_card(zone, owner, face_up=True)) == set(EVERYBODY)


@rule("VIS-F01", "FAB-3.0.4a", "FAB-3.0.4b")
def test_every_zone_is_public_or_private_and_is_tried_here() -> None:
    tried = {
        zone: readers(*table_with_card(zone, 0, face_up=zone in PUBLIC_ZONES)) for zone in TABLES["fab"].zones
    }
    assert {zone for zone, by in tried.items() if by == set(EVERYBODY)} == PUBLIC_ZONES
    assert {zone for zone, by in tried.items() if by <= {0}} == PRIVATE_ZONES


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", sorted(PUBLIC_ZONES))
@rule("FAB-3.0.3a", "FAB-3.0.4c")
def test_a_private_card_in_a_public_zone_is_its_owners_to_read_alone(zone: str, owner: Seat) -> None:
    assert readers(*table_with_card(zone, owner, face_up=False)) == {owner}


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["arsenal", "hand"])
@rule("FAB-3.0.4", "FAB-3.3.1", "FAB-3.9.1")
def test_a_hand_and_an_arsenal_are_read_by_their_owner_alone(zone: str, owner: Seat) -> None:
    assert readers(*table_with_card(zone, owner, face_up=False)) == {owner}


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("zone", ["arsenal", "hand"])
@rule("FAB-3.0.4d")
def test_a_public_card_in_a_private_zone_is_everybodys_to_read(zone: str, owner: Seat) -> None:
    assert readers(*table_with_card(zone, owner, face_up=True)) == set(EVERYBODY)


@pytest.mark.parametrize("owner", [0, 1])
@rule("FAB-3.0.3a", "FAB-3.7.1", "FAB-3.7.4")
def test_a_deck_is_read_by_nobody_not_even_by_its_owner(owner: Seat) -> None:
    table, card = table_with_card("deck", owner, face_up=False)
    assert readers(table, card) == set()
    assert not any(card.handles[viewer] for viewer in EVERYBODY), "no card of a deck can even be told apart"


@pytest.mark.parametrize("zone", ["banished", "head", "pitch"])
@rule("FAB-3.0.3a")
def test_a_private_card_in_another_players_zone_is_read_by_both(zone: str) -> None:
    """Its owner may look at it, and so may the owner of the zone; spectators may not."""
    assert readers(*table_with_card(zone, 0, face_up=False, of=1)) == {0, 1}


@pytest.mark.parametrize("zone", ["banished", "deck", "hand"])
@rule("VIS-F04", "FAB-3.0.4b")
def test_backs_that_look_alike_cannot_be_told_apart_by_the_opponent(zone: str) -> None:
    table, card = table_with_card(zone, 0, face_up=False)
    assert [card.handles[viewer] for viewer in (1, PUBLIC_CLASS_INDEX)] == [0, 0]
    assert table.view(1).pile(0, zone).count == table.view(PUBLIC_CLASS_INDEX).pile(0, zone).count >= 1


@pytest.mark.parametrize("zone", sorted((PUBLIC_ZONES | {"arsenal"}) - {"banished"}))
@rule("FAB-3.0.4c")
def test_elsewhere_the_opponent_sees_which_private_card_lies_where(zone: str) -> None:
    table, card = table_with_card(zone, 0, face_up=False)
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert card.handles[viewer] in table.view(viewer).cards
        assert table.view(viewer).cards[card.handles[viewer]].code == 0


@pytest.mark.parametrize("zone", ["combat_chain", "stack"])
@rule("FAB-3.6.1", "FAB-3.15.1")
def test_the_order_of_chain_and_stack_is_shown(zone: str) -> None:
    table = FabTable()
    cards = [table.put_card(ATTACK, f"-:{zone}", by=seat) for seat in (0, 1, 0)]
    for viewer in EVERYBODY:
        seen = table.view(viewer).pile(SHARED_SEAT_INDEX, zone).handles
        assert list(seen) == [card.handles[viewer] for card in cards]
