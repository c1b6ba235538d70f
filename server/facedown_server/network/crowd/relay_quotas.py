"""How many relays may watch one table, with the host's link for relays and without, at a server or a relay.

Relays with the link are counted by themselves: those of strangers cannot take their places. Without it a few
may come from one address, each with a small crowd.
"""

from __future__ import annotations

from collections.abc import Collection

from facedown_server.network.crowd.bans import BarredAddresses
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words

REPEAT_GRACE_S = 5.0
"""Seconds in which a relay may still announce a newly banned name."""

MAX_REPEATS = 3
"""Announcements of banned names after that time that ban a relay."""


def check_relay(
    guest: Guest, relays: Collection[Guest], barred: BarredAddresses, bounds: Bounds, by_link: bool
) -> None:
    """Raise Illegal unless one more relay may watch beside these. `by_link`: it has brought the host's
    link."""
    if barred.bans_relay(guest, by_link=by_link):
        raise Illegal(words("sent_away_by_host"), Code.NOT_ALLOWED)
    alike = [relay for relay in relays if relay.by_link == by_link]
    most = bounds.relays if by_link else (bounds.relays + 1) // 2
    same_address = 0 if by_link else sum(relay.address == guest.address for relay in alike)
    if len(alike) >= most or same_address >= bounds.relays_per_address:
        raise Illegal(words("no_room_for_relays"), Code.TABLE_FULL)


class RepeatedNames:
    """Banned names that one relay has announced: an honest one learns that they are banned."""

    def __init__(self) -> None:
        self._first: dict[str, float] = {}
        """When each name was refused first, by what it looks like."""
        self._repeats = 0

    def announced(self, looks: Collection[str], now: float, most: int) -> bool:
        """Count an announcement with refused names that look like these; return whether the relay repeats
        them too often.

        `most`: how many names are remembered.
        """
        if any(now > self._first.get(look, now) + REPEAT_GRACE_S for look in looks):
            self._repeats += 1
        for look in looks:
            if len(self._first) < most:
                self._first.setdefault(look, now)
        return self._repeats >= MAX_REPEATS
