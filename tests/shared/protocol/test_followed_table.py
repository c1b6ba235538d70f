"""Following a table: patches in order, and one request for the whole View when one is missing."""

from __future__ import annotations

from msgspec.structs import replace

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.followed_table import FollowedTable
from facedown_shared.protocol.messages import GetView, SeatInfo, TableInfo, Update, Whole
from facedown_shared.tables.view import View

VIEWS = [View(0, "master", turn=turn) for turn in range(4)]


def update(version: int, steps: int = 0) -> Update:
    """Return the patch to this version, whose View is of the turn of that number."""
    return Update.between(version, VIEWS[version - 1], VIEWS[version], steps=steps)


def test_patches_are_applied_in_their_order() -> None:
    table = FollowedTable()
    table.replace_view(Whole(1, VIEWS[1]))
    assert table.apply(update(2)) == ()
    assert table.apply(update(3)) == ()
    assert (table.view, table.version, table.request_view()) == (VIEWS[3], 3, ())


def test_a_step_of_the_line_counts_at_the_table() -> None:
    table = FollowedTable()
    table.table = TableInfo("AB12", "master", 1, "duel", (SeatInfo(), SeatInfo()), step=4, steps=6)
    table.replace_view(Whole(1, VIEWS[1]))
    table.apply(update(2, steps=1))
    assert table.table == replace(table.table, step=5, steps=5)


def test_the_whole_view_is_asked_for_once_until_it_has_come() -> None:
    table = FollowedTable()
    table.replace_view(Whole(1, VIEWS[1]))
    assert table.apply(update(3)) is None
    assert [table.request_view(), table.request_view()] == [(GetView(),), ()]
    table.replace_view(Whole(3, VIEWS[3]))
    assert table.apply(update(2)) is None
    assert table.request_view() == (), "that one is known"


def test_a_view_larger_than_any_message_is_not_kept() -> None:
    """Seen to fail: a hostile server let the View of a client grow to gigabytes, update by update."""
    table, version = FollowedTable(), 1
    table.replace_view(Whole(1, VIEWS[1]))
    grown = VIEWS[1]
    while not table.missed:
        assert version < 100
        facts = {version: Facts(code=version, name="A card", text=f"{version}" * 200_000)}
        larger = replace(grown, facts=grown.facts | facts)
        table.apply(Update.between(version + 1, grown, larger))
        grown, version = larger, version + 1
    assert table.request_view() == (GetView(),)
    assert table.view is not None
    assert len(table.view.facts) < 50


def test_an_update_without_a_view_asks_for_it_whatever_its_number() -> None:
    """Seen to fail: a client took half of all numbers for known, and waited for a View."""
    for version in (1, 100):
        table = FollowedTable()
        assert table.apply(replace(update(1), version=version)) is None
        assert table.request_view() == (GetView(),)
