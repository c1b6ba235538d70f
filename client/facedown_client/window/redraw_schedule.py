"""When the window is redrawn, and how long the app sleeps between two polls.

There are three causes: an event or a message came; other displayed values differ from those of the last
picture; or a scene had named this time (`Scene.next_change`). Law: whatever a scene shows changes through one
of these.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

import trio

FRAME_RATE_HZ = 60
"""Pictures a second while something moves, and polls a second while the window is being used."""

IDLE_POLL_RATE_HZ = 20
"""Polls a second for events while it is idle: a picture is drawn only when one of them finds something."""

ACTIVE_PERIOD_S = 1.0
"""Seconds after the last event for which the window counts as used."""


class RedrawSchedule:
    """What the last picture was drawn from, and when the next look is due."""

    def __init__(self) -> None:
        self._drawn_from: object = None
        self._due = -math.inf
        self._awake_until = -math.inf
        self._slot = -math.inf
        """When the last frame was to begin."""

    def used(self, now: float) -> None:
        """An event came."""
        self._awake_until = now + ACTIVE_PERIOD_S

    def is_due(self, now: float, standing: object) -> bool:
        """Return whether the last picture is no longer right, though nothing has come."""
        return now >= self._due or standing != self._drawn_from

    def drawn(self, standing: object, due: float) -> None:
        """A picture was drawn from this, and is right until then at most."""
        self._drawn_from, self._due = standing, due

    async def rest(self, news: Callable[[], Awaitable[None]]) -> None:
        """Sleep until it is time to look again; `news` ends it early, yet never before the next frame."""
        now = trio.current_time()
        self._slot = max(self._slot + 1 / FRAME_RATE_HZ, now - 1 / FRAME_RATE_HZ)
        await trio.sleep_until(self._slot)
        if self._awake_until <= now < self._due:
            with trio.move_on_at(min(self._due, now + 1 / IDLE_POLL_RATE_HZ)):
                await news()
