"""A rate limit of control frames, and of message fragments, by IP address over all of its connections.

Messages have prices (`server/facedown_server/network/crowd/prices.py`); a ping, a pong or a fragment costs
work before there is a message to price. All connections of an address draw on one bucket, new ones too, so
that neither many connections nor new ones give more.

Each connection also earns a little of its own. So a client that sends a ping every few seconds is answered,
whatever others at the same address send.
"""

from __future__ import annotations

from facedown_server.network.wire.token_buckets import Bucket, Buckets

RESERVE_RATE_HZ = 0.25
"""Frames a second that a connection earns for itself."""

MAX_RESERVE_COUNT = 2
"""Frames that it can save up."""


class ControlFrameQuota:
    """The quota that one connection draws on."""

    __slots__ = ("_address", "_buckets", "_reserve")

    def __init__(self, buckets: Buckets, address: str, now: float) -> None:
        """`buckets`: those of all addresses. `address`: the key of this connection's."""
        self._buckets = buckets
        self._address = address
        self._reserve = Bucket(RESERVE_RATE_HZ, MAX_RESERVE_COUNT, now)
        self._reserve.lower(now, 0.0)

    def take(self, now: float) -> bool:
        """Take one frame; whether there was one left."""
        return self._reserve.take(now) or self._buckets.take(self._address, now)
