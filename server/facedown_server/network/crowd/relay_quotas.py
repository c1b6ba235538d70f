"""Limits on the relays that watch one table at a server or a relay, with and without the host's link for
relays.

Relays with the link are counted separately, so that relays of strangers cannot take their places. Without
the link a few may connect from one address, each with a small crowd.
"""

from __future__ import annotations

from collections.abc import Collection

from facedown_server.network.crowd.bans import BarredAddresses
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.text import Code, Illegal, words

REPEAT_GRACE_S = 5.0
"""Seconds in which a relay may still announce a newly banned name."""

MAX_REPEATS = 3
"""Announcements of banned names after that time that ban a relay."""


def check_relay(
    guest: Guest, relays: Collection[Guest], barred: BarredAddresses, bounds: Bounds, by_link: bool
) -> None:
    """Raise Illegal unless one more relay may watch beside `relays`.

    `by_link`: the new relay has the host's link.
    """
    if barred.is_relay_banned(guest, by_link=by_link):
        raise Illegal(words("sent_away_by_host"), Code.NOT_ALLOWED)
    alike = [relay for relay in relays if relay.by_link == by_link]
    most = bounds.relays if by_link else (bounds.relays + 1) // 2
    same_address = 0 if by_link else sum(relay.address == guest.address for relay in alike)
    if len(alike) >= most or same_address >= bounds.relays_per_address:
        raise Illegal(words("no_room_for_relays"), Code.TABLE_FULL)


class RepeatedNames:
    """Counter of banned names that one relay has announced. An honest relay learns that they are banned and
    stops.
    """

    def __init__(self) -> None:
        self._first: dict[str, float] = {}
        """Skeleton of a name -> the time of its first refusal."""
        self._repeats = 0

    def count_announcement(self, skeletons: Collection[str], now: float, max_repeats: int) -> bool:
        """Count an announcement of refused names with these skeletons; return whether the relay repeats them
        too often.

        `max_repeats`: the number of names that are remembered.
        """
        if any(now > self._first.get(look, now) + REPEAT_GRACE_S for look in skeletons):
            self._repeats += 1
        for look in skeletons:
            if len(self._first) < max_repeats:
                self._first.setdefault(look, now)
        return self._repeats >= MAX_REPEATS
