"""Every table row by row, and every Link Arrow one by one against a table written by hand."""

from __future__ import annotations

import pytest

from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.geometry import ARROWS
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Readers, Side, Table
from tests.rules import rule

MASTER = TABLES["master"]
FAB = TABLES["fab"]
YUGIOH = [table for name, table in TABLES.items() if name not in ("fab", "companion")]

# Zones that each arrow points to, as its controller sees the mat: M and S are own zones from the left, O the
# opponent's Main Monster Zones from their left, L and R the two Extra Monster Zones.
#     top_left, top, top_right, left, right, bottom_left, bottom, bottom_right
REACHES = {
    "M1": ("--", "--", "L", "--", "M2", "--", "S1", "S2"),
    "M2": ("--", "L", "--", "M1", "M3", "S1", "S2", "S3"),
    "M3": ("L", "--", "R", "M2", "M4", "S2", "S3", "S4"),
    "M4": ("--", "R", "--", "M3", "M5", "S3", "S4", "S5"),
    "M5": ("R", "--", "--", "M4", "--", "S4", "S5", "--"),
    "L": ("O5", "O4", "O3", "--", "--", "M1", "M2", "M3"),
    "R": ("O3", "O2", "O1", "--", "--", "M3", "M4", "M5"),
}

EVERY = [
    (seat, stand, arrow, goal)
    for seat in (0, 1)
    for stand, goals in REACHES.items()
    for arrow, goal in zip(ARROWS, goals, strict=True)
]


def place(seat: int, word: str) -> Place | None:
    """Return the place that a word of the hand-written table means for a seat."""
    if word == "--":
        return None
    if word in ("L", "R"):
        return Place(SHARED_SEAT_INDEX, "extra_monster", "LR".index(word) if seat == 0 else "RL".index(word))
    owner = 1 - seat if word[0] == "O" else seat
    return Place(owner, "spell_trap" if word[0] == "S" else "monster", int(word[1]) - 1)


@rule("YGO-LNK-10", "YGO-LNK-11", "YGO-LNK-12")
@pytest.mark.parametrize(("seat", "stand", "arrow", "goal"), EVERY)
def test_every_arrow(seat: int, stand: str, arrow: str, goal: str) -> None:
    assert MASTER.points.get((f"{seat}/{place(seat, stand)}", arrow)) == place(seat, goal)


def test_there_are_no_other_arrows() -> None:
    assert len(EVERY) == 112
    assert len(MASTER.points) == sum(goal != "--" for *_, goal in EVERY)


@rule("YGO-LNK-03", "YGO-LNK-04", "YGO-LNK-05")
def test_arrows_in_absolute_places() -> None:
    points = MASTER.points
    assert points["0/-:extra_monster:0", "bottom_left"] == Place(0, "monster", 0)
    assert points["0/-:extra_monster:1", "bottom_right"] == Place(0, "monster", 4)
    assert points["1/-:extra_monster:0", "bottom"] == Place(1, "monster", 3)
    assert points["0/0:monster:2", "right"] == Place(0, "monster", 3)
    assert ("0/0:monster:4", "right") not in points


@rule("YGO-LNK-06", "YGO-LNK-14")
def test_arrows_at_spell_and_trap_zones_link_nothing() -> None:
    assert MASTER.points["0/0:monster:2", "bottom"] == Place(0, "spell_trap", 2)
    assert MASTER.zones_pointed_at(0, Place(0, "monster", 2), ("top", "bottom", "bottom_left")) == ()
    assert MASTER.zones_pointed_at(0, Place(0, "monster", 0), ("bottom", "bottom_left", "bottom_right")) == ()


@rule("YGO-LNK-01")
def test_eight_directions_there_are() -> None:
    assert len(set(ARROWS.values())) == len(ARROWS) == 8
    assert MASTER.zones_pointed_at(0, Place(0, "monster", 2), ("sideways",)) == ()


@rule("YGO-LNK-12")
def test_a_change_of_control_turns_the_arrows() -> None:
    spot = Place(SHARED_SEAT_INDEX, "extra_monster", 0)
    assert MASTER.zones_pointed_at(0, spot, ("bottom",)) == (Place(0, "monster", 1),)
    assert MASTER.zones_pointed_at(1, spot, ("bottom",)) == (Place(1, "monster", 3),)


def test_tables_are_named_as_formats_name_them() -> None:
    assert list(TABLES) == ["master", "master3", "master1", "classic", "genesys", "fab", "companion"]
    assert all(table.name == name for name, table in TABLES.items())
    assert {format_.table for format_ in FORMATS.values()} <= set(TABLES)


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_rows_are_keyed_by_their_names(table: Table) -> None:
    assert all(zone.name == name and zone.title for name, zone in table.zones.items())


@pytest.mark.parametrize("table", YUGIOH, ids=lambda table: table.name)
def test_slots_of_the_field(table: Table) -> None:
    assert [table.zones[name].slots for name in ("monster", "spell_trap", "field")] == [5, 5, 1]
    assert all(
        table.zones[name].slots is None for name in ("graveyard", "deck", "extra_deck", "hand", "banished")
    )


def test_extra_monster_zones_and_pendulum_zones() -> None:
    extra = MASTER.zones["extra_monster"]
    assert (extra.side, extra.slots) == (Side.SHARED, 2)
    assert [name for name, table in TABLES.items() if "extra_monster" in table.zones] == ["master"]
    assert [name for name, table in TABLES.items() if "pendulum" in table.zones] == ["master3"]


@rule("CF-25")
def test_the_field() -> None:
    assert MASTER.zones_tagged("field") == ("monster", "extra_monster", "spell_trap", "field")
    assert TABLES["classic"].zones_tagged("field") == ("monster", "spell_trap", "field")
    assert TABLES["master3"].zones_tagged("spell_trap") == ("spell_trap", "pendulum")


@rule("CF-23")
def test_what_classic_removes_lies_open() -> None:
    removed = TABLES["classic"].zones["banished"]
    assert (removed.title, removed.face_up) == ("Removed from play", Readers.EVERYBODY)


@rule("YGO-COL-01")
@pytest.mark.parametrize("name", ["master3", "master1", "classic", "genesys"])
def test_older_tables_have_the_same_columns_without_the_extra_zones(name: str) -> None:
    shorter = {place: column for place, column in MASTER.columns.items() if "extra" not in place}
    assert TABLES[name].columns == shorter


@rule("YGO-LNK-05")
@pytest.mark.parametrize("name", ["master3", "master1", "genesys"])
def test_older_tables_have_the_same_arrows_without_the_extra_zones(name: str) -> None:
    points = {key: goal for key, goal in MASTER.points.items() if "extra" not in f"{key[0]} {goal}"}
    assert TABLES[name].points == points
    assert TABLES["classic"].points == {}


@rule("FAB-3.0.1", "FAB-3.0.2")
def test_fifteen_types_of_zone() -> None:
    assert len(FAB.zones) == 15
    shared = [name for name, zone in FAB.zones.items() if zone.side is Side.SHARED]
    assert shared == ["permanent", "combat_chain", "stack"]
    assert FAB.zones["weapon"].slots == 2
    assert sum(zone.slots or 1 for _, zone in FAB.piles()) == 29


@rule("FAB-3.0.4a", "FAB-3.0.4b")
def test_public_and_private_zones() -> None:
    assert set(FAB.zones_tagged("private")) == {"arsenal", "deck", "hand"}
    assert set(FAB.zones_tagged("public")) == set(FAB.zones) - {"arsenal", "deck", "hand"}


@rule("FAB-3.0.5", "FAB-3.0.5b")
def test_the_arena() -> None:
    assert set(FAB.zones_tagged("arena")) == {
        "arms",
        "chest",
        "combat_chain",
        "head",
        "hero",
        "legs",
        "permanent",
        "weapon",
    }
    assert set(FAB.zones_tagged("equipment")) == {"arms", "chest", "head", "legs"}


@rule("FAB-3.0.3a")
def test_who_reads_private_objects() -> None:
    owners = {name for name, zone in FAB.zones.items() if zone.face_down is Readers.OWNER}
    assert owners == set(FAB.zones) - {"deck"}
