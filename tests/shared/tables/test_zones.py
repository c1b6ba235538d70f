"""Places formatted and parsed, and a table's answers about its zones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Side
from tests.rules import rule

MASTER = TABLES["master"]

names = st.text(st.characters(min_codepoint=97, max_codepoint=122, include_characters="_"), min_size=1)


@given(st.builds(Place, st.sampled_from([SHARED_SEAT_INDEX, 0, 1]), names, st.integers(-1, 60)))
def test_a_place_reads_back_from_its_words(place: Place) -> None:
    assert Place.parse(str(place)) == place


@pytest.mark.parametrize(
    ("place", "words", "pile"),
    [
        (Place(0, "monster", 1), "0:monster:1", "0:monster"),
        (Place(SHARED_SEAT_INDEX, "extra_monster", 0), "-:extra_monster:0", "-:extra_monster"),
        (Place(1, "hand"), "1:hand", "1:hand"),
    ],
    ids=str,
)
def test_places_in_words(place: Place, words: str, pile: str) -> None:
    assert (str(place), place.pile) == (words, pile)


@pytest.mark.parametrize("words", ["", "hand", "x:hand", "0:hand:top", "0:hand:1:2"])
def test_other_words_are_no_place(words: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Place.parse(words)


def test_piles_come_seat_0_first_and_shared_ones_once() -> None:
    piles = list(MASTER.piles())
    assert [seat for seat, zone in piles if zone.name == "monster"] == [0, 1]
    assert [seat for seat, zone in piles if zone.side is Side.SHARED] == [SHARED_SEAT_INDEX]


def test_tagged_zones_come_in_table_order() -> None:
    assert MASTER.zones_tagged("monster") == ("monster", "extra_monster")
    assert MASTER.zones_tagged("no such tag") == ()


@rule("YGO-ADJ-01", "YGO-ADJ-02")
@pytest.mark.parametrize("seat", [0, 1])
def test_neighbours_of_main_monster_zones(seat: int) -> None:
    neighbours = [
        [place.slot for place in MASTER.adjacent(Place(seat, "monster", slot))] for slot in range(5)
    ]
    assert neighbours == [[1], [0, 2], [1, 3], [2, 4], [3]]
    assert {place.seat for place in MASTER.adjacent(Place(seat, "monster", 2))} == {seat}


@rule("YGO-ADJ-03", "YGO-EMZ-16")
def test_what_is_not_adjacent() -> None:
    assert MASTER.adjacent(Place(0, "monster", 1)) == (Place(0, "monster", 0), Place(0, "monster", 2))
    assert MASTER.adjacent(Place(SHARED_SEAT_INDEX, "extra_monster", 0)) == ()
    assert MASTER.adjacent(Place(0, "field", 0)) == ()
    assert MASTER.adjacent(Place(0, "hand", 0)) == ()


@rule("GAP-37")
def test_neighbours_of_spell_and_trap_zones() -> None:
    zone = [Place(1, "spell_trap", slot) for slot in range(5)]
    found = [set(MASTER.adjacent(place)) for place in zone]
    assert found == [{zone[1]}, {zone[0], zone[2]}, {zone[1], zone[3]}, {zone[2], zone[4]}, {zone[3]}]


@rule("YGO-COL-01")
def test_a_column_of_four() -> None:
    assert {str(place) for place in MASTER.column(Place(0, "monster", 0))} == {
        "0:monster:0",
        "0:spell_trap:0",
        "1:monster:4",
        "1:spell_trap:4",
    }


@rule("YGO-COL-02", "YGO-COL-03", "YGO-COL-06")
@pytest.mark.parametrize(("extra", "own", "other"), [(0, 1, 3), (1, 3, 1)])
def test_a_column_with_an_extra_monster_zone(extra: int, own: int, other: int) -> None:
    assert {str(place) for place in MASTER.column(Place(SHARED_SEAT_INDEX, "extra_monster", extra))} == {
        f"-:extra_monster:{extra}",
        f"0:monster:{own}",
        f"0:spell_trap:{own}",
        f"1:monster:{other}",
        f"1:spell_trap:{other}",
    }


@rule("YGO-COL-01")
@pytest.mark.parametrize("zone", ["field", "graveyard", "deck", "extra_deck", "hand", "banished"])
def test_what_lies_in_no_column(zone: str) -> None:
    assert MASTER.column(Place(0, zone, 0)) == ()
