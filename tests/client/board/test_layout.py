"""Layout: nothing overlaps, all of it is inside, and no target is too small, at any size."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from facedown_client.board.grids import GRIDS
from facedown_client.board.layout import Layout, Rect, arrange
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Side, Table, Zone
from tests.client.boxes import is_inside
from tests.rules import rule

SIZES = ((1280, 720), (1920, 1080), (1024, 640), (1600, 720), (1024, 768), (2560, 1080), (960, 600))


@pytest.fixture(params=[(name, size, near) for name in TABLES for size in SIZES for near in (0, 1)], ids=str)
def layout(request: pytest.FixtureRequest) -> Layout:
    name, size, near = request.param
    return arrange(TABLES[name], size, near)


def test_zones_do_not_overlap_and_lie_on_the_mat(layout: Layout) -> None:
    for one, other in combinations(layout.spots, 2):
        assert not one.rect.intersects(other.rect), (one.place, other.place)
    for spot in layout.spots:
        assert is_inside(spot.rect, layout.mat), spot.place


def test_the_three_parts_do_not_overlap_and_fill_the_window(layout: Layout) -> None:
    window = Rect(0, 0, *layout.size)
    for part in (layout.pane.rect, layout.mat, layout.rail.rect):
        assert is_inside(part, window)
    assert not layout.pane.rect.intersects(layout.mat)
    assert not layout.rail.rect.intersects(layout.mat)


def test_the_rail_holds_its_parts_in_order(layout: Layout) -> None:
    rail = layout.rail
    far, own = rail.plates[1 - layout.near], rail.plates[layout.near]
    column = [far, rail.turn, rail.phases, rail.chain, rail.caption, rail.toggle, rail.buttons[0], own]
    for above, below in pairwise(column):
        assert above.bottom <= below.y, (above, below)
    assert all(is_inside(part, rail.rect) for part in column)
    for one, other in combinations(rail.buttons, 2):
        assert not one.intersects(other)


def test_the_pane_holds_its_parts_in_order(layout: Layout) -> None:
    pane = layout.pane
    column = [pane.art, pane.text, pane.numbers, pane.tabs, pane.log]
    for above, below in pairwise(column):
        assert above.bottom <= below.y, (above, below)
    assert all(is_inside(part, pane.rect) for part in [*column, pane.chat])


def test_nothing_to_hit_is_under_28_pixels(layout: Layout) -> None:
    hit = [spot.rect for spot in layout.spots] + [*layout.rail.buttons, layout.rail.toggle, layout.pane.tabs]
    assert min(min(rect.w, rect.h) for rect in hit) >= 28
    assert layout.rail.phases.h >= 28
    assert layout.rail.phases.w / 6 >= 28 or layout.size[0] < 1024


def test_every_zone_of_a_table_has_a_spot(layout: Layout) -> None:
    for name, table in TABLES.items():
        arranged = arrange(table, (1280, 720))
        for seat, zone in table.piles():
            for slot in range(zone.slots or 1):
                place = Place(seat, zone.name, slot if zone.slots else -1)
                assert arranged.rect(place) is not None, (name, place)


def test_the_measures_of_the_design() -> None:
    layout = arrange(TABLES["master"], (1280, 720))
    assert layout.pane.rect == (0, 0, 280, 720)
    assert layout.mat == (288, 32, 760, 528)
    assert layout.rect(Place(0, "monster", 0)) == (388, 352, 104, 96)
    assert layout.rect(Place(0, "graveyard")) == (960, 352, 80, 96)
    assert layout.rail.plates == ((1064, 608, 200, 96), (1064, 16, 200, 96))
    assert layout.card_size(62) == (62, 90)
    assert layout.pane.art == (16, 16, 248, 156)


def test_a_small_window_gives_pane_and_rail_their_least_width() -> None:
    layout = arrange(TABLES["master"], (1024, 640))
    assert layout.pane.rect.w == 240
    assert layout.rail.toggle.w == 168
    assert not layout.rail.key_caps


def test_a_wide_window_shows_log_and_chat_side_by_side() -> None:
    layout = arrange(TABLES["master"], (1600, 720))
    assert layout.pane.rect.w == 360
    assert layout.pane.wide
    assert not layout.pane.log.intersects(layout.pane.chat)
    assert not arrange(TABLES["master"], (1280, 720)).pane.wide


def test_the_other_side_is_turned_by_half_a_circle() -> None:
    below, above = arrange(TABLES["master"], (1280, 720), 0), arrange(TABLES["master"], (1280, 720), 1)
    for spot in below.spots:
        seat = spot.place.seat
        place = spot.place if seat == SHARED_SEAT_INDEX else spot.place._replace(seat=1 - seat)
        mirrored = place if seat != SHARED_SEAT_INDEX else place._replace(slot=1 - place.slot)
        assert above.rect(mirrored) == spot.rect
    assert above.rect(Place(SHARED_SEAT_INDEX, "extra_monster", 0)) == below.rect(
        Place(SHARED_SEAT_INDEX, "extra_monster", 1)
    )


@rule("YGO-FLD-09", "YGO-FLD-10", "YGO-FLD-11")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("near", [0, 1])
def test_a_player_sees_the_mat_in_three_rows_and_the_hand_below(near: int, size: tuple[int, int]) -> None:
    layout = arrange(TABLES["master"], size, near)

    def row(*places: Place) -> list[float]:
        """Return how far right the places of a row are; all are at one height."""
        spots = [rect for place in places if (rect := layout.rect(place))]
        assert len({rect.centre[1] for rect in spots}) == 1
        heights.append(spots[0].centre[1])
        return [rect.centre[0] for rect in spots]

    heights: list[float] = []
    extra = [Place(SHARED_SEAT_INDEX, "extra_monster", slot if near == 0 else 1 - slot) for slot in (0, 1)]
    top = row(*extra, Place(near, "banished"))
    main = [Place(near, "monster", slot) for slot in range(5)]
    middle = row(Place(near, "field", 0), *main, Place(near, "graveyard"))
    behind = [Place(near, "spell_trap", slot) for slot in range(5)]
    bottom = row(Place(near, "extra_deck"), *behind, Place(near, "deck"))
    assert [*heights, layout.hand.centre[1]] == sorted([*heights, layout.hand.centre[1]])
    assert len({*heights}) == 3
    assert middle == bottom == sorted(middle)
    assert top == [middle[2], middle[4], middle[6]]


def test_a_spectator_may_look_from_either_side() -> None:
    assert arrange(TABLES["master"], (1280, 720), -1).near == 0
    assert arrange(TABLES["master"], (1280, 720), 1).rail.plates[1].y > 360


def test_a_card_in_a_pile_lies_at_the_pile_and_a_hand_at_its_strip() -> None:
    layout = arrange(TABLES["master"], (1280, 720))
    assert layout.rect(Place(1, "graveyard", 4)) == layout.rect(Place(1, "graveyard"))
    assert layout.rect(Place(0, "hand", 2)) == layout.hand
    assert layout.rect(Place(1, "hand")) == layout.far_hand
    assert layout.rect(None) is None
    assert layout.spot_at(layout.spots[0].rect.centre) == layout.spots[0]
    assert layout.spot_at((1, 1)) is None


@pytest.mark.parametrize("count", [1, 6, 9, 16])
def test_a_table_nobody_laid_out_is_computed(count: int) -> None:
    zones = [Zone(f"place{step}", f"Place {step}", slots=1) for step in range(count)]
    zones += [Zone("deck", "Deck"), Zone("heap", "Heap"), Zone("middle", "Middle", side=Side.SHARED, slots=2)]
    zones.append(Zone("hand", "Hand"))
    table = Table("unknown", {zone.name: zone for zone in zones})
    assert "unknown" not in GRIDS
    layout = arrange(table, (1280, 720))
    assert len(layout.spots) == 2 * (count + 2) + 2
    for one, other in combinations(layout.spots, 2):
        assert not one.rect.intersects(other.rect), (one.place, other.place)
    assert all(is_inside(spot.rect, layout.mat) for spot in layout.spots)
