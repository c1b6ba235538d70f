"""Fate: fair throws from one secret, a stream for each purpose, the same for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from server.table.fate import Fate, Still
from tests.rules import rule

SECRET = bytes(range(32))


@rule("GAP-26")
def test_the_same_secret_throws_the_same() -> None:
    one, other = Fate(SECRET), Fate(SECRET)
    assert [one.below(6, "die") for _ in range(50)] == [other.below(6, "die") for _ in range(50)]
    assert one.order(40, "deck:0") == other.order(40, "deck:0")


@rule("GAP-26")
def test_another_secret_throws_otherwise() -> None:
    assert Fate(SECRET).order(40, "deck:0") != Fate(SECRET[::-1]).order(40, "deck:0")


def test_a_stream_does_not_hang_on_the_others() -> None:
    alone, busy = Fate(SECRET), Fate(SECRET)
    for _ in range(7):
        busy.below(2, "coin")
    assert alone.order(40, "deck:1") == busy.order(40, "deck:1")


def test_two_seats_decks_are_shuffled_apart() -> None:
    fate = Fate(SECRET)
    assert fate.order(40, "deck:0") != fate.order(40, "deck:1")


def test_an_order_is_a_permutation() -> None:
    fate = Fate(SECRET)
    for count in (0, 1, 2, 40, 60):
        assert sorted(fate.order(count, "deck:0")) == list(range(count))


@pytest.mark.parametrize("limit", [2, 3, 6])
def test_throws_are_fair(limit: int) -> None:
    fate = Fate(SECRET)
    thrown = Counter(fate.below(limit, "die") for _ in range(6000))
    assert sorted(thrown) == list(range(limit))
    assert all(abs(count - 6000 / limit) < 250 for count in thrown.values())


def test_still_fate_shuffles_nothing() -> None:
    assert list(Still().order(5, "deck:0")) == [0, 1, 2, 3, 4]
    assert Still().below(6, "die") == 0
