"""Which zones a card may use: Extra Monster Zones, linked zones, scales, and the formats' differences."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core import zones
from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Place
from tests.rules import rule
from tests.server.table.laid import put_card

DOWN = ("bottom_left", "bottom", "bottom_right")


def duel(name: str = "master") -> Duel:
    """Return a duel with an empty field."""
    return DuelReferee(FORMATS[name], bundled_pool()).duel


def put_link_monster(duel: Duel, place: str, arrows: tuple[str, ...], owner: int = 0) -> Card:
    """Put a face-up Link Monster with these arrows on the field."""
    facts = Facts(code=1, name="Arrows", kinds=("monster", "link"), link=len(arrows), attack=0, arrows=arrows)
    card = ops.create(duel.state, facts, owner)
    ops.place_card(duel.state, card, Place.parse(place), face_up=True)
    return card


def offered_zones(duel: Duel, name: str, *, face_up: bool = False, seat: int = 0) -> list[str]:
    """Return the zones for a Summon of this card from the Extra Deck."""
    card = put_card(duel.state, name, f"{seat}:extra_deck", face_up=face_up)
    return [str(place) for place in zones.zones_for_summon(duel, seat, card)]


MAIN = [f"0:monster:{slot}" for slot in range(5)]
EXTRA = ["-:extra_monster:0", "-:extra_monster:1"]


@rule("YGO-MMZ-08", "CF-01", "YGO-EMZ-05")
@pytest.mark.parametrize("name", ["Gaia the Dragon Champion", "Stardust Dragon", "Number 39: Utopia"])
def test_fusion_synchro_and_xyz_go_anywhere_free(name: str) -> None:
    assert offered_zones(duel(), name) == MAIN + EXTRA


@rule("YGO-EMZ-06", "YGO-EMZ-07", "CF-02")
def test_link_and_face_up_pendulum_monsters_need_an_extra_or_a_linked_zone() -> None:
    assert offered_zones(duel(), "Link Spider") == EXTRA
    assert offered_zones(duel(), "Stargazer Magician", face_up=True) == EXTRA


@rule("GAP-54")
def test_the_presets_place_extra_deck_monsters_differently() -> None:
    assert offered_zones(duel("MR4"), "Gaia the Dragon Champion") == EXTRA
    assert offered_zones(duel("MR3"), "Gaia the Dragon Champion") == MAIN
    assert offered_zones(duel("MR1"), "Gaia the Dragon Champion") == MAIN


@rule("YGO-EMZ-03", "YGO-MMZ-09", "YGO-LNK-02")
def test_with_the_own_extra_zone_taken_arrows_open_main_zones() -> None:
    game = duel()
    put_link_monster(game, "-:extra_monster:0", DOWN)
    assert offered_zones(game, "Link Spider") == ["0:monster:0", "0:monster:1", "0:monster:2"]
    assert offered_zones(game, "Gaia the Dragon Champion") == MAIN


@rule("YGO-LNK-10", "YGO-LNK-13", "CF-42")
def test_the_opponents_arrows_open_zones_too() -> None:
    game = duel()
    put_link_monster(game, "-:extra_monster:0", ("top",))
    assert [str(place) for place in zones.linked_zones(game.state, 1)] == ["1:monster:3"]
    assert offered_zones(game, "Link Spider", seat=1) == ["1:monster:3", "-:extra_monster:1"]


@rule("YGO-LNK-14", "CF-07")
def test_arrows_at_spell_and_trap_zones_open_nothing() -> None:
    game = duel()
    put_link_monster(game, "0:monster:0", DOWN)
    assert zones.linked_zones(game.state, 0) == []


@rule("YGO-LNK-05", "YGO-LNK-11")
def test_arrows_to_the_sides_reach_the_neighbours() -> None:
    game = duel()
    put_link_monster(game, "0:monster:2", ("left", "right", "top_left"))
    assert [str(place) for place in zones.linked_zones(game.state, 0)] == ["0:monster:1", "0:monster:3"]


@rule("YGO-LNK-15", "GAP-36")
def test_co_linked_monsters_point_at_each_other() -> None:
    game = duel()
    one = put_link_monster(game, "0:monster:1", ("right",))
    other = put_link_monster(game, "0:monster:2", ("left",))
    third = put_link_monster(game, "0:monster:3", ("right",))
    assert other in zones.linked_monsters(game.state, one)
    assert one in zones.linked_monsters(game.state, other)
    assert third not in zones.linked_monsters(game.state, other)


@rule("YGO-EMZ-17", "CF-33", "GAP-35")
@pytest.mark.parametrize(("arrows", "complete"), [(("bottom",), True), (("top",), False)])
def test_the_second_extra_zone_only_completes_an_extra_link(arrows: tuple[str, ...], complete: bool) -> None:
    game = duel()
    put_link_monster(game, "-:extra_monster:0", ("bottom",))
    for slot, row in ((1, ("top", "right")), (2, ("left", "right")), (3, ("left", "top"))):
        put_link_monster(game, f"0:monster:{slot}", row)
    facts = Facts(code=2, name="Last", kinds=("monster", "link"), link=1, attack=0, arrows=arrows)
    last = ops.create(game.state, facts, 0)
    ops.place_card(game.state, last, Place(0, "extra_deck"))
    assert (EXTRA[1] in [str(place) for place in zones.zones_for_summon(game, 0, last)]) is complete


@rule("GAP-35", "CF-33")
@pytest.mark.parametrize(("seat", "towards"), [(0, "bottom"), (1, "top")])
def test_an_extra_link_may_run_diagonally_and_through_the_opponents_monster(seat: int, towards: str) -> None:
    game = duel()
    put_link_monster(game, "-:extra_monster:0", (f"{towards}_right",))
    put_link_monster(game, f"{seat}:monster:2", ("top_left", "top_right"), seat)
    offers = []
    for arrow in (f"{towards}_left", towards):
        facts = Facts(code=2, name="Last", kinds=("monster", "link"), link=1, attack=0, arrows=(arrow,))
        last = ops.create(game.state, facts, 0)
        ops.place_card(game.state, last, Place(0, "extra_deck"))
        offers.append(EXTRA[1] in [str(place) for place in zones.zones_for_summon(game, 0, last)])
    assert offers == [True, False]


@rule("GAP-36")
def test_what_is_pointed_at_may_lie_face_down_and_is_so_for_the_moment() -> None:
    game = duel()
    bearer = put_link_monster(game, "-:extra_monster:0", ("bottom",))
    below = put_card(game.state, "Feral Imp", "0:monster:1", face_up=False)
    assert zones.linked_monsters(game.state, bearer) == [below]
    ops.move(game.state, below, Place(0, "monster", 0), face_up=False)
    assert zones.linked_monsters(game.state, bearer) == []


@rule("GAP-30", "YGO-MOVE-28")
def test_zones_of_cards_about_to_leave_count_as_free() -> None:
    game = duel()
    material = put_link_monster(game, "-:extra_monster:0", ("bottom",))
    card = put_card(game.state, "Link Spider", "0:extra_deck", face_up=False)
    assert [str(place) for place in zones.zones_for_summon(game, 0, card, [material])] == EXTRA


@rule("YGO-EMZ-13", "CF-09", "YGO-EMZ-15")
@pytest.mark.parametrize("pile", ["graveyard", "hand", "banished", "deck"])
def test_from_elsewhere_only_main_zones_are_offered(pile: str) -> None:
    game = duel()
    card = put_card(game.state, "Stardust Dragon", f"0:{pile}")
    assert [str(place) for place in zones.zones_for_summon(game, 0, card)] == MAIN


@rule("YGO-PZ-01", "YGO-PZ-05", "YGO-PZ-06")
def test_scales_go_to_the_outer_zones_that_are_free() -> None:
    game = duel()
    assert [place.slot for place in zones.free_scales(game, 0)] == [0, 4]
    put_card(game.state, "Trap Hole", "0:spell_trap:0", face_up=False)
    assert [place.slot for place in zones.free_scales(game, 0)] == [4]


@rule("GAP-54", "YGO-PZ-02")
@pytest.mark.parametrize(
    ("name", "found"),
    [("master", ["spell_trap"] * 2), ("MR3", ["pendulum"] * 2), ("MR1", []), ("classic", [])],
)
def test_where_scales_lie_hangs_on_the_format(name: str, found: list[str]) -> None:
    assert [place.zone for place in zones.free_scales(duel(name), 0)] == found


@rule("YGO-PZ-03", "YGO-PZ-10")
def test_only_what_was_activated_or_placed_as_one_is_a_scale() -> None:
    game = duel()
    card = put_card(game.state, "Stargazer Magician", "0:spell_trap:0")
    assert zones.scales(game, 0) == []
    ops.mark(game.state, card, summoned="scale")
    assert zones.scales(game, 0) == [card]
