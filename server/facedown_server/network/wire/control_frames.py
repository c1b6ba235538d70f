"""Rate limit of control frames and message fragments, by IP address over all of its connections.

Messages have prices (`server/facedown_server/network/crowd/prices.py`), but a ping, a pong or a fragment
costs work before there is a message to price. All connections of an address share one bucket, so neither many
connections nor new ones raise the limit.

Each connection also earns a few frames of its own. So a client that sends a ping every few seconds is
answered, whatever others at the same address send.
"""

from __future__ import annotations

from facedown_server.network.wire.token_buckets import Bucket, Buckets

RESERVE_RATE_HZ = 0.25
"""Frames a second that each connection earns for itself."""

MAX_RESERVE_COUNT = 2
"""Frames that a connection can save up."""


class ControlFrameQuota:
    """The frame quota of one connection."""

    __slots__ = ("_address", "_buckets", "_reserve")

    def __init__(self, buckets: Buckets, address: str, now: float) -> None:
        """Create the quota of one connection. `buckets`: those of all addresses. `address`: the connection's
        key.
        """
        self._buckets = buckets
        self._address = address
        self._reserve = Bucket(RESERVE_RATE_HZ, MAX_RESERVE_COUNT, now)
        self._reserve.lower(now, 0.0)

    def take(self, now: float) -> bool:
        """Take one frame; return False if none is left."""
        return self._reserve.take(now) or self._buckets.take(self._address, now)
