"""RandomStreams: fair throws from one secret, a stream for each purpose, the same for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown_server.table.random_streams import FixedStreams, RandomStreams
from tests.rules import rule

SECRET = bytes(range(32))


@rule("GAP-26")
def test_the_same_secret_throws_the_same() -> None:
    one, other = RandomStreams(SECRET), RandomStreams(SECRET)
    assert [one.draw_below(6, "die") for _ in range(50)] == [other.draw_below(6, "die") for _ in range(50)]
    assert one.order(40, "deck:0") == other.order(40, "deck:0")


@rule("GAP-26")
def test_another_secret_throws_otherwise() -> None:
    assert RandomStreams(SECRET).order(40, "deck:0") != RandomStreams(SECRET[::-1]).order(40, "deck:0")


def test_a_stream_does_not_hang_on_the_others() -> None:
    alone, busy = RandomStreams(SECRET), RandomStreams(SECRET)
    for _ in range(7):
        busy.draw_below(2, "coin")
    assert alone.order(40, "deck:1") == busy.order(40, "deck:1")


def test_two_seats_decks_are_shuffled_apart() -> None:
    streams = RandomStreams(SECRET)
    assert streams.order(40, "deck:0") != streams.order(40, "deck:1")


def test_an_order_is_a_permutation() -> None:
    streams = RandomStreams(SECRET)
    for count in (0, 1, 2, 40, 60):
        assert sorted(streams.order(count, "deck:0")) == list(range(count))


@pytest.mark.parametrize("limit", [2, 3, 6])
def test_throws_are_fair(limit: int) -> None:
    streams = RandomStreams(SECRET)
    thrown = Counter(streams.draw_below(limit, "die") for _ in range(6000))
    assert sorted(thrown) == list(range(limit))
    assert all(abs(count - 6000 / limit) < 250 for count in thrown.values())


def test_still_fate_shuffles_nothing() -> None:
    assert list(FixedStreams().order(5, "deck:0")) == [0, 1, 2, 3, 4]
    assert FixedStreams().draw_below(6, "die") == 0
