"""Tokens: sent once, stored as digests, void when their successor is first used."""

from __future__ import annotations

from facedown_server.room.people.seats import digest, is_equal_secret, new_token, redeem
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.store import SeatKeys


def test_a_token_names_its_table_and_cannot_be_guessed() -> None:
    world = SeededWorld(clock=lambda: 0.0)
    one, other = new_token(world, "ABC-234"), new_token(world, "ABC-234")
    assert one != other
    assert one.startswith("ABC-234.")
    assert len(one) > 30


def test_a_token_opens_until_its_successor_was_used() -> None:
    first, second, third = b"first", b"second", b"third"
    keys = SeatKeys(fresh=digest(first.decode()))
    used = redeem(keys, "first")
    assert used is not None
    keys = SeatKeys(used.used, digest("second"))
    assert redeem(keys, "first") is not None
    used = redeem(keys, "second")
    assert used is not None
    keys = SeatKeys(used.used, digest("third"))
    assert redeem(keys, "first") is None
    assert {first, second, third}.isdisjoint({keys.used, keys.fresh})


def test_no_token_opens_a_seat_without_keys() -> None:
    assert redeem(SeatKeys(), "anything") is None
    assert redeem(SeatKeys(), "") is None


def test_secrets_are_compared_whole() -> None:
    assert is_equal_secret("abc", "abc")
    assert not is_equal_secret("abc", "abcd")
