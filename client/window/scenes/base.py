"""What a scene is: it takes events, is told the time, and draws. The app loop knows nothing else of it.

scene.event(event); scene.update(now); scene.draw(surface)
"""

from __future__ import annotations

from typing import Protocol

import pygame


class Scene(Protocol):
    """One screen of the client."""

    def event(self, event: pygame.event.Event) -> None:
        """Take one pygame event."""

    def update(self, now: float) -> None:
        """The time in seconds, from any start, before each frame."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything onto the window."""
