"""Time slices for long work: it yields to other tasks every few milliseconds (law 8)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

import trio

from facedown_server.refereeing.referee import WORKING, ExternalWork, Frame
from facedown_server.runtime.world import World

Result = TypeVar("Result")

MAX_SLICE_S = 0.004
"""Seconds of work before other tasks may run."""
LONG_WORK_PAUSE_S = 0.012
"""Pause between two slices of work that may take long (a line that is run again, a search in all cards of a
game): other tables' acts take several turns of the event loop each.
"""


class TimeSlice:
    """Timer of one task: measures how long it has worked since other tasks could run.

    `rest`: seconds of pause between two slices; 0 yields once to the event loop.
    """

    def __init__(self, world: World, rest: float = 0.0) -> None:
        self._world, self._rest = world, rest
        self._since = world.now()
        self._earlier_s = 0.0
        self.external_s = 0.0
        """Seconds of work in other processes, without the wait for them."""

    @classmethod
    def for_line(cls, world: World, *, runs: bool) -> TimeSlice:
        """Return a timer of work that runs a line of steps, or does not."""
        return cls(world, LONG_WORK_PAUSE_S if runs else 0.0)

    @property
    def worked_s(self) -> float:
        """The seconds of work so far, without pauses and other tasks."""
        return self._earlier_s + self._world.now() - self._since

    async def exhaust(self, frames: Iterable[Frame], take: Callable[[Frame], None] | None = None) -> None:
        """Run through all frames, yielding to other tasks. Calls `take` with each frame in which something
        happened.
        """
        for frame in frames:
            if isinstance(frame, ExternalWork):
                await frame.done()
                self.external_s += frame.worked_s()
                self.resume()
                continue
            if take is not None and frame is not WORKING:
                take(frame)
            await self.yield_if_used_up()

    async def run(self, steps: Generator[None, None, Result]) -> Result:
        """Run a generator to its end, yielding to other tasks, and return its result."""
        while True:
            try:
                next(steps)
            except StopIteration as done:
                result: Result = done.value
                return result
            await self.yield_if_used_up()

    async def yield_if_used_up(self) -> None:
        """Let other tasks run if the slice is used up."""
        if (worked_s := self._world.now() - self._since) > MAX_SLICE_S:
            self._earlier_s += worked_s
            await trio.sleep(self._rest)
            self.resume()

    @asynccontextmanager
    async def turn(self, lock: trio.Lock) -> AsyncIterator[None]:
        """Hold a lock within this context; the wait for it is no work."""
        self._earlier_s += self._world.now() - self._since
        async with lock:
            self.resume()
            yield

    def resume(self) -> None:
        """Measure again after a wait, which is no work."""
        self._since = self._world.now()
