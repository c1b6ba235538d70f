"""What a scene is: it takes events, is told the time, and draws. The app loop knows nothing else of it.

scene.event(event); scene.update(now); scene.draw(surface); scene = scene.next or scene
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from client.window.look import Look, Theme
from client.window.widgets import Group, Widget
from shared.protocol.messages import ToServer

Send = Callable[[ToServer], None]
"""How a scene says what the player wants: the app hands the message to the network."""


class Scene(Protocol):
    """One screen of the client."""

    next: Scene | None
    """The scene that takes over before the next frame; None to stay."""

    def event(self, event: pygame.event.Event) -> None:
        """Take one pygame event."""

    def update(self, now: float) -> None:
        """The time in seconds, from any start, before each frame."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything onto the window."""


class FormScene:
    """A scene made of widgets: subclasses say which (`build`) and what lies behind them (`paint`).

    `build` is called again after a resize or `rebuild()`, so it reads the scene's own values and keeps
    none in widgets that it cannot put back.
    """

    def __init__(self, look: Look) -> None:
        self.look = look
        self.next: Scene | None = None
        self.now = 0.0
        self.group = Group()
        self._theme: Theme | None = None
        self._stale = False

    @property
    def theme(self) -> Theme:
        """The theme of the window as last drawn (of 1280x720 before)."""
        return self._theme or self.look.theme((1280, 720))

    def build(self, theme: Theme) -> Sequence[Widget]:
        """All widgets, in the order of the focus."""
        return ()

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what lies behind the widgets."""
        theme.ground(surface)

    def unused(self, event: pygame.event.Event) -> None:
        """An event no widget used."""

    def rebuild(self) -> None:
        """Lay the widgets out anew before the next frame: values have changed. An open list is chosen from
        first."""
        self._stale = True

    def event(self, event: pygame.event.Event) -> None:
        """Hand an event to the widgets, then to the scene."""
        if not self.group.event(event):
            self.unused(event)

    def update(self, now: float) -> None:
        """Keep the time."""
        self.now = now

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, laying it out first when the window or the look has changed."""
        theme = self._theme
        listed = any(widget.popup for widget in self.group.widgets)
        resized = theme is None or theme.size != surface.get_size() or theme.look != self.look
        if theme is None or resized or (self._stale and not listed):
            theme = self._theme = self.look.theme(surface.get_size())
            self._stale = False
            self.group.set(self.build(theme))
        self.paint(surface, theme)
        self.group.draw(surface, theme)
