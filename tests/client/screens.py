"""Helpers for tests of screens: a display on the dummy driver, events, and duel scenes over sample Views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from facedown_client.window.look.theme import Look, Theme
from facedown_client.window.scenes.duel.scene import INPUT_GUARD_S, DuelScene
from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables.view import View
from tools import sample_scene, samples

SIZE = (1280, 720)


@pytest.fixture
def surface() -> Iterator[pygame.Surface]:
    """Return a window of the designed size on the dummy driver."""
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode(SIZE)
    pygame.event.clear()


def mouse_down(at: tuple[float, float], button: int = 1) -> pygame.event.Event:
    """Return the event of a mouse button that goes down."""
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(at[0]), round(at[1])), button=button)


def mouse_up(at: tuple[float, float], button: int = 1) -> pygame.event.Event:
    """Return the event of a mouse button that goes up."""
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(at[0]), round(at[1])), button=button)


def mouse_move(at: tuple[float, float]) -> pygame.event.Event:
    """Return the event of a pointer that moves."""
    spot = (round(at[0]), round(at[1]))
    return pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))


def key_down(key: int, mod: int = 0) -> pygame.event.Event:
    """Return the event of a key that goes down."""
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def key_up(key: int) -> pygame.event.Event:
    """Return the event of a key that goes up."""
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0)


def text_input(words: str) -> pygame.event.Event:
    """Return the event of letters that arrive."""
    return pygame.event.Event(pygame.TEXTINPUT, text=words)


def record_texts(patch: pytest.MonkeyPatch) -> list[str]:
    """Record every text that is drawn from now on, in order."""
    found: list[str] = []
    draw = Theme.draw_text

    def record_text(
        theme: Theme, surface: pygame.Surface, words: str, *more: Any, **named: Any
    ) -> pygame.Rect:
        found.append(words)
        return draw(theme, surface, words, *more, **named)

    patch.setattr(Theme, "draw_text", record_text)
    return found


def click(scene: Any, at: tuple[float, float]) -> None:
    """Press and release."""
    scene.event(mouse_down(at))
    scene.event(mouse_up(at))


class Play:
    """A duel scene that has been drawn once, its app, and the board it shows."""

    def __init__(
        self, surface: pygame.Surface, board: samples.BusyBoard, prompt: Prompt | None,
        view: View | None = None,
        look: Look | None = None,
    ) -> None:  # fmt: skip
        self.board, self.surface = board, surface
        shown = view or board.view(chain=board.links() if board.ring else ())
        scene, self.app = sample_scene.scene(shown, prompt, look)
        self.scene: DuelScene = scene
        scene.draw(surface)

    @property
    def sent(self) -> list[Any]:
        """Return every message the player has sent."""
        return list(self.app.sent)

    def press(self, *keys: int) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.scene.event(key_down(key))
            self.scene.event(key_up(key))
            self.scene.draw(self.surface)

    def ask(self, prompt: Prompt | None) -> None:
        """Show another prompt of the server that has been open long enough to be answered."""
        self.app.model.prompt = prompt
        self.scene.update(self.scene.now + 0.1)
        self.scene.update(self.scene.now + INPUT_GUARD_S)
        self.scene.draw(self.surface)
