"""A rate limit of chat at one table: by connection, and by IP address.

A new connection has a full budget, so without the second limit a client that reconnects after every few lines
could flood a table, and return before its host has kicked it.
"""

from __future__ import annotations

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX


class ChatQuota:
    """The quotas of one table, or of one relay."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        share = bounds.chat_share
        self._people = Buckets(share * bounds.chat_rate, share * bounds.chat_burst)
        share = bounds.relays_per_address
        self._relays = Buckets(share * bounds.relay_chat_rate, share * bounds.relay_chat_burst)
        """Of relays without the host's link. Those with it may all come from one network."""

    def take(self, guest: Guest, now: float) -> bool:
        """Take one line of a guest; whether there was one left."""
        bounds = self._bounds
        if guest.chatter is None:
            rate, burst = bounds.chat_rate, bounds.chat_burst
            if guest.is_relay:
                rate, burst = bounds.relay_chat_rate, bounds.relay_chat_burst
            guest.chatter = Bucket(rate, burst, now)
        if not guest.chatter.take(now):
            return False
        if guest.is_relay:
            return guest.by_link or self._relays.take(guest.address, now)
        is_player = guest.viewer != PUBLIC_CLASS_INDEX
        return self._people.take(f"seat {guest.viewer}" if is_player else guest.address, now)
