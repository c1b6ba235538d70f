"""An app that records its calls, and hands for the screens it shows: show, key, write, click, press."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from facedown_client.connection.hosting import OwnServer
from facedown_client.connection.link import ConnectionState
from facedown_client.connection.return_places import Return
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.data.preferences import Preferences
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_shared.network.announcements import Announcement
from facedown_shared.network.links import TableLink


def nearby_table(link: TableLink, host: str, stage: str = "gathering", best_of: int = 1) -> Announcement:
    """Return a table found on this network."""
    return Announcement(link, host=host, format="master", best_of=best_of, stage=stage)


class SetupState:
    """The setup of EDOPro's core in a state that a test sets."""

    def __init__(self) -> None:
        self.is_running = self.is_done = False
        self.lines: tuple[str, ...] = ()
        self.failure = ""
        self.started: list[tuple[str, str]] = []

    def start(self, folder: str, engine: str) -> None:
        """Record the request."""
        self.started.append((folder, engine))

    def stop(self) -> None:
        """Do nothing."""


class NotingChecks:
    """Checks of the duels to return to: counts the requests."""

    def __init__(self) -> None:
        self.count = 0

    def repeat(self) -> None:
        """Count the request."""
        self.count += 1


class NotingNetwork:
    """A Network in a state that a test sets."""

    def __init__(self) -> None:
        self.connection = ConnectionState("up", "", "10.0.0.2:7777", 0.0, 0.02)
        self.nearby: tuple[Announcement, ...] = ()
        self.search_state = "looking for tables"
        self.returns: tuple[Return, ...] = ()
        self.way_back = self.replay_link = ""
        self.recorded_replay: Path | None = None
        self.is_practice = False
        self.own_server = OwnServer()
        self.core_setup = SetupState()
        self.return_checks = NotingChecks()
        self.tries = 0

    def try_now(self) -> None:
        """Count the request."""
        self.tries += 1


class NotingApp:
    """An AppPort that records every call."""

    def __init__(self) -> None:
        self.preferences = Preferences(name="Wren")
        self.model = Model()
        self.notice = ""
        self.alone = SoloTable()
        self.network = NotingNetwork()
        self.solo_decks: tuple[DeckEntry | None, DeckEntry | None] = (None, None)
        self.wishes: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *words, **more: self.wishes.append((name, (*words, *more.values())))

    def show_notice(self, sentence: str) -> None:
        self.notice = sentence

    def save_preferences(self, own: Preferences) -> None:
        self.preferences = own

    def agree(self) -> None:
        """Answer yes to the last question."""
        self.wishes[-1][1][-1]()

    @property
    def sent(self) -> list[Any]:
        """Return every message that would have been sent to the server."""
        return [words[0] for name, words in self.wishes if name == "send"]

    @property
    def wished(self) -> list[str]:
        """Every other request by name."""
        return [name for name, _ in self.wishes if name not in ("send", "play_press_sound")]


def show(scene: Any, size: tuple[int, int] = (1280, 720)) -> Any:
    """Return the scene, drawn once."""
    surface = pygame.display.set_mode(size)
    scene.update(0.0)
    scene.draw(surface)
    return scene


def press_key(scene: Any, code: int, letter: str = "") -> None:
    """Press one key, and draw the result."""
    scene.event(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=0))
    show(scene)


def write(scene: Any, words: str) -> None:
    for letter in words:
        scene.event(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    show(scene)


def click(scene: Any, at: tuple[int, int]) -> None:
    """Press and release the left button."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.event(pygame.event.Event(kind, pos=at, button=1))
    show(scene)


def press(scene: Any, label: str) -> None:
    """Click the button with these words."""
    found = next(widget for widget in scene.group.widgets if getattr(widget, "label", "") == label)
    click(scene, found.rect.center)
