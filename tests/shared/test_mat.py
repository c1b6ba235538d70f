"""The mat of format master as in the rulebook: kinds of zones, rows, columns, arrows."""

from __future__ import annotations

import pytest

from facedown_shared.tables import TABLES
from facedown_shared.tables.geometry import Spot, spots
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Side
from tests.rules import rule

MASTER = TABLES["master"]
LAID = spots(extra_monster=True)


@rule("YGO-BAN-02")
def test_seven_labelled_kinds_of_places_and_two_piles_beside_the_mat() -> None:
    labelled = {"monster", "spell_trap", "graveyard", "deck", "field", "extra_deck", "extra_monster"}
    assert set(MASTER.zones) == labelled | {"hand", "banished"}
    own = [zone.name for zone in MASTER.zones.values() if zone.slots is None]
    assert sorted(own) == ["banished", "deck", "extra_deck", "graveyard", "hand"]
    assert all(MASTER.zones[name].side is Side.EACH for name in own), "each player has one"


@rule("YGO-FLD-10", "YGO-FLD-11")
@pytest.mark.parametrize("seat", [0, 1])
def test_main_zones_form_a_row_with_the_spell_and_trap_zones_behind_them(seat: int) -> None:
    rows = {zone: [LAID[Place(seat, zone, slot)] for slot in range(5)] for zone in ("monster", "spell_trap")}
    assert len({spot.away for spot in rows["monster"]}) == 1
    assert [spot.across for spot in rows["monster"]] == [1, 2, 3, 4, 5][:: 1 if seat == 0 else -1]
    nearer = 1 if seat == 0 else -1
    for front, behind in zip(rows["monster"], rows["spell_trap"], strict=True):
        assert behind == Spot(front.across, front.away - nearer)


@rule("YGO-COL-06", "CF-05", "YGO-COL-03")
@pytest.mark.parametrize(("slot", "mine", "theirs"), [(0, 1, 3), (1, 3, 1)])
def test_an_extra_zone_lies_in_the_column_of_the_second_or_fourth_main_zone(
    slot: int, mine: int, theirs: int
) -> None:
    extra = Place(SHARED_SEAT_INDEX, "extra_monster", slot)
    column = {Place(0, "monster", mine), Place(0, "spell_trap", mine), extra}
    column |= {Place(1, "monster", theirs), Place(1, "spell_trap", theirs)}
    assert set(MASTER.column(extra)) == column


@rule("CF-04", "YGO-COL-01", "YGO-COL-02")
def test_there_are_five_columns_of_both_players_zones() -> None:
    for slot in range(5):
        column = {Place(0, zone, slot) for zone in ("monster", "spell_trap")}
        column |= {Place(1, zone, 4 - slot) for zone in ("monster", "spell_trap")}
        found = {
            place for place in MASTER.column(Place(0, "monster", slot)) if place.seat != SHARED_SEAT_INDEX
        }
        assert found == column


@rule("CF-06", "YGO-LNK-12")
@pytest.mark.parametrize(
    ("seat", "slot", "reached"), [(0, 0, (0, 1, 2)), (0, 1, (2, 3, 4)), (1, 1, (0, 1, 2))]
)
def test_arrows_down_from_an_extra_zone_reach_three_main_zones(
    seat: int, slot: int, reached: tuple[int, ...]
) -> None:
    arrows = ("bottom_left", "bottom", "bottom_right")
    found = MASTER.zones_pointed_at(seat, Place(SHARED_SEAT_INDEX, "extra_monster", slot), arrows)
    assert found == tuple(Place(seat, "monster", at) for at in reached)
