"""A world that ends at a moment chosen beforehand, as if by `kill -9`: for proofs and tests, never for play.

It is asked for by a variable in the environment that only `server/__main__.py` reads and no document for
hosts names: END_FACEDOWN_AT="during recovery:3" ends the process when that moment comes for the third time.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from datetime import datetime

from server.world import Moment, RealWorld, World

VARIABLE = "END_FACEDOWN_AT"


class EndingWorld:
    """The real world, until `moment` has come `count` times."""

    def __init__(self, moment: Moment, count: int) -> None:
        self._world = RealWorld()
        self._moment = moment
        self._count = count

    def now(self) -> float:
        """trio's clock."""
        return self._world.now()

    def wall(self) -> datetime:
        """The system's date and time."""
        return self._world.wall()

    def entropy(self, count: int) -> bytes:
        """Bytes from the system's CSPRNG."""
        return self._world.entropy(count)

    def reach(self, moment: Moment) -> None:
        """Die, if this is the time."""
        if moment is self._moment:
            self._count -= 1
            if not self._count:
                os.kill(os.getpid(), signal.SIGKILL)


def world_of(environment: Mapping[str, str]) -> World:
    """The world as it is, unless somebody asked for its end."""
    asked = environment.get(VARIABLE)
    if not asked:
        return RealWorld()
    moment, _, count = asked.rpartition(":")
    return EndingWorld(Moment(moment), int(count))
