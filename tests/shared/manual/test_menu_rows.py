"""Menus as they are sent: the gestures of the window's menus, grouped, small, and from the View alone."""

from __future__ import annotations

import time

import msgspec
import pytest
from msgspec import to_builtins

from facedown_shared.manual.menu_rows import menu_rows
from facedown_shared.manual.menus import card_menu, pile_menu, table_menu
from facedown_shared.protocol.hand_menu import MAX_COMMON_ROWS, HandMenu
from facedown_shared.tables import View
from facedown_shared.tables.zones import Place
from tests.server.games.manual.flesh_and_blood.table import ATTACK, BLUE, HAMMER, FabTable
from tests.server.games.manual.manual_table import Table

SMALL, LARGE, SPELL, PENDULUM, XYZ = (
    "Celtic Guardian", "Jinzo", "Pot of Greed", "Stargazer Magician", "Number 39: Utopia",
)  # fmt: skip
MAX_MENU_BYTES = 2_000


def make_tables() -> list[Table | FabTable]:
    """Return one table of each game with cards of many kinds."""
    return [Table(hand=[SMALL, LARGE, SPELL, PENDULUM]), FabTable(hand=[BLUE, ATTACK], arena=(HAMMER,))]


@pytest.mark.parametrize("table", make_tables(), ids=lambda table: type(table).__name__)
def test_rows_are_the_entries_of_the_menus_in_their_order(table: Table | FabTable) -> None:
    view = table.view(0)
    for handle in view.cards:
        lines = card_menu(view, handle)
        rows = [row for row in menu_rows(view, handle) if "beneath" not in row.needs]
        assert [(row.title, row.gesture, row.places) for row in rows] == [
            (line.title, to_builtins(line.gesture), line.places) for line in lines
        ]
    for zone in ("deck", "hand"):
        place = Place(0, zone)
        assert [row.gesture for row in menu_rows(view, place=place)] == [
            to_builtins(line.gesture) for line in pile_menu(view, place)
        ]
    assert [row.gesture for row in menu_rows(view)] == [
        to_builtins(line.gesture) for line in table_menu(view)
    ]


@pytest.mark.parametrize("table", make_tables(), ids=lambda table: type(table).__name__)
def test_a_menu_is_small_and_its_common_rows_few(table: Table | FabTable) -> None:
    view = table.view(0)
    for handle in view.cards:
        rows = menu_rows(view, handle)
        assert len([row for row in rows if row.group == "common"]) <= MAX_COMMON_ROWS
        assert len(msgspec.msgpack.encode(HandMenu(handle, rows=rows))) < MAX_MENU_BYTES
        keys = [row.key for row in rows if row.key]
        assert len(keys) == len(set(keys)), "a key picks one row"
    assert len(msgspec.msgpack.encode(HandMenu(rows=menu_rows(view)))) < MAX_MENU_BYTES


def test_what_only_an_effect_may_do_comes_with_its_rule_in_a_group_of_its_own() -> None:
    table = Table(hand=[LARGE])
    rows = menu_rows(table.view(0), table.card(LARGE).handles[0])
    by_effect = [row for row in rows if row.group == "effect"]
    assert all(row.rule and row.gesture["effect"] for row in by_effect)
    assert not any(row.rule for row in rows if row.group != "effect")


def test_a_card_of_the_other_side_has_no_menu_and_an_unknown_handle_neither() -> None:
    view = Table(hand=[SMALL]).view(0)
    theirs = [handle for handle, card in view.cards.items() if card.controller == 1]
    assert not any(menu_rows(view, handle) for handle in theirs)
    assert menu_rows(view, 99_999) == ()


def test_a_card_above_fifty_others_costs_little_more_than_one_alone() -> None:
    """Seen to fail: forty times as much, 80 ms of the server for a request of a few bytes."""
    table = Table()
    xyz = table.put_card(XYZ, "0:monster:2", "attack")
    alone, handle = table.view(0), xyz.handles[0]
    for _ in range(50):
        table.put_beneath(SMALL, xyz)
    laden = table.view(0)

    def work(view: View) -> float:
        """Return the least CPU seconds of ten menus of the Xyz Monster."""
        menu_rows(view, handle)
        times = []
        for _ in range(10):
            begun = time.thread_time()
            menu_rows(view, handle)
            times.append(time.thread_time() - begun)
        return min(times)

    assert len(laden.cards[handle].materials) == 50
    assert work(laden) < 25 * work(alone)


def test_materials_beneath_are_detached_to_the_piles_where_they_go() -> None:
    table = Table()
    xyz = table.put_card(XYZ, "0:monster:2", "attack")
    for name in (SMALL, LARGE):
        table.put_beneath(name, xyz)
    (row,) = (row for row in menu_rows(table.view(0), xyz.handles[0]) if "beneath" in row.needs)
    assert row.gesture["m"] == "move"
    assert (row.least, row.most) == (1, 2)
    assert [place.zone for place in row.places] == ["graveyard", "graveyard"]
