"""The absence allowance of one player: the seconds that they may still be away in a match.

It is a bucket of seconds, shared by all absences of the match. It loses a second for each second of absence,
and gains one for every ten seconds of presence. Callers pass the time in. While it lasts, a lost connection
costs nothing. It must not refill with each absence, or a player could hold the other up for ever.
"""

from __future__ import annotations

import math
from enum import Enum

from facedown_server.network.crowd.quotas import MAX_ABSENCE_S

REFILL_S_PER_S = 0.1
"""Seconds gained for each second of presence."""

RETURN_DELAY_S = 20.0
"""The longest delay before a client tries to reconnect. After an outage of the server, absence counts from
then on.
"""


class Flow(float, Enum):
    """Rates of change of a store, in seconds per second."""

    DRAINING = -1.0
    FROZEN = 0.0
    REFILLING = REFILL_S_PER_S


class AbsenceStore:
    """Bucket of the seconds that the player of one seat may still be away."""

    __slots__ = ("_capacity", "_excused", "_left", "_since", "flow")

    def __init__(self, capacity: float = MAX_ABSENCE_S, left: float | None = None) -> None:
        """Create a store with `left` seconds, or a full one for None."""
        self._capacity = capacity
        self._left = capacity if left is None else min(capacity, max(0.0, left))
        self._since, self._excused = 0.0, -math.inf
        self.flow = Flow.FROZEN

    def reset(self, capacity: float) -> None:
        """Fill the store for a new match."""
        self._capacity = self._left = capacity
        self.flow, self._excused = Flow.FROZEN, -math.inf

    def set_flow(self, flow: Flow, now: float) -> None:
        """Let the store drain, refill or stand still from now on. No effect if it already does."""
        if flow is self.flow:
            return
        self._left = self.seconds_left(now)
        self.flow, self._since = flow, max(now, self._excused) if flow is Flow.DRAINING else now

    def excuse(self, now: float, until: float) -> None:
        """Charge nothing for an absence before `until`."""
        flow = self.flow
        self.set_flow(Flow.FROZEN, now)
        self._excused = until
        self.set_flow(flow, now)

    def seconds_left(self, now: float) -> float:
        """Return the seconds left, between 0 and the capacity."""
        passed = max(0.0, now - self._since)
        return min(self._capacity, max(0.0, self._left + self.flow * passed))

    def is_full(self, now: float) -> bool:
        """Return whether the store is full."""
        if self._left >= self._capacity and self.flow is not Flow.DRAINING:
            return True
        return self.seconds_left(now) >= self._capacity

    def stored_seconds(self, now: float) -> float | None:
        """Return the seconds to store with the seat; None for a full store."""
        return None if self.is_full(now) else round(self.seconds_left(now), 1)

    @property
    def absent_since(self) -> float:
        """The time at which this absence began to count; infinity while none does."""
        return self._since if self.flow is Flow.DRAINING else math.inf

    @property
    def empty_at(self) -> float:
        """The time at which the store will be empty; infinity while it does not drain."""
        return self._since + self._left if self.flow is Flow.DRAINING else math.inf
