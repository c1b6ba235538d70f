"""The seconds of absence that a player may still spend in a match: one store, which every absence draws on.

It is a bucket of durations: it runs down by a second for each second of absence, and is refilled by a second
for every ten of presence. Callers pass the time in. While it lasts, a lost connection costs nothing; so it
must not renew itself with each absence, or a player could hold the other up for ever.
"""

from __future__ import annotations

import math
from enum import Enum

MAX_ABSENCE_S = 120.0
"""A full store."""

REFILL_S_PER_S = 0.1
"""Seconds that come back for each second of presence."""

RETURN_DELAY_S = 20.0
"""The longest that a client waits before it tries to reconnect: after an outage of the server's own, absence
counts from then on."""


class Flow(float, Enum):
    """What happens to a store now, in seconds a second."""

    DRAINING = -1.0
    FROZEN = 0.0
    REFILLING = REFILL_S_PER_S


class AbsenceStore:
    """What is left to one seat."""

    __slots__ = ("_capacity", "_excused", "_left", "_since", "flow")

    def __init__(self, capacity: float = MAX_ABSENCE_S, left: float | None = None) -> None:
        """`left`: the stored seconds; None for a full store."""
        self._capacity = capacity
        self._left = capacity if left is None else min(capacity, max(0.0, left))
        self._since, self._excused = 0.0, -math.inf
        self.flow = Flow.FROZEN

    def reset(self, capacity: float) -> None:
        """Fill it for a new match."""
        self._capacity = self._left = capacity
        self.flow, self._excused = Flow.FROZEN, -math.inf

    def set(self, flow: Flow, now: float) -> None:
        """Let it run down, refill or stand still from now on. Nothing changes where it does so already."""
        if flow is self.flow:
            return
        self._left = self.left(now)
        self.flow, self._since = flow, max(now, self._excused) if flow is Flow.DRAINING else now

    def excuse(self, now: float, until: float) -> None:
        """Take nothing for an absence before `until`."""
        flow = self.flow
        self.set(Flow.FROZEN, now)
        self._excused = until
        self.set(flow, now)

    def left(self, now: float) -> float:
        """Return the seconds left, from 0 to a full store."""
        passed = max(0.0, now - self._since)
        return min(self._capacity, max(0.0, self._left + self.flow.value * passed))

    def is_full(self, now: float) -> bool:
        """Return whether nothing is missing."""
        return self.left(now) >= self._capacity

    def stored(self, now: float) -> float | None:
        """Return what is stored of it: None of a full one."""
        return None if self.is_full(now) else round(self.left(now), 1)

    @property
    def absent_since(self) -> float:
        """When this absence began to count; infinity while none does."""
        return self._since if self.flow is Flow.DRAINING else math.inf

    @property
    def empty_at(self) -> float:
        """When it will be empty; infinity while it does not run down."""
        return self._since + self._left if self.flow is Flow.DRAINING else math.inf
