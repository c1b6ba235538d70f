"""Share CPU time between tables whose logs take long to run again.

The log that has run least goes on (least attained service). So an honest match of some seconds is back after
a few turns, however many long logs a stranger has made.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from facedown_server.runtime.world import World

MAX_LEAD_S = 1.0
"""Seconds that one log may have run longer than a waiting one before it must give up its turn."""

YIELD_INTERVAL_S = 0.05
"""Seconds between two checks whether long logs may go on."""


class _Run:
    """Progress of one log: the seconds it has run, and an event for its turn."""

    def __init__(self) -> None:
        self.spent_s = 0.0
        self.since = 0.0
        self.turn = trio.Event()


class LongRuns:
    """Scheduler for logs that take long. One runs at a time, and none while `must_wait()` is true."""

    def __init__(self, world: World, must_wait: Callable[[], bool]) -> None:
        self._world, self._must_wait = world, must_wait
        self._current: _Run | None = None
        self._waiting: list[_Run] = []

    @asynccontextmanager
    async def take_turn(self) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Wait for a turn. Yields a function to await after each act, which lets other logs have their
        turns.
        """
        run = _Run()
        try:
            await self._wait_for_turn(run)
            yield lambda: self._yield_turn(run)
        finally:
            if self._current is run:
                self._next()
            elif run in self._waiting:
                self._waiting.remove(run)

    async def _yield_turn(self, run: _Run) -> None:
        now = self._world.now()
        run.spent_s += now - run.since
        run.since = now
        if self._must_wait():
            await self._wait_for_others(run)
        if any(run.spent_s > other.spent_s + MAX_LEAD_S for other in self._waiting):
            self._waiting.append(run)
            run.turn = trio.Event()
            self._next()
            await run.turn.wait()
            await self._wait_for_others(run)

    async def _wait_for_turn(self, run: _Run) -> None:
        if self._current is None:
            self._current = run
        else:
            self._waiting.append(run)
            await run.turn.wait()
        await self._wait_for_others(run)

    async def _wait_for_others(self, run: _Run) -> None:
        while self._must_wait():  # noqa: ASYNC110 -- it depends on more than one event
            await trio.sleep(YIELD_INTERVAL_S)
        run.since = self._world.now()

    def _next(self) -> None:
        """Give the turn to the waiting log that has run least."""
        self._current = min(self._waiting, key=lambda run: run.spent_s, default=None)
        if self._current is not None:
            self._waiting.remove(self._current)
            self._current.turn.set()
