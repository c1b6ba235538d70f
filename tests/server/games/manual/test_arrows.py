"""Zones that arrows open to a Link Monster laid by hand: every direction, both seats, the Extra Link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Facts
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.errors import Illegal
from tests.rules import rule
from tests.server.games.manual.manual_table import Table

NEW = "Link Spider"


def link(table: Table, place: str, *arrows: str, by: Seat = 0) -> Card:
    """Return a Link Monster with these arrows, controlled by a player."""
    facts = Facts(code=1, name="Arrows", kinds=("monster", "link", "effect"), arrows=arrows, attack=0, link=1)
    card = ops.create(table.free.state, facts, by)
    ops.place_card(table.free.state, card, Place.parse(place), face_up=True)
    ops.mark(table.free.state, card, controller=by)
    ops.store_note(table.free.state, card, "from_extra_deck", True)
    return card


def opened_zones(table: Table, seat: Seat) -> set[str]:
    """Return the Main Monster Zones of a side that a Link Monster of its Extra Deck may use."""
    new, found = table.put_card(NEW, f"{seat}:extra_deck"), set()
    for slot in range(5):
        try:
            table.do("special_summon", new, to=f"{seat}:monster:{slot}", by=seat)
        except Illegal:
            continue
        found.add(f"{seat}:{slot + 1}")
        table.do("move", new, to=f"{seat}:extra_deck", by=seat)
    return found


def linked_zones(table: Table) -> set[str]:
    """Return the same for both sides: "0:2" is seat 0's second zone."""
    return opened_zones(table, 0) | opened_zones(table, 1)


@rule("YGO-LNK-03", "YGO-LNK-04", "CF-06")
@pytest.mark.parametrize(
    ("slot", "arrow", "zone"),
    [
        (0, "bottom_left", "0:1"), (0, "bottom", "0:2"), (0, "bottom_right", "0:3"),
        (1, "bottom_left", "0:3"), (1, "bottom", "0:4"), (1, "bottom_right", "0:5"),
    ],
)  # fmt: skip
def test_down_from_an_extra_monster_zone(slot: int, arrow: str, zone: str) -> None:
    table = Table()
    link(table, f"-:extra_monster:{slot}", arrow)
    assert linked_zones(table) == {zone}


@rule("YGO-LNK-10")
@pytest.mark.parametrize(
    ("slot", "arrow", "zone"),
    [
        (0, "top", "1:4"), (0, "top_left", "1:5"), (0, "top_right", "1:3"),
        (1, "top", "1:2"), (1, "top_left", "1:3"), (1, "top_right", "1:1"),
    ],
)  # fmt: skip
def test_up_from_an_extra_monster_zone_into_the_other_players(slot: int, arrow: str, zone: str) -> None:
    table = Table()
    link(table, f"-:extra_monster:{slot}", arrow)
    assert linked_zones(table) == {zone}


@rule("YGO-LNK-12")
@pytest.mark.parametrize(("arrow", "zone"), [("bottom", "1:4"), ("bottom_left", "1:3"), ("top", "0:2")])
def test_arrows_are_read_from_the_controllers_chair(arrow: str, zone: str) -> None:
    table = Table()
    link(table, "-:extra_monster:0", arrow, by=1)
    assert linked_zones(table) == {zone}


@rule("YGO-LNK-05")
@pytest.mark.parametrize(
    ("slot", "arrow", "zones"),
    [(2, "left", {"0:2"}), (2, "right", {"0:4"}), (4, "right", set()), (0, "left", set())],
)
def test_sideways_from_a_main_monster_zone(slot: int, arrow: str, zones: set[str]) -> None:
    table = Table()
    link(table, f"0:monster:{slot}", arrow)
    assert linked_zones(table) == zones


@rule("YGO-LNK-06", "YGO-LNK-14")
@pytest.mark.parametrize("arrow", ["bottom", "bottom_left", "bottom_right"])
def test_what_points_at_spell_and_trap_zones_opens_nothing(arrow: str) -> None:
    table = Table()
    link(table, "0:monster:2", arrow)
    assert linked_zones(table) == set()


@rule("YGO-LNK-11", "CF-07")
@pytest.mark.parametrize("arrow", ["top", "top_left", "top_right"])
@pytest.mark.parametrize("slot", range(5))
def test_upwards_from_a_main_monster_zone_reaches_no_other_row(slot: int, arrow: str) -> None:
    table = Table()
    link(table, f"0:monster:{slot}", arrow)
    assert linked_zones(table) == set()


@rule("YGO-LNK-12")
@pytest.mark.parametrize(("arrow", "mine", "theirs"), [("left", "0:2", "1:2"), ("right", "0:4", "1:4")])
def test_arrows_turn_as_control_changes(arrow: str, mine: str, theirs: str) -> None:
    table = Table()
    card = link(table, "0:monster:2", arrow)
    assert linked_zones(table) == {mine}
    table.do("control", card, to="1:monster:2")
    assert linked_zones(table) == {theirs}


LINKS = {
    "by MZ1 and MZ5": (
        "bottom_left", ("top_right", "right"), ("left", "right"), ("left", "right"), ("left", "right"),
        ("left", "top_left"), "bottom_right",
    ),
    "by MZ2 and MZ4": ("bottom", (), ("top", "right"), ("left", "right"), ("left", "top"), (), "bottom"),
    "by MZ3": ("bottom_right", (), (), ("top_left", "top_right"), (), (), "bottom_left"),
}  # fmt: skip
"""Extra Links from EMZ-L to EMZ-R: the arrow of the first, those in MZ1 to MZ5, the arrow of the last."""


@rule("YGO-LNK-11", "YGO-LNK-15", "YGO-EMZ-17")
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("path", LINKS)
def test_arrows_up_reach_the_extra_zones_from_where_they_must(path: str, missing: bool) -> None:
    table = Table()
    first, *row, last = LINKS[path]
    card = link(table, "0:monster:4", str(last))
    table.do("move", card, to="0:extra_deck")
    link(table, "-:extra_monster:0", str(first))
    standing = [slot for slot, arrows in enumerate(row) if arrows]
    for slot in standing:
        arrows = [word for word in row[slot] if not missing or "top" not in word or slot != standing[0]]
        link(table, f"0:monster:{slot}", *arrows)
    summon = partial(table.do, "special_summon", card, to="-:extra_monster:1", effect=True)
    if missing:
        with pytest.raises(Illegal, match="Extra Link"):
            summon()
    else:
        assert summon().at("-:extra_monster:1") == "Arrows"


@rule("YGO-LNK-15", "YGO-EMZ-17", "CF-33")
@pytest.mark.parametrize("whole", [True, False])
def test_an_extra_link_opens_the_other_extra_monster_zone(whole: bool) -> None:
    table = Table()
    link(table, "-:extra_monster:0", "bottom")
    link(table, "0:monster:1", "top", "right")
    link(table, "0:monster:2", "left", *(["right"] if whole else []))
    link(table, "0:monster:3", "left", "top")
    last = link(table, "0:monster:4", "bottom")
    table.do("move", last, to="0:extra_deck")
    if whole:
        table.do("special_summon", last, to="-:extra_monster:1")
        assert last.zone == "extra_monster"
    else:
        with pytest.raises(Illegal, match="Extra Link"):
            table.do("special_summon", last, to="-:extra_monster:1", effect=True)


def test_face_down_nothing_points() -> None:
    table = Table()
    card = link(table, "0:monster:2", "left")
    ops.turn_card(table.free.state, card, face_up=False, defense_position=True, cause="")
    assert linked_zones(table) == set()


@rule("YGO-XYZ-02", "YGO-XYZ-03")
def test_a_material_is_no_monster_and_not_on_the_field() -> None:
    table = Table(hand=["Axe of Despair"])
    bearer = table.put_card("Number 39: Utopia", "0:monster:0")
    material = table.put_beneath("Gemini Elf", bearer)
    acts: list[Callable[[], object]] = [
        lambda: table.do("position", material, position="defense"),
        lambda: table.do("attack", material),
        lambda: table.do("equip", "Axe of Despair", others=[material], to="0:spell_trap:0"),
        lambda: table.do("counter", material, text="Spell", amount=1),
        lambda: table.do("control", material),
        lambda: table.do("point", material, others=[bearer]),
    ]
    for act in acts:
        with pytest.raises(Illegal):
            act()
