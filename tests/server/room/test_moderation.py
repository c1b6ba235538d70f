"""The operator's bans and mutes: what they cover, and what a look at them costs."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from facedown_server.room.moderation import Moderation
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.restrictions import Restriction

RESTRICTION_COUNT = 2_000
CHECK_COUNT = 50


def moderation(*targets: str) -> Moderation:
    """Return the bans of these targets, for good."""
    made = Moderation(SeededWorld(clock=lambda: 0.0))
    made.replace(Restriction("ban", target) for target in targets)
    return made


@pytest.mark.parametrize(
    ("target", "address", "is_banned"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("0.0.0.0/0", "2001:db8::/64", False),
        ("2001:db8::/64", "2001:db8::/64", True),
        ("2001:db8::/48", "2001:db8:0:9::/64", True),
        ("2001:db8::5/128", "2001:db8::/64", True),
        ("2001:db8:1::/48", "2001:db8::/64", False),
        ("Eve", "192.0.2.7", False),
        ("192.0.2.7", "", False),
    ],
)
def test_a_ban_covers_an_address_or_its_network(target: str, address: str, is_banned: bool) -> None:
    assert moderation(target).applies("ban", address, "Wren") is is_banned
    assert not moderation(target).applies("mute", address, "Wren")


def test_a_ban_of_a_name_covers_names_that_look_like_it() -> None:
    assert moderation("Eve").applies("ban", "", "\u0415v\u0435")
    assert not moderation("Eve").applies("ban", "", "Wren")


def test_a_ban_ends_by_itself() -> None:
    seconds = [100.0]
    world = SeededWorld(start=datetime.fromtimestamp(0, UTC), clock=lambda: seconds[0])
    made = Moderation(world)
    made.replace([Restriction("ban", "Eve", 150), Restriction("ban", "Mallory", 300)])
    assert made.applies("ban", "", "Eve")
    seconds[0] = 150.0
    assert not made.applies("ban", "", "Eve")
    assert made.banned_names == ("Mallory",)


def test_many_bans_cost_a_message_hardly_more_than_few() -> None:
    """Seen to fail: 15 ms of CPU for every message without a table, at a server with a thousand bans."""

    def cost(count: int) -> float:
        here = moderation(*(f"10.{at // 250}.{at % 250}.0/24" for at in range(count // 2)),
                          *(f"Name {at}" for at in range(count // 2)))  # fmt: skip
        begun = time.process_time()
        for number in range(CHECK_COUNT):
            here.applies("ban", f"192.0.2.{number}", "Wren")
        return time.process_time() - begun

    assert min(cost(RESTRICTION_COUNT) for _ in range(3)) < 5 * max(cost(2) for _ in range(3)) + 0.005
