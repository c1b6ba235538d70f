"""One write for each connection and turn of the loop: several messages leave in one system call.

Connections with frames to send are registered here. One task, woken at most once in a turn, lets each of them
write, in the order in which they were accepted, so that the order discloses nothing of the content.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Protocol

import trio

from facedown_server.runtime.wakeup import Waiter
from facedown_server.runtime.world import Moment, World

_by_number = attrgetter("number")


class Sender(Protocol):
    """A connection with frames to send."""

    number: int
    """The serial number of the connection."""

    def flush(self) -> None:
        """Write the pending frames without waiting. Raises nothing."""


class Flusher:
    """Queue of the connections with frames to send in this turn of the loop. `run` is its task."""

    __slots__ = ("_added", "_due", "_world")

    def __init__(self, world: World) -> None:
        self._due: list[Sender] = []
        self._added = Waiter()
        self._world = world

    def add(self, sender: Sender) -> None:
        """Call the sender's `flush` before the loop waits again."""
        if not self._due:
            self._added.wake()
        self._due.append(sender)

    async def run(self) -> None:
        """Flush connections with frames to send, turn after turn."""
        while True:
            if self._due:  # let other tasks run first
                await trio.lowlevel.checkpoint()
            else:
                await self._added.wait()
            due, self._due = self._due, []
            due.sort(key=_by_number)
            reach, telling, reports = self._world.report_moment, Moment.TELLING, self._world.reports_moments
            for sender in due:
                sender.flush()
                if reports:
                    reach(telling)
