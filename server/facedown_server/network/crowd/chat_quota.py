"""Rate limits for chat at one table: by connection, and by IP address.

A new connection has a full budget. The limit by address stops a client that reconnects after every few lines
to flood a table before its host has kicked it.
"""

from __future__ import annotations

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_shared.tables import PUBLIC_CLASS_INDEX


class ChatQuota:
    """Chat quotas of one table, or of one relay."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        share = bounds.chat_share
        self._people = Buckets(share * bounds.chat_rate, share * bounds.chat_burst)
        share = bounds.relays_per_address
        self._relays = Buckets(share * bounds.relay_chat_rate, share * bounds.relay_chat_burst)
        """Quotas by address of relays without the host's link. Relays with the link have none, since all of
        them may share a network.
        """

    def take(self, guest: Guest, now: float) -> bool:
        """Take one line from a guest's quota; return False if none is left."""
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
