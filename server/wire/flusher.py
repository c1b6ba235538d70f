"""One write for each connection and turn of the loop: several messages leave in one system call.

Whatever has something to send is noted here; one task, woken at most once in a turn, then lets each
connection write, in the order in which they came to the server: that tells nothing of what is written.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Protocol

import trio

from server.world import Moment, World

_by_number = attrgetter("number")


class Sender(Protocol):
    """A connection with something to send."""

    number: int
    """How many came before it."""

    def flush(self) -> None:
        """Write what there is, without waiting. Raises nothing."""


class Flusher:
    """Who has something to send in this turn of the loop. `run` is its task."""

    __slots__ = ("_due", "_sleeper", "_world")

    def __init__(self, world: World) -> None:
        self._due: list[Sender] = []
        self._sleeper: trio.lowlevel.Task | None = None
        self._world = world

    def add(self, sender: Sender) -> None:
        """`flush` is called on it before the loop waits again."""
        self._due.append(sender)
        if self._sleeper is not None:
            trio.lowlevel.reschedule(self._sleeper)
            self._sleeper = None

    async def run(self) -> None:
        """Flush whoever has something to send, turn after turn."""
        while True:
            await self._wait()
            due, self._due = self._due, []
            due.sort(key=_by_number)
            reach, telling = self._world.reach, Moment.TELLING
            for sender in due:
                sender.flush()
                reach(telling)

    async def _wait(self) -> None:
        """Until there is somebody; even if there is, others have their turn first."""
        if self._due:
            await trio.lowlevel.checkpoint()
            return
        self._sleeper = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._wake)

    def _wake(self, _raise_cancel: object) -> trio.lowlevel.Abort:
        self._sleeper = None
        return trio.lowlevel.Abort.SUCCEEDED
