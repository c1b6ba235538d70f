"""Token buckets."""

from __future__ import annotations

import pytest

from facedown_server.network.wire.token_buckets import Bucket, Buckets


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.4) is False
    assert bucket.take(0.5) is True
    assert bucket.is_full(10.0)


def test_every_key_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(rate=1.0, burst=1.0)
    assert buckets.take("a", 0.0)
    assert buckets.is_empty("a", 0.0)
    assert not buckets.is_empty("b", 0.0)
    assert not buckets.take("a", 0.5)
    assert buckets.take("b", 0.5)


def test_full_buckets_are_forgotten_when_there_are_many() -> None:
    buckets = Buckets(rate=1.0, burst=1.0, most=2)
    buckets.take("a", 0.0)
    buckets.take("b", 9.5)
    buckets.take("c", 10.0)
    assert buckets.is_empty("b", 10.0)
    assert not buckets.is_empty("a", 10.0)


def test_many_addresses_that_have_taken_something_are_not_looked_through_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beyond the maximum of stored buckets, each new address made a server go through all of them."""
    looked = 0
    is_full = Bucket.is_full

    def count_take(bucket: Bucket, now: float) -> bool:
        nonlocal looked
        looked += 1
        return is_full(bucket, now)

    monkeypatch.setattr(Bucket, "is_full", count_take)
    buckets = Buckets(0.001, 10, most=100)
    for number in range(2_000):
        assert buckets.take(f"198.51.{number // 250}.{number % 250}", 0.0)
    assert looked <= 4_000
