"""A relay reports its spectators' names no faster than its upstream accepts them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.relay.spectators import People
from facedown_server.runtime.world import SeededWorld
from facedown_shared.protocol.messages import Chat, Crowd, Dismissed, ToServer
from facedown_shared.text.errors import Illegal
from facedown_shared.text.words import words
from tests.server.room.people.test_spectators import UnreadConnection

BOUNDS = Bounds()
CROWD_COUNT = 3_000


def upstream_guest() -> Guest:
    """Return the relay as its upstream server knows it."""
    guest = Guest(cast(Any, UnreadConnection()), "relay")
    guest.is_relay = True
    return guest


async def test_thousands_who_come_at_once_are_all_told_of_within_the_rate(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    world, relay, told = SeededWorld(clock=trio.current_time), upstream_guest(), dict[int, str]()

    def send(message: ToServer) -> None:
        assert isinstance(message, Crowd)
        relay.check_crowd(message, BOUNDS, world.now())
        told.update(message.come)

    people = People(BOUNDS, world, send)
    watching = Guest(cast(Any, UnreadConnection()), "Ann")
    for number in range(CROWD_COUNT):
        people.add_person(watching, f"Ann {number}", number + 1)
    nursery.start_soon(people.run, lambda: True)
    await trio.sleep(2 * CROWD_COUNT / BOUNDS.crowd_rate)
    assert len(told) == CROWD_COUNT


async def test_people_who_come_and_go_all_the_time_are_not_counted_after_they_have_left(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    """Seen to fail: arrivals were reported first, so that four relays of one stranger, with fifty names a
    second each, filled the table with 10,000 people who had left.
    """
    world, counted = SeededWorld(clock=trio.current_time), dict[int, str]()

    def send(message: ToServer) -> None:
        assert isinstance(message, Crowd)
        counted.update(message.come)
        for number in message.gone:
            del counted[number]

    people = People(BOUNDS, world, send)
    nursery.start_soon(people.run, lambda: True)
    lower = [upstream_guest() for _ in range(4)]
    for second in range(120):
        for relay in lower:
            first = 50 * second
            gone = tuple(range(first - 50, first)) if second else ()
            people.crowd(relay, Crowd(tuple((first + one, f"P{one}") for one in range(50)), gone))
        if second == 60:
            people.add_person(Guest(cast(Any, UnreadConnection()), "Ann"), "Ann")
        await trio.sleep(1)
        assert len(counted) <= 2_000
    assert "Ann" in counted.values()


async def test_lower_relays_leave_half_of_the_chat_to_a_relays_own_spectators(
    autojump_clock: MockClock,
) -> None:
    sent: list[ToServer] = []
    people = People(BOUNDS, SeededWorld(clock=trio.current_time), sent.append)
    stranger, ann = upstream_guest(), Guest(cast(Any, UnreadConnection()), "Ann")
    people.crowd(stranger, Crowd(tuple((one, f"P{one}") for one in range(50))))
    people.add_person(ann, "Ann")
    refused = 0
    for line in range(100):
        with suppress(Illegal):
            people.send_chat(stranger, Chat(f"line {line}", line % 50))
        if line % 20 == 0:
            try:
                people.send_chat(ann, Chat("hello"))
            except Illegal:
                refused += 1
        await trio.sleep(0.1)
    assert refused == 0


async def test_who_speaks_at_once_is_told_of_before_their_word(autojump_clock: MockClock) -> None:
    sent: list[ToServer] = []
    people = People(BOUNDS, SeededWorld(clock=trio.current_time), sent.append)
    speaker = Guest(cast(Any, UnreadConnection()), "Ann")
    people.add_person(Guest(cast(Any, UnreadConnection()), "Bob"), "Bob")
    people.add_person(speaker, "Ann")
    people.send_chat(speaker, Chat("hello"))
    assert sent == [Crowd(((2, "Ann"),)), Chat("hello", 2)]
    people.report_changes()
    assert sent[2:] == [Crowd(((1, "Bob"),))]


async def test_more_names_than_the_rate_are_refused(autojump_clock: MockClock) -> None:
    relay, taken = upstream_guest(), 0
    for second in range(20):
        for _ in range(10):
            try:
                relay.check_crowd(Crowd(tuple((1, "A") for _ in range(200))), BOUNDS, float(second))
                taken += 200
            except Illegal:
                pass
    assert taken <= BOUNDS.crowd_burst + 20 * BOUNDS.crowd_rate


async def test_who_was_not_announced_yet_when_their_name_was_banned_never_is() -> None:
    """Seen to fail: a long queue of names was announced for seconds after the ban, and the relay was banned
    for it.
    """
    sent: list[ToServer] = []
    people = People(BOUNDS, SeededWorld(clock=lambda: 0.0), sent.append)
    below = upstream_guest()
    people.crowd(below, Crowd(((1, "Eve"), (2, "EVE"), (3, "Ann"))))
    gone = list(people.handle_dismissed(Dismissed(barred=("eve",))))
    assert gone == [(below, Dismissed((1, 2), words("sent_away_by_host")))]
    people.report_changes()
    assert sent == [Crowd(((3, "Ann"),))]
