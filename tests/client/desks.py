"""A desk that takes notes, and hands for the screens laid before it: show, key, write, click, press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from client.connection.returns import Return
from client.data.deckbox import Boxed
from client.data.model import Model
from client.data.settings import Settings
from client.window.desk import Connection, Nearby


class NotingDesk:
    """A Desk that writes down every wish."""

    def __init__(self) -> None:
        self.settings = Settings(name="Wren")
        self.model = Model()
        self.notice = ""
        self.connection = Connection("up", "", "10.0.0.2:7777", 0.0, 0.02)
        self.nearby: tuple[Nearby, ...] = ()
        self.looking = "looking for tables"
        self.returns: tuple[Return, ...] = ()
        self.way_back = ""
        self.both: tuple[Boxed | None, Boxed | None] = (None, None)
        self.wishes: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *words, **more: self.wishes.append((name, (*words, *more.values())))

    def change(self, own: Settings) -> None:
        self.settings = own

    def agree(self) -> None:
        """Say yes to the last question."""
        self.wishes[-1][1][-1]()

    @property
    def sent(self) -> list[Any]:
        """Every message that would have gone to the server."""
        return [words[0] for name, words in self.wishes if name == "send"]

    @property
    def wished(self) -> list[str]:
        """Every other wish by name."""
        return [name for name, _ in self.wishes if name not in ("send", "press")]


def show(scene: Any, size: tuple[int, int] = (1280, 720)) -> Any:
    """The scene, drawn once."""
    surface = pygame.display.set_mode(size)
    scene.update(0.0)
    scene.draw(surface)
    return scene


def key(scene: Any, code: int, letter: str = "") -> None:
    """One key, and what comes of it drawn."""
    scene.event(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=0))
    show(scene)


def write(scene: Any, words: str) -> None:
    for letter in words:
        scene.event(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    show(scene)


def click(scene: Any, at: tuple[int, int]) -> None:
    """The left button, down and up."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.event(pygame.event.Event(kind, pos=at, button=1))
    show(scene)


def press(scene: Any, label: str) -> None:
    """A click on the button with these words."""
    found = next(widget for widget in scene.group.widgets if getattr(widget, "label", "") == label)
    click(scene, found.rect.center)
