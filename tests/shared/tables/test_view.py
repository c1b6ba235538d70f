"""Queries on a View, and that the order of its rows discloses nothing."""

from __future__ import annotations

import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol import codec
from facedown_shared.protocol.messages import Update, Whole
from facedown_shared.tables.view import EMPTY, Pile, View, VisibleCard
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place

VIEW = View(
    PUBLIC_CLASS_INDEX,
    "master",
    tallies={"1:life": 8000, "0:life": 7000},
    piles={"1:hand": Pile(4), "0:monster": Pile(1, (0, 0, 7, 0, 0)), "-:extra_monster": Pile(1, (9, 0))},
    cards={9: VisibleCard(), 7: VisibleCard(code=5, face_up=True)},
    facts={6: Facts(code=6, name="Six"), 5: Facts(code=5, name="Five")},
)


def reorder_view() -> View:
    """Return the same View made in another order."""
    tables = ("tallies", "piles", "cards", "facts")
    rows = {name: dict(reversed(getattr(VIEW, name).items())) for name in tables}
    return msgspec.structs.replace(VIEW, **rows)


def test_a_view_knows_its_piles() -> None:
    assert VIEW.pile(1, "hand").count == 4
    assert VIEW.pile(SHARED_SEAT_INDEX, "extra_monster").handles == (9, 0)
    assert VIEW.pile(0, "no such zone") == EMPTY


def test_a_view_knows_a_card_only_where_it_may_be_read() -> None:
    assert VIEW.known_facts(7) == Facts(code=5, name="Five")
    assert VIEW.known_facts(9) is None
    assert VIEW.known_facts(1) is None


def test_a_view_knows_where_a_handle_lies() -> None:
    assert VIEW.place_of(7) == Place(0, "monster", 2)
    assert VIEW.place_of(9) == Place(SHARED_SEAT_INDEX, "extra_monster", 0)
    assert VIEW.place_of(1) is None


def test_a_view_in_order_is_the_same_view() -> None:
    ordered = VIEW.in_order()
    assert ordered == VIEW
    assert list(ordered.cards) == [7, 9]
    assert list(ordered.piles) == ["-:extra_monster", "0:monster", "1:hand"]


def test_the_order_of_rows_never_reaches_the_wire() -> None:
    empty = View(PUBLIC_CLASS_INDEX, "master")
    assert reorder_view() == VIEW
    assert list(VIEW.cards) != list(reorder_view().cards)
    assert codec.encode(Whole(1, VIEW)) == codec.encode(Whole(1, reorder_view()))
    for before, after in ((empty, VIEW), (VIEW, empty)):
        other = (empty, reorder_view()) if before is empty else (reorder_view(), empty)
        assert codec.encode(Update.between(1, before, after)) == codec.encode(Update.between(1, *other))
