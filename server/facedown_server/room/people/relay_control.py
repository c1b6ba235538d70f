"""The host's list of a table's relays, and their mutes.

They are sent to the host alone. Relays are numbered in order of arrival.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.relay_quotas import RepeatedNames
from facedown_server.room.people.spectators import Watchers
from facedown_shared.protocol.messages import RelayRow, Relays

REPORT_INTERVAL_S = 1.0


class _ConnectedRelay(NamedTuple):
    number: int
    repeats: RepeatedNames


class RelayControl:
    """The relays that watch one table, with their numbers and mutes."""

    def __init__(self, watchers: Watchers, bounds: Bounds) -> None:
        self._watchers = watchers
        self._max_names = bounds.barred
        self._connected: dict[Guest, _ConnectedRelay] = {}
        self._muted: deque[tuple[bool, str]] = deque(maxlen=bounds.barred)
        """Muted relays: whether they came with the host's link, and their address. A reconnected relay stays
        muted.
        """
        self._last = 0
        """The latest number given to a relay."""
        self.due = math.inf
        """The time of the next report to the host; infinity without news."""
        self._next = -math.inf
        self._host: Guest | None = None
        self._reported: tuple[RelayRow, ...] = ()

    # --- coming and going ---------------------------------------------------------------------------------

    def admit(self, relay: Guest) -> None:
        """Give a new relay its number."""
        self._last += 1
        self._connected[relay] = _ConnectedRelay(self._last, RepeatedNames())

    def forget(self, guest: Guest) -> None:
        """Drop a guest that has left, if it was a relay."""
        self._connected.pop(guest, None)

    def find_relay(self, number: int) -> Guest | None:
        """Return the relay with this number; None if there is none, or none any more."""
        return next((relay for relay, there in self._connected.items() if there.number == number), None)

    def relays_banned_with(self, relay: Guest) -> tuple[Guest, ...]:
        """Return this relay and the others that a ban of it covers."""
        return tuple(
            other
            for other in self._connected
            if other is relay or (other.address == relay.address and other.by_link <= relay.by_link)
        )

    # --- talking and announcing ---------------------------------------------------------------------------

    def mute(self, relay: Guest) -> None:
        """Mute a relay, and all relays of its address that, like this one, came with or without the
        host's link.
        """
        if not self.is_muted(relay):
            self._muted.append((relay.by_link, relay.address))

    def unmute(self, relay: Guest) -> None:
        """Undo `mute`."""
        if self.is_muted(relay):
            self._muted.remove((relay.by_link, relay.address))

    def is_muted(self, relay: Guest) -> bool:
        """Return whether people behind this relay may not chat."""
        return (relay.by_link, relay.address) in self._muted

    def is_repeating(self, relay: Guest, skeletons: Collection[str], now: float) -> bool:
        """Count a relay's announcement of banned names. Return whether it was one too many.

        `skeletons`: the banned names, in the form used for comparison.
        """
        there = self._connected.get(relay)
        return there is not None and there.repeats.count_announcement(skeletons, now, self._max_names)

    # --- reports to the host ------------------------------------------------------------------------------

    def rows(self) -> tuple[RelayRow, ...]:
        """Return the relays as the host sees them, in the order of their numbers."""
        return tuple(
            RelayRow(
                there.number,
                relay.name,
                self._watchers.crowd_size(relay),
                relay.by_link,
                self.is_muted(relay),
            )
            for relay, there in self._connected.items()
        )

    def report(self, host: Guest | None, now: float) -> None:
        """Send the host the list of relays if it has changed and is due. A new host gets it at once."""
        self.due = math.inf
        if host is not self._host:
            self._host, self._reported, self._next = host, (), -math.inf
        if host is None or (rows := self.rows()) == self._reported:
            return
        if now < self._next:
            self.due = self._next
            return
        host.send(Relays(rows))
        self._reported, self._next = rows, now + REPORT_INTERVAL_S

    def request_full_report(self, guest: Guest) -> None:
        """Send the next report in full, if this guest is the host."""
        if guest is self._host:
            self._host = None
