"""The one place with a clock, entropy and wall time: `command` makes a World, everybody else is handed it.

Nothing else in `server` may read a clock, draw a random byte or ask what day it is; that is what lets a whole
server run in one virtual-time test and come out equal twice.
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
    """Moments at which a proof ends a server, to see that nothing is lost (`prove recovery`)."""

    BEFORE = "before commit"
    """An act is carried out; nothing of it is on the disk."""
    COMMIT = "before the commit of a transaction"
    """It is written, and the transaction is open."""
    COMMITTED = "between commit and telling"
    """It is durable; nobody has been told."""
    TELLING = "in mid-telling"
    """Some have been told, others have not."""
    SIDING = "siding"
    """Before or after the commit of a deck brought for the next duel."""
    RECOVERY = "during recovery"
    """A log is being run again."""


class World(Protocol):
    """What a server knows of the world outside."""

    def now(self) -> float:
        """Seconds on a clock that never goes back; its zero means nothing."""

    def wall(self) -> datetime:
        """The date and time, in UTC: for people to read, never to measure with."""

    def entropy(self, count: int) -> bytes:
        """Bytes that nobody can foresee."""

    def reach(self, moment: Moment) -> None:
        """A named moment has come. The world lets it pass; one made for a proof may end the process there."""


class RealWorld:
    """The world as it is."""

    def now(self) -> float:
        """trio's clock: the real one, or a test's mock clock."""
        return trio.current_time()

    def wall(self) -> datetime:
        """The system's date and time."""
        return datetime.now(UTC)

    def entropy(self, count: int) -> bytes:
        """Bytes from the system's CSPRNG."""
        return secrets.token_bytes(count)

    def reach(self, moment: Moment) -> None:
        """Nothing happens."""


def cpu() -> float:
    """CPU seconds this process has used: for who watches over it, never for what happens at a table."""
    return time.process_time()


@dataclass(slots=True)
class SeededWorld:
    """A world for tests and benchmarks: two of the same seed give the same bytes and the same dates.

    The clock is trio's (virtual under `autojump_clock`); outside of trio hand in another, such as
    `lambda: 0.0`.
    """

    seed: str = "facedown"
    start: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    clock: Callable[[], float] = trio.current_time
    drawn: int = field(default=0, init=False)

    def now(self) -> float:
        """The clock it was given."""
        return self.clock()

    def wall(self) -> datetime:
        """The start date, moved on by the clock."""
        return self.start + timedelta(seconds=self.clock())

    def entropy(self, count: int) -> bytes:
        """The next bytes of a stream that depends on the seed alone."""
        self.drawn += 1
        return hashlib.shake_256(f"{self.seed}/{self.drawn}".encode()).digest(count)

    def reach(self, moment: Moment) -> None:
        """Nothing happens."""
