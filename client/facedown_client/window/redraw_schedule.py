"""Schedule of redraws, and of the sleep between two polls of the app.

There are three causes of a redraw: an event or a message came; displayed values differ from those of the last
picture; or a scene had named this time (`Scene.next_change`). Law: everything a scene shows changes through
one of these.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

import trio

FRAME_RATE_HZ = 60
"""Pictures per second while something moves, and polls per second while the window is in use."""

IDLE_POLL_RATE_HZ = 20
"""Polls for events per second while idle; a picture is drawn only when a poll finds a change."""

ACTIVE_PERIOD_S = 1.0
"""Seconds after the last event for which the window counts as in use."""


class RedrawSchedule:
    """Displayed values of the last picture, and the time of the next redraw."""

    def __init__(self) -> None:
        self._drawn_from: object = None
        self._due = -math.inf
        self._awake_until = -math.inf
        self._slot = -math.inf
        """Planned start of the last frame."""

    def note_event(self, now: float) -> None:
        """Record an event."""
        self._awake_until = now + ACTIVE_PERIOD_S

    def is_due(self, now: float, standing: object) -> bool:
        """Return whether a redraw is due without an event or a message."""
        return now >= self._due or standing != self._drawn_from

    def note_picture(self, standing: object, due: float) -> None:
        """Record a picture of these values; it is valid until `due` at most."""
        self._drawn_from, self._due = standing, due

    async def sleep(self, news: Callable[[], Awaitable[None]]) -> None:
        """Sleep until the next poll; `news` ends the sleep early, but not before the next frame."""
        now = trio.current_time()
        self._slot = max(self._slot + 1 / FRAME_RATE_HZ, now - 1 / FRAME_RATE_HZ)
        await trio.sleep_until(self._slot)
        if self._awake_until <= now < self._due:
            with trio.move_on_at(min(self._due, now + 1 / IDLE_POLL_RATE_HZ)):
                await news()
