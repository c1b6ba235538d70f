"""The window: opened, resized, full screen, photographed. Knows no scene.

A machine without a display is told so in one sentence that says what works there instead.
"""

from __future__ import annotations

import io
import os
import sys
import time
from itertools import count
from pathlib import Path

# A signal ends the program (SDL would make it a question), and a click into the window counts as one in it.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")

import pygame

from client.data import folder
from shared.errors import BadInput, Code
from shared.starting import typed

SIZE = (1280, 720)
TITLE = "facedown"

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""What says where a window can be shown."""

UNSEEN = ("offscreen", "dummy")
"""SDL's drivers that draw for nobody."""

REPEATING = frozenset(
    {
        pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
        pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_DELETE,
    }
)  # fmt: skip
"""Keys that may be held down to move on. Any other counts once, or a slow frame would answer twice."""


def _begin() -> None:
    """Find the display. On Linux SDL falls back to a window nobody can see, without a display and with one
    that does not answer; only who asks for it by name may have that. Raises pygame.error.
    """
    linux = sys.platform.startswith("linux")
    if linux and not any(os.environ.get(name) for name in DISPLAYS):
        raise pygame.error("there is no display")
    pygame.display.init()
    if linux and not os.environ.get("SDL_VIDEODRIVER") and pygame.display.get_driver() in UNSEEN:
        pygame.display.quit()
        raise pygame.error("the display does not answer")


class MainWindow:
    """The one window of the client."""

    def __init__(self, *, full_screen: bool = False) -> None:
        try:
            _begin()
            pygame.font.init()
            self.full_screen = full_screen
            self._size = SIZE
            self._open()
        except pygame.error as error:
            raise BadInput(
                Code.UNREACHABLE,
                f"No window can be opened here ({str(error).rstrip('.')}); without one, "
                f"`{typed('LINK --text')}` takes a seat in the terminal, "
                f"`{typed('solo --text')}` plays alone, and `{typed('demo')}` shows two bots duel.",
            ) from None
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(_mark())
        pygame.key.set_repeat(400, 40)
        self._held: set[int] = set()
        self._echo = ""

    def counts(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Whether an event is meant: not a key still held that counts once, nor the letter of a key that has
        just opened a line to type in. Told of every event, with whether somebody types now.
        """
        if event.type == pygame.KEYDOWN:
            letter = getattr(event, "unicode", "")
            again = event.key in self._held and event.key not in REPEATING
            self._held.add(event.key)
            self._echo = "" if typing else letter
            return not again or (typing and letter.isprintable() and bool(letter))
        if event.type == pygame.TEXTINPUT and event.text == self._echo:
            return False
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        if event.type in (pygame.KEYUP, pygame.MOUSEBUTTONDOWN):
            self._echo = ""
        return True

    @property
    def surface(self) -> pygame.Surface:
        """What scenes draw on."""
        return pygame.display.get_surface() or self._open()

    def switch(self, full_screen: bool) -> None:
        """To full screen or back."""
        if full_screen != self.full_screen:
            if full_screen:
                self._size = self.surface.get_size()
            self.full_screen = full_screen
            self._open()

    def photograph(self) -> Path:
        """Save what is seen; gives the file. Raises BadInput."""
        shots = folder.within("screenshots")
        name = time.strftime("facedown-%Y%m%d-%H%M%S")
        path = next(
            path for number in count(1)
            if not (path := shots / f"{name}{f'-{number}' if number > 1 else ''}.png").exists()
        )  # fmt: skip
        picture = io.BytesIO()
        pygame.image.save(self.surface, picture, path.name)
        folder.write(path, picture.getvalue())
        return path

    def close(self) -> None:
        """Close it and give everything back."""
        pygame.quit()

    def _open(self) -> pygame.Surface:
        if self.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(self._size, pygame.RESIZABLE)


def _mark() -> pygame.Surface:
    """The icon: the back of a card."""
    mark = pygame.Surface((32, 32), pygame.SRCALPHA)
    pygame.draw.polygon(mark, (150, 165, 220), [(16, 1), (29, 16), (16, 31), (3, 16)])
    pygame.draw.polygon(mark, (12, 17, 24), [(16, 9), (22, 16), (16, 23), (10, 16)])
    return mark
