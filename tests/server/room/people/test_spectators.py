"""Spectators of a table, here and behind relays: unique names, sent seldom, in bounded time."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import skeleton
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.broadcast.audience import Audience
from facedown_server.room.people.spectators import MAX_NAMED_SPECTATORS, ROSTER_INTERVAL_S, Watchers
from facedown_shared.protocol.messages import Crowd
from facedown_shared.protocol.table_settings import roster_after
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.words import words


@dataclass
class UnreadConnection:
    """A connection that is never read."""

    peer: str = "192.0.2.1"
    accepted: float = 0.0
    on_recover: Any = None
    frames: list[bytes] = field(default_factory=list)

    def push(self, frame: bytes) -> bool:
        self.frames.append(frame)
        return True

    def close(self, code: int = 1000, reason: str = "") -> None:
        raise AssertionError("nobody is sent away")


def relay_watchers(most: int = 10_000) -> tuple[Watchers, Guest]:
    """Return the spectators of a table with one relay."""
    audience = Audience()
    watchers, relay = Watchers(audience, Bounds(crowd=most)), Guest(cast(Any, UnreadConnection()), "relay")
    relay.is_relay, relay.by_link, relay.shown = True, True, ""
    audience.admit(relay, PUBLIC_CLASS_INDEX)
    return watchers, relay


def crowd(*names: str, first: int = 1) -> Crowd:
    return Crowd(tuple(enumerate(names, first)))


def test_a_relay_counts_as_nobody() -> None:
    watchers, relay = relay_watchers()
    assert (watchers.count, watchers.local_guests, watchers.relays) == (0, [], [relay])
    assert watchers.take_roster_changes(0.0) == ((), ())


def test_a_thousand_of_one_name_are_told_apart() -> None:
    watchers, relay = relay_watchers()
    for first in range(1, 1_001, 200):
        assert not [*watchers.update_people(relay, crowd(*["Guest"] * 200, first=first), ["Guest"], ())]
    shown = [watchers.public_name(relay, number) for number in range(1, 1_001)]
    assert len({skeleton(name) for name in (*shown, "Guest")}) == 1_001
    assert watchers.distinct("Guest", ["Guest"]) not in shown


def test_a_number_given_back_is_given_again_and_nothing_is_kept_of_who_has_gone() -> None:
    watchers, relay = relay_watchers()
    assert not [*watchers.update_people(relay, crowd(*["Guest"] * 50), (), ())]
    assert watchers.public_name(relay, 30) == "Guest (30)"
    assert not [*watchers.update_people(relay, Crowd(((99, "Guest"),), (30, 10)), (), ())]
    assert watchers.public_name(relay, 99) == "Guest (10)"
    for number in range(1_000, 2_000):
        news = Crowd(((number, f"A {number}"), (number + 5_000, f"A {number}")))
        assert not [*watchers.update_people(relay, news, (), ())]
        watchers.remove_person(relay, number)
        watchers.remove_person(relay, number + 5_000)
    assert len(watchers._numbers) == 1


def test_names_that_look_like_numbered_ones_cost_one_try_each() -> None:
    """Three thousand are called Guest (21) and so on: of a hundred called Guest only the first tries them."""
    watchers, relay = relay_watchers()
    said = ["Guest", *(f"Guest ({number})" for number in range(2, 3_000))]
    for first in range(0, len(said), 200):
        assert not [
            *watchers.update_people(relay, crowd(*said[first : first + 200], first=first + 1), (), ())
        ]
    before = skeleton.cache_info()
    for _try in range(100):
        assert not [*watchers.update_people(relay, crowd("Guest", first=10_000), (), ())]
        watchers.remove_person(relay, 10_000)
    after = skeleton.cache_info()
    assert after.hits + after.misses - before.hits - before.misses < 2 * 3_000 + 100 * 60


def test_who_was_sent_away_and_who_is_one_too_many_is_told_so() -> None:
    watchers, relay = relay_watchers(most=2)
    told = [*watchers.update_people(relay, crowd("Eve", "!?", "Ann", "Bob", "Cid"), (), ["eve"])]
    assert [(each.numbers, each.reason) for each in told] == [
        ((1,), words("sent_away_by_host")), ((2,), words("name_needs_letter")),
        ((5,), words("no_room_for_spectators")),
    ]  # fmt: skip
    assert watchers.count == 2


def test_a_relay_that_goes_takes_its_crowd_along() -> None:
    watchers, relay = relay_watchers()
    assert not [*watchers.update_people(relay, crowd("Ann", "Bob"), (), ())]
    assert watchers.find_person("Ann") == (relay, 1, "Ann", "ann")
    watchers.forget(relay)
    assert watchers.count == 0
    assert watchers.public_name(relay, 1) == ""
    assert watchers.distinct("Ann", ()) == "Ann"


def test_of_many_some_are_named_and_all_are_counted() -> None:
    watchers, relay = relay_watchers()
    assert not [
        *watchers.update_people(
            relay, crowd(*(f"Ann {number}" for number in range(MAX_NAMED_SPECTATORS + 50))), (), ()
        )
    ]
    watchers.take_roster_changes(0.0)
    assert (len(watchers.told), watchers.counted) == (MAX_NAMED_SPECTATORS, MAX_NAMED_SPECTATORS + 50)


Step = tuple[list[str], list[int], float]


@given(
    st.lists(
        st.tuples(
            st.lists(st.text("ABCDEabcde ", min_size=1, max_size=3), max_size=8),
            st.lists(st.integers(1, 60), max_size=8),
            st.floats(0.01, 2.0),
        ),
        max_size=12,
    )
)
def test_what_is_told_adds_up_and_comes_seldom(steps: list[Step]) -> None:
    watchers, relay = relay_watchers()
    known: tuple[str, ...] = ()
    now, number, told_at = 0.0, 1, []
    for names, gone, passed in steps:
        now += passed
        for _dismissed in watchers.update_people(
            relay, Crowd(tuple(enumerate(names, number)), tuple(gone)), (), ()
        ):
            pass
        number += len(names)
        come, left = watchers.take_roster_changes(now)
        if come or left:
            told_at.append((now, watchers.count))
            known = roster_after(known, come, left)
        assert known == watchers.told
    later = max(now, watchers.due if watchers.due < 1e9 else now)
    come, left = watchers.take_roster_changes(later)
    known = roster_after(known, come, left)
    assert len(known) == watchers.count
    assert {watchers.find_person(name) is not None for name in known} <= {True}
    times = [time for time, count in told_at if count]
    assert all(second - first >= ROSTER_INTERVAL_S - 1e-9 for first, second in pairwise(times))
