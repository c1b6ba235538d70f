"""The waiting requests to one engine process, and their order.

Answers of light duels come first, then the starts of duels, which take ten times as long. A duel whose
requests have lately taken much CPU time is heavy: while light duels are played, all heavy ones together get a
tenth of the process. Nothing here knows what a request means.
"""

from __future__ import annotations

import math
from collections import deque

import trio

from facedown_server.games.edopro.engine_protocol import Begin, Request

MAX_ANSWERS_BEFORE_START = 16
"""Answers handled in a row while a duel waits for its start."""
HEAVY_WORK_S = 0.5
"""Recent CPU seconds from which a duel is heavy. Most prompts take 2 to 5 ms."""
WORK_HALF_LIFE_S = 30.0
"""Seconds after which work counts half."""
LONG_REQUEST_S, LONG_REQUEST_HALF_LIFE_S = 0.25, 600.0
"""CPU seconds of one request from which a duel is heavy, and the seconds after which they count half: such
a duel is not light again because it rested for a minute.
"""
MAX_HEAVY_RATIO = 0.1
"""The share of a process for all heavy duels together while light ones are played."""
PLAYED_WINDOW_S = 30.0
"""Seconds after its last request in which a duel counts as being played."""


class EngineJob:
    """A request, and the event that its sender waits for."""

    __slots__ = ("done", "request", "worked_s")

    def __init__(self, request: Request) -> None:
        self.request, self.done, self.worked_s = request, trio.Event(), 0.0


class RecentWork:
    """CPU seconds that halve with time, of all requests and of the longest one."""

    __slots__ = ("longest_s", "noted_at", "seconds")

    def __init__(self) -> None:
        self.seconds, self.longest_s, self.noted_at = 0.0, 0.0, 0.0

    def add(self, seconds: float, now: float) -> None:
        """Add a request that was handled until now."""
        longest_s = max(self.longest_at(now), seconds)
        self.seconds, self.longest_s, self.noted_at = self.at(now) + seconds, longest_s, now

    def is_heavy(self, now: float) -> bool:
        """Return whether a duel with this work is heavy."""
        return self.at(now) > HEAVY_WORK_S or self.longest_at(now) > LONG_REQUEST_S

    def longest_at(self, now: float) -> float:
        """Return what still counts of the longest request."""
        return self.longest_s * math.pow(0.5, (now - self.noted_at) / LONG_REQUEST_HALF_LIFE_S)

    def at(self, now: float) -> float:
        """Return what still counts at a time."""
        return self.seconds * math.pow(0.5, (now - self.noted_at) / WORK_HALF_LIFE_S)


class JobQueue:
    """The waiting requests to one process."""

    def __init__(self) -> None:
        self._answers, self._starts = deque[EngineJob](), deque[EngineJob]()
        self._in_a_row = 0
        self._added = trio.Event()
        self._works: dict[int, RecentWork] = {}
        self._heavy_from = 0.0
        """The time from which a heavy duel may have its next request handled."""

    def put(self, job: EngineJob) -> None:
        """Add a request."""
        (self._starts if isinstance(job.request, Begin) else self._answers).append(job)
        self._added.set()

    async def next(self) -> EngineJob:
        """Return the next request; wait for one."""
        while (job := self._take()) is None:
            self._added = trio.Event()
            with trio.move_on_at(self._heavy_from if self._answers else math.inf):
                await self._added.wait()
        return job

    def note_work(self, duel: int, worked_s: float) -> None:
        """Note the CPU seconds of a duel's request that was handled just now."""
        now = trio.current_time()
        if self._is_heavy(duel, now):
            self._heavy_from = now + worked_s * (1 / MAX_HEAVY_RATIO - 1)
        self._works.setdefault(duel, RecentWork()).add(worked_s, now)

    def forget(self, duel: int) -> None:
        """Forget the work of a duel that is over."""
        self._works.pop(duel, None)

    def _take(self) -> EngineJob | None:
        """Return the request whose turn it is; None if none may be handled yet."""
        now = trio.current_time()
        light = next((job for job in self._answers if not self._is_heavy(job.request.duel, now)), None)
        if now >= self._heavy_from or not (light or self._are_light_duels_played(now)):
            heavy = [job for job in self._answers if self._is_heavy(job.request.duel, now)]
            if heavy:
                return self._take_answer(min(heavy, key=lambda job: self._works[job.request.duel].at(now)))
        if self._starts and (light is None or self._in_a_row >= MAX_ANSWERS_BEFORE_START):
            self._in_a_row = 0
            return self._starts.popleft()
        return None if light is None else self._take_answer(light)

    def _take_answer(self, job: EngineJob) -> EngineJob:
        self._in_a_row += 1
        self._answers.remove(job)
        return job

    def _is_heavy(self, duel: int, now: float) -> bool:
        return duel in self._works and self._works[duel].is_heavy(now)

    def _are_light_duels_played(self, now: float) -> bool:
        return any(
            work.noted_at > now - PLAYED_WINDOW_S and not work.is_heavy(now) for work in self._works.values()
        )
