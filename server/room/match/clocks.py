"""Two players' clocks as durations: a bank each, refilled by an increment. Knows no time of its own.

A clock runs from `since` on, which may lie ahead: only the time after a window's due is charged (law 4). An
answer that was not charged is not refilled either, or the refill would tell a pass by hand from one by rule.
"""

from __future__ import annotations

import math

from shared.protocol.messages import Clock
from shared.zones import Seat


class Clocks:
    """The seconds left to each seat. With a bank of 0 there is no clock, and nothing ever runs."""

    def __init__(self, rules: Clock) -> None:
        self._rules = rules
        self._left = [float(rules.bank), float(rules.bank)]
        self._since: list[float | None] = [None, None]

    @property
    def are_used(self) -> bool:
        """Whether this table plays with clocks at all."""
        return self._rules.bank > 0

    def reset(self) -> None:
        """Full banks for a new duel."""
        self._left = [float(self._rules.bank)] * 2
        self._since = [None, None]

    def snapshot(self) -> tuple[list[float], list[float | None]]:
        """The clocks as they are, for `rewind`."""
        return [*self._left], [*self._since]

    def rewind(self, snapshot: tuple[list[float], list[float | None]]) -> None:
        """What has been done to the clocks since was not to be; time goes on counting as it did."""
        self._left, self._since = [*snapshot[0]], [*snapshot[1]]

    def restore(self, left: tuple[float, float]) -> None:
        """The banks as they were kept; nothing runs."""
        self._left = list(left)
        self._since = [None, None]

    def start(self, seat: Seat, since: float) -> None:
        """Charge this seat from then on, unless its clock runs already."""
        if self.are_used and self._since[seat] is None:
            self._since[seat] = since

    def stop(self, seat: Seat, now: float, *, answered: bool) -> None:
        """Charge what has passed; an answer that was charged is refilled, up to the bank."""
        since = self._since[seat]
        if since is None:
            return
        self._left[seat] = self.left(seat, now)
        self._since[seat] = None
        if answered and since < now:
            self._left[seat] = min(self._rules.bank, self._left[seat] + self._rules.increment)

    def left(self, seat: Seat, now: float) -> float:
        """Seconds left to a seat, never below 0."""
        since = self._since[seat]
        return max(0.0, self._left[seat] - (0.0 if since is None else max(0.0, now - since)))

    def both(self, now: float) -> tuple[float, float]:
        """Seconds left to both, as a log keeps them."""
        return round(self.left(0, now), 3), round(self.left(1, now), 3)

    def runs(self, seat: Seat, now: float) -> bool:
        """Whether this seat is being charged."""
        since = self._since[seat]
        return since is not None and since <= now

    def ticking(self, now: float) -> Seat:
        """The seat being charged, -1 for none."""
        return next((seat for seat in (0, 1) if self.runs(seat, now)), -1)

    def next_change(self, now: float) -> float:
        """When a clock begins to run next; infinity when none waits to."""
        return min((since for since in self._since if since is not None and since > now), default=math.inf)

    def expires(self, seat: Seat) -> float:
        """When this seat's bank will be empty, as things stand; infinity while it does not run."""
        since = self._since[seat]
        return math.inf if since is None else since + self._left[seat]
