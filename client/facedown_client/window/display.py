"""Main window: open, resize, full screen, screenshot. Knows no scene.

Without a display, one sentence says so and names the alternatives.
"""

from __future__ import annotations

import ctypes
import io
import os
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

# A signal ends the program (SDL would make it an event); the click that focuses the window counts too.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
if sys.platform == "win32":
    # Sizes are pixels of the screen; else Windows enlarges a small picture, which is blurred.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
if sys.platform.startswith("linux"):
    # Pictures are drawn by the CPU: handing them to OpenGL costs 90 MB, and 7 ms each where that is software.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")

import pygame

from facedown_client.model import data_folder
from facedown_client.window.look import Look
from facedown_shared.startup import typed_command
from facedown_shared.text import BadInput, Code, _

Size = tuple[int, int]

DESIGN = (1280, 720)
"""Size that all lengths are designed for, and the default shape of the window."""

MAX_OPENING_SCALE = 1.5
"""Limit of the initial size, as a multiple of DESIGN: more pixels are more work."""

AROUND = (32, 120)
"""Space that a desktop needs beside a window: its frame and title, and a panel."""

TITLE = "facedown"

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""Environment variables that name a display."""

UNSEEN = ("offscreen", "dummy")
"""SDL drivers without a visible window."""

REPEATING = frozenset(
    {
        pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
        pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_DELETE,
    }
)  # fmt: skip
"""Keys that repeat while held. All others count once, since a slow frame could answer twice."""


def init_display(instead: str = "") -> None:
    """Initialise the display. `instead`: the command that does the same in a terminal.

    On Linux SDL falls back to an invisible window without a display, or with one that does not respond. That
    is allowed only by an explicit request.

    Raises BadInput if there is no display.
    """
    linux = sys.platform.startswith("linux")
    try:
        if linux and not any(os.environ.get(name) for name in DISPLAYS):
            raise pygame.error("there is no display")
        pygame.display.init()
        if linux and not os.environ.get("SDL_VIDEODRIVER") and pygame.display.get_driver() in UNSEEN:
            pygame.display.quit()
            raise pygame.error("the display does not answer")
    except pygame.error as error:
        raise BadInput(Code.UNREACHABLE, _no_window(error, instead)) from None


def _no_window(error: pygame.error, instead: str = "") -> str:
    """Return the sentence about a window that cannot be opened."""
    why = str(error).rstrip(".")
    if instead:
        return _("No window can be opened here ({error}). Run instead: {command}", error=why, command=instead)
    return _(
        "No window can be opened here ({error}); without one, `{join}` takes a seat in the "
        "terminal, `{solo}` plays alone, and `{demo}` shows two bots duel.",
        error=why,
        join=typed_command("LINK --text"),
        solo=typed_command("solo --text"),
        demo=typed_command("demo"),
    )


def _return_freed_pictures() -> None:
    """Let glibc give the memory of a large freed picture back to the system at once.

    Its default raises this limit to 32 MB as large pictures are freed. From then on they lie between small
    objects, and their memory stays with the process: 60 MB after a minute of play.
    """
    with suppress(OSError, AttributeError, TypeError):  # another C library
        m_mmap_threshold = -3  # from glibc's malloc.h
        ctypes.CDLL(None).mallopt(m_mmap_threshold, 2**18)


class MainWindow:
    """Window of the client."""

    def __init__(self, *, full_screen: bool = False, size: Size | None = None) -> None:
        """Open the window. `size`: its last size; None: as large as fits the desktop well.

        Raises BadInput if no window can be opened.
        """
        _return_freed_pictures()
        init_display()
        try:
            pygame.font.init()
            self.full_screen = full_screen
            self._size = opening_size(pygame.display.get_desktop_sizes()[0], size)
            self._open()
        except pygame.error as error:
            raise BadInput(Code.UNREACHABLE, _no_window(error)) from None
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(_window_icon())
        pygame.key.set_repeat(400, 40)
        self._held: set[int] = set()
        self._echo = ""

    def must_handle(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Return whether an event must be handled.

        False for repeats of keys that count once, and for the letter of a key that has just opened a text
        field. Call it with every event, and with `typing` while a text field is active.
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
        """Return the surface that scenes draw on."""
        return pygame.display.get_surface() or self._open()

    def show_background(self, look: Look) -> None:
        """Show the background before the first scene is ready."""
        look.theme(self.surface.get_size()).fill_background(self.surface)
        pygame.display.flip()

    @property
    def size(self) -> Size:
        """Return the size of the window, or its size before full screen."""
        return self._size if self.full_screen else self.surface.get_size()

    def set_full_screen(self, full_screen: bool) -> None:
        """Turn full screen on or off."""
        if full_screen != self.full_screen:
            if full_screen:
                self._size = self.surface.get_size()
            self.full_screen = full_screen
            self._open()

    def save_screenshot(self) -> Path:
        """Save a screenshot and return its file. Raises BadInput if it cannot be written."""
        shots = data_folder.subfolder("screenshots")
        name = time.strftime("facedown-%Y%m%d-%H%M%S")
        path = next(
            path for number in count(1)
            if not (path := shots / f"{name}{f'-{number}' if number > 1 else ''}.png").exists()
        )  # fmt: skip
        picture = io.BytesIO()
        pygame.image.save(self.surface, picture, path.name)
        data_folder.write_private(path, picture.getvalue())
        return path

    def close(self) -> None:
        """Close the window and quit pygame."""
        pygame.quit()

    def _open(self) -> pygame.Surface:
        if self.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(self._size, pygame.RESIZABLE)


def opening_size(desktop: Size, last: Size | None) -> Size:
    """Return the initial size of a window on a desktop.

    It is the last size, as far as that fits; without one, the shape of the design with a margin around it.
    """
    if last is not None:
        return min(last[0], desktop[0]), min(last[1], desktop[1])
    room = ((desktop[0] - AROUND[0]) / DESIGN[0], (desktop[1] - AROUND[1]) / DESIGN[1], MAX_OPENING_SCALE)
    return round(DESIGN[0] * min(room)), round(DESIGN[1] * min(room))


def _window_icon() -> pygame.Surface:
    """Return the icon of the window: the back of a card."""
    mark = pygame.Surface((32, 32), pygame.SRCALPHA)
    pygame.draw.polygon(mark, (150, 165, 220), [(16, 1), (29, 16), (16, 31), (3, 16)])
    pygame.draw.polygon(mark, (12, 17, 24), [(16, 9), (22, 16), (16, 23), (10, 16)])
    return mark
