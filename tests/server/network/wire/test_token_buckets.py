"""Buckets of tokens."""

from __future__ import annotations

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
