"""The only module with a clock, entropy and wall time: `command` makes a World and passes it on.

No other part of `server` may read a clock, draw a random byte or ask for the date. So a whole server runs in
one virtual-time test, with the same result each time.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

import trio


class Moment(StrEnum):
    """Moments at which fault injection kills a server, to check that nothing is lost (`prove recovery`)."""

    BEFORE = "before commit"
    """An act was carried out, and nothing of it is on disk."""
    COMMIT = "before the commit of a transaction"
    """The act is written, and the transaction is open."""
    COMMITTED = "between commit and telling"
    """The act is durable, and no client was sent anything."""
    TELLING = "in mid-telling"
    """Some clients were sent the update, others not."""
    SIDING = "siding"
    """Before or after the commit of a sided deck."""
    RECOVERY = "during recovery"
    """A log is being run again."""


class World(Protocol):
    """A server's access to the outside: time and entropy."""

    reports_moments: bool
    """Whether `report_moment` does anything."""

    def now(self) -> float:
        """Return seconds of a monotonic clock with an arbitrary zero."""

    def wall(self) -> datetime:
        """Return the date and time in UTC, for display only: measure with `now`."""

    def entropy(self, count: int) -> bytes:
        """Return unpredictable bytes."""

    def report_moment(self, moment: Moment) -> None:
        """Report a named moment. In a recovery test, the World may end the process here."""


class RealWorld:
    """The World of a real server, for one run of trio."""

    reports_moments = False

    def __init__(self) -> None:
        self.now: Callable[[], float] = self._find_clock
        """Return the time of trio's clock: the real one, or a test's mock clock."""

    def _find_clock(self) -> float:
        """Return the time, and ask the clock itself from then on: an act reads it a dozen times."""
        self.now = trio.lowlevel.current_clock().current_time
        return self.now()

    def wall(self) -> datetime:
        """Return the system's date and time."""
        return datetime.now(UTC)

    def entropy(self, count: int) -> bytes:
        """Return bytes from the system's CSPRNG."""
        return secrets.token_bytes(count)

    def report_moment(self, moment: Moment) -> None:
        """Do nothing."""


def cpu() -> float:
    """Return the CPU seconds of this process, for monitoring only: no table may depend on them."""
    return time.process_time()


@dataclass(slots=True)
class SeededWorld:
    """A World for tests and benchmarks: the same seed gives the same bytes and dates.

    The clock is trio's (virtual under `autojump_clock`); outside of trio pass another, such as `lambda: 0.0`.
    """

    seed: str = "facedown"
    start: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    clock: Callable[[], float] = trio.current_time
    drawn: int = field(default=0, init=False)
    reports_moments: bool = field(default=False, init=False)

    def now(self) -> float:
        """Return the time of the given clock."""
        return self.clock()

    def wall(self) -> datetime:
        """Return the start date, advanced by the clock."""
        return self.start + timedelta(seconds=self.clock())

    def entropy(self, count: int) -> bytes:
        """Return the next bytes of a stream that depends on the seed alone."""
        self.drawn += 1
        return hashlib.shake_256(f"{self.seed}/{self.drawn}".encode()).digest(count)

    def report_moment(self, moment: Moment) -> None:
        """Do nothing."""
