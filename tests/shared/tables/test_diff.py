"""The law of patches, for every two Views of one viewer; a corrupted patch breaks the law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol import codec
from facedown_shared.protocol.messages import Update
from facedown_shared.tables.diff import (
    UNCHANGED_FLAGS,
    CardEdit,
    Patch,
    RareChanges,
    apply,
    diff,
    zone_numbers,
)
from facedown_shared.tables.view import LingeringEffect, Pile, PromptNotice, View, VisibleCard, VisibleLink
from tests.shared.making import strategy_for

HANDLES = st.integers(0, 9)
PILES = st.sampled_from(["0:hand", "1:hand", "0:monster", "-:extra_monster"])
TALLIES = st.sampled_from(["0:life", "1:life", "0:normal_summons"])


def sparse_rows(keys: st.SearchStrategy[Any], kind: Any) -> st.SearchStrategy[dict[Any, Any]]:
    """Return rows with few keys, so that two Views share some."""
    return st.dictionaries(keys, strategy_for(kind), max_size=4)


VIEWS = st.builds(
    View,
    viewer=st.just(0),
    table=st.just("master"),
    turn=st.integers(0, 2),
    turn_player=st.integers(-1, 1),
    phase=st.sampled_from(["", "draw", "main1"]),
    tallies=st.dictionaries(TALLIES, st.integers(0, 3), max_size=3),
    piles=sparse_rows(PILES, Pile),
    cards=sparse_rows(HANDLES, VisibleCard),
    chain=st.lists(strategy_for(VisibleLink), max_size=2).map(tuple),
    attack=st.none() | st.tuples(HANDLES, HANDLES),
    waiting=st.lists(strategy_for(PromptNotice), max_size=2).map(tuple),
    facts=sparse_rows(HANDLES, Facts),
    result=st.sampled_from(["", "0 life"]),
    lasting=st.lists(strategy_for(LingeringEffect), max_size=2).map(tuple),
)


@st.composite
def successors(draw: st.DrawFn) -> tuple[View, View]:
    """Draw two Views of one viewer, of which the later has much of the earlier."""
    old, other = draw(VIEWS), draw(VIEWS)
    names = draw(st.sets(st.sampled_from(View.__struct_fields__)))
    new = msgspec.structs.replace(old, **{name: getattr(other, name) for name in names})
    kept = draw(st.sets(HANDLES))
    cards = {**new.cards, **{handle: seen for handle, seen in old.cards.items() if handle in kept}}
    return old, msgspec.structs.replace(new, cards=cards)


def is_reproduced(old: View, new: View, make: Callable[[View, View], Patch] = diff) -> bool:
    """Return whether the law holds: a patch made of two Views leads from the one to the other."""
    return apply(old, make(old, new)) == new


@given(VIEWS, VIEWS)
def test_a_patch_leads_from_any_view_to_any_other(old: View, new: View) -> None:
    assert is_reproduced(old, new)


@given(successors())
def test_a_patch_leads_from_a_view_to_its_successor(pair: tuple[View, View]) -> None:
    assert is_reproduced(*pair)


@given(successors())
def test_a_patch_does_so_after_a_journey(pair: tuple[View, View]) -> None:
    old, new = pair
    arrived = codec.decode_from_server(codec.encode(Update(1, diff(old, new))))
    assert isinstance(arrived, Update)
    assert apply(old, arrived.patch) == new


@given(VIEWS)
def test_nothing_changed_is_an_empty_patch(view: View) -> None:
    assert diff(view, view) == Patch()
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View)
    assert diff(view, again) == Patch(), "rows that are equal are as good as the same"


@given(successors())
def test_a_patch_goes_by_what_views_hold_and_not_by_which_objects_they_share(pair: tuple[View, View]) -> None:
    old, new = pair
    apart = msgspec.msgpack.decode(msgspec.msgpack.encode(new), type=View)
    assert msgspec.msgpack.encode(diff(old, new)) == msgspec.msgpack.encode(diff(old, apart))


@given(successors())
def test_the_old_view_stays_as_it_was(pair: tuple[View, View]) -> None:
    old, new = pair
    before = msgspec.msgpack.encode(old)
    apply(old, diff(old, new))
    assert msgspec.msgpack.encode(old) == before


def can_be(view: View) -> bool:
    """Return whether each handle occurs once, and a pile without slots has no empty ones (0)."""
    lying = [handle for pile in view.piles.values() for handle in pile.handles if handle]
    return len(lying) == len(set(lying)) and not any(
        0 in pile.handles for key, pile in view.piles.items() if key.endswith("hand")
    )


@given(successors())
def test_a_patch_holds_no_row_that_did_not_change(pair: tuple[View, View]) -> None:
    old, new = pair
    assume(can_be(old) and can_be(new))
    patch = diff(old, new)
    for edit in patch.cards:
        if edit.flags != UNCHANGED_FLAGS:
            assert old.cards.get(edit.handle) != new.cards[edit.handle]
        else:
            assert edit.place, "of a card whose row is as it was, its place is another"
    assert set(patch.gone) == old.cards.keys() - new.cards.keys()
    rare = patch.rare or RareChanges()
    for name in ("tallies", "piles", "facts"):
        rows, before = getattr(rare, name), getattr(old, name)
        assert all(before.get(key) != row for key, row in rows.items())


EMPTY = View(
    0, "master", tallies={"0:life": 7000}, piles={"0:deck": Pile(40, ()), "0:hand": Pile(0, ())}
)  # fmt: skip
FULL = View(
    0,
    "master",
    turn=1,
    turn_player=0,
    phase="main1",
    tallies={"0:life": 8000},
    piles={"0:deck": Pile(39, ()), "0:hand": Pile(1, (4,))},
    cards={4: VisibleCard(code=1)},
    chain=(VisibleLink(0, 4, 1),),
    attack=(4, 0),
    waiting=(PromptNotice(0, "turn"),),
    facts={1: Facts(code=1, name="One")},
    result="0 life",
    lasting=(LingeringEffect("no_attack", 1, 1, cards=(4,), turn=2),),
)


@pytest.mark.parametrize("name", Patch.__struct_fields__)
def test_a_patch_that_forgets_a_field_breaks_the_law(name: str) -> None:
    default = getattr(Patch(), name)

    def make_incomplete_patch(old: View, new: View) -> Patch:
        return msgspec.structs.replace(diff(old, new), **{name: default})

    assert is_reproduced(EMPTY, FULL)
    assert is_reproduced(FULL, EMPTY)
    assert not (
        is_reproduced(EMPTY, FULL, make_incomplete_patch)
        and is_reproduced(FULL, EMPTY, make_incomplete_patch)
    )


def test_every_field_of_a_view_is_in_the_law() -> None:
    assert all(
        getattr(EMPTY, name) != getattr(FULL, name)
        for name in View.__struct_fields__
        if name not in ("viewer", "table")
    )


@pytest.mark.parametrize("other", [View(1, "master"), View(0, "classic")], ids=["viewer", "table"])
def test_views_of_different_eyes_have_no_patch(other: View) -> None:
    with pytest.raises(ValueError, match="two Views of one viewer"):
        diff(View(0, "master"), other)


def _number(key: str) -> int:
    return next(zone.number for zone in zone_numbers("master") if zone.key == key)


@pytest.mark.parametrize(
    "patch",
    [
        Patch(cards=(CardEdit(7, 1 + _number("0:monster") + 32 * 10**12),)),
        Patch(counts={_number("0:hand"): 10**12}),
        Patch(counts={_number("0:hand"): -1}),
    ],
    ids=["a slot far away", "a pile of a million millions", "less than nothing"],
)
def test_a_patch_that_would_fill_memory_is_no_patch(patch: Patch) -> None:
    with pytest.raises(ValueError, match="no zone"):
        apply(View(0, "master"), patch)
