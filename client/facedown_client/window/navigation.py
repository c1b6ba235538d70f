"""Navigation between screens: one scene that fits the present state, and its overlays, the topmost last.

Law: screens are chosen here and in no other module; nothing here sends anything.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable

import pygame

from facedown_client.data import DeckEntry
from facedown_client.model.model import Model
from facedown_client.window.app_port import AppPort, Scene
from facedown_client.window.art import are_faces_coming, take_in_faces
from facedown_client.window.keys import PLACES
from facedown_client.window.look import Look
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.dialogs import Help, ReconnectDialog, ServerPassword
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.glossary import GlossaryScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.lessons import LessonsScene
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.parts import update_layout
from facedown_client.window.scenes.replays.scene import ReplayScene
from facedown_client.window.scenes.replays.shelf import ReplaysScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.settings import SettingsScene
from facedown_client.window.scenes.table.core_setup import CoreScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.scenes.table.siding import SidingScene
from facedown_client.window.scenes.table.solo import PractiseScene, SoloScene
from facedown_client.window.scenes.table.table import TableScene

RESULT_DELAY_S = 1.6
"""Seconds for which the last board is visible before the result covers it."""

MAX_FRAME_PAINT_S = 0.02
"""Time limit of one picture of a duel, in seconds; further new parts wait for the next picture."""

FACE_FRAME_INTERVAL_S = 0.1
"""Seconds between pictures while card faces are being drawn."""


class Screens:
    """Present scene and overlays of the app."""

    def __init__(self, look: Look, app: AppPort) -> None:
        self.look = look
        self.app = app
        self.place = ""
        self.scene: Scene = HomeScene(look, app)
        self.overlays: list[Scene] = []
        self._boards: tuple[Scene, ...] = ()
        self._over_since: float | None = None
        self._result_shown = False

    @property
    def top(self) -> Scene:
        """Return the scene that receives events."""
        return self.overlays[-1] if self.overlays else self.scene

    @property
    def is_typing(self) -> bool:
        """Return whether a text field has the focus."""
        group = getattr(self.top, "group", None)
        focus = group.focus if group is not None else None
        return focus is not None and focus.typing

    def set_look(self, look: Look) -> None:
        """Apply a new look to every open scene."""
        self.look = look
        for scene in (self.scene, *self.overlays):
            if hasattr(scene, "look"):
                scene.look = look

    def open_scene(self, scene: Scene) -> None:
        """Open a scene over the others, unless one of its kind is open."""
        if not any(type(scene) is type(other) for other in self.overlays):
            self.overlays.append(scene)

    def open_screen(self, name: str) -> None:
        """Open a screen by its name."""
        look, app = self.look, self.app
        made: dict[str, Callable[[], Scene]] = {
            "settings": lambda: SettingsScene(look, app),
            "glossary": lambda: GlossaryScene(look, app),
            "help": lambda: Help(look, app, self._help_topic),
            "decks": lambda: DecksScene(look, app),
            "host": lambda: HostScene(look, app),
            "practise": lambda: PractiseScene(look, app),
            "lessons": lambda: LessonsScene(look, app),
            "solo": lambda: SoloScene(look, app),
            "core": lambda: CoreScene(look, app),
            "replays": lambda: ReplaysScene(look, app),
            "result": lambda: ResultScene(look, app),
            "watch": lambda: LobbyScene(look, app),
        }
        self.open_scene(made[name]())

    @property
    def _help_topic(self) -> str:
        """Return the name of the key bindings for the help: those of the top screen."""
        if isinstance(self.top, EditorScene | DecksScene):
            return "editor" if isinstance(self.top, EditorScene) else "decks"
        if isinstance(self.top, ReplayScene):
            return "replay"
        table = self.app.model.table
        if self.place != "duel" or table is None or table.mode != "free":
            return self.place
        own = f"hands of {table.format}"
        return own if own in PLACES else "hands"

    def close(self) -> None:
        """Close the topmost overlay."""
        if self.overlays:
            self.overlays.pop()

    def close_overlays(self) -> None:
        """Close every overlay."""
        self.overlays.clear()

    def reset(self) -> None:
        """Close all screens, so that even the same screen is built again."""
        self.close_overlays()
        self.place = ""

    @property
    def open_scenes(self) -> tuple[Scene, ...]:
        """Return all open scenes, the lowest first."""
        return (self.scene, *self.overlays)

    def update(self, now: float) -> None:
        """Update all open scenes with the time, and with finished card faces."""
        take_in_faces()
        if isinstance(self.scene, DuelScene):
            self.scene.is_covered = any(isinstance(scene, ResultScene) for scene in self.overlays)
            self.scene.is_put_away = self._result_shown and not self.scene.is_covered
        for scene in self.open_scenes:
            scene.update(now)
        self._free_closed_boards()

    def _free_closed_boards(self) -> None:
        """Free boards that were closed: each holds pictures as large as the window, and a scene and its parts
        refer to each other, so that Python would free them minutes later.
        """
        boards = tuple(scene for scene in self.open_scenes if isinstance(scene, DuelScene | ReplayScene))
        if any(board not in boards for board in self._boards):
            self._boards = boards
            gc.collect()
        self._boards = boards

    def prepare_for_key(self, now: float, surface: pygame.Surface) -> None:
        """Update the scenes and lay the topmost out: the event before a key may have opened a text field, and
        no picture has been drawn since.
        """
        self.update(now)
        update_layout(self.top, surface)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the open scenes, the lowest first, from the topmost that covers all below it."""
        scenes = self.open_scenes
        covering = (place for place, scene in enumerate(scenes) if getattr(scene, "covers", False))
        for scene in scenes[max(covering, default=0) :]:
            scene.draw(surface)

    def next_change(self, now: float) -> float:
        """Return the time of the next visible change without an event; card faces in progress count."""
        faces = now + FACE_FRAME_INTERVAL_S if are_faces_coming() else math.inf
        return min(faces, *(scene.next_change(now) for scene in self.open_scenes))

    # --- what fits ------------------------------------------------------------------------------------------

    def show_fitting_scene(self, now: float, *, in_lobby: bool, deck: DeckEntry | None) -> bool:
        """Show the scene that fits the state; return True at the moment when the result appears."""
        place = fitting_screen(self.app.model, in_lobby=in_lobby)
        if place != self.place and not (place == "siding" and self._is_showing):
            if self.place:  # before the first screen, keep all overlays
                stays = SettingsScene | Help | ServerPassword
                self.overlays = [scene for scene in self.overlays if isinstance(scene, stays)]
            self.place = place
            self.scene = self._make_scene(place, deck)
        self._show_connection()
        return self._show_result(now)

    @property
    def _is_showing(self) -> bool:
        """Return whether the board still animates the end of the duel."""
        return isinstance(self.scene, DuelScene) and self.scene.presenting.showing.is_behind

    def _make_scene(self, place: str, deck: DeckEntry | None) -> Scene:
        look, app = self.look, self.app
        makers: dict[str, Callable[[], Scene]] = {
            "home": lambda: HomeScene(look, app),
            "lobby": lambda: LobbyScene(look, app),
            "table": lambda: TableScene(look, app, deck),
            "siding": lambda: SidingScene(look, app, deck),
            "duel": lambda: DuelScene(look, app, patience=MAX_FRAME_PAINT_S),
        }
        return makers[place]()

    def _show_result(self, now: float) -> bool:
        table = self.app.model.table
        if table is None or table.stage != "over":
            self._over_since, self._result_shown = None, False
            self._close_scenes(ResultScene)
            return False
        self._over_since = now if self._over_since is None or self._is_showing else self._over_since
        wait = RESULT_DELAY_S * max(self.app.preferences.motion, 0.25)
        if self._result_shown or now - self._over_since <= wait:
            return False
        self._result_shown = True
        self.open_screen("result")
        return True

    def _show_connection(self) -> None:
        status, table = self.app.network.connection.status, self.app.model.table
        if table is not None and table.stage != "over" and status in ("waiting", "connecting"):
            self.open_scene(ReconnectDialog(self.look, self.app))
        else:
            self._close_scenes(ReconnectDialog)

    def _close_scenes(self, kind: type) -> None:
        if any(isinstance(scene, kind) for scene in self.overlays):
            self.overlays = [scene for scene in self.overlays if not isinstance(scene, kind)]


def fitting_screen(model: Model, *, in_lobby: bool) -> str:
    """Return the screen that fits the model: home, lobby, table, duel or siding."""
    if model.table is None:
        return "lobby" if in_lobby and model.welcome is not None else "home"
    if model.table.stage in ("duel", "over") and model.view is not None:
        return "duel"
    return "siding" if model.table.stage == "siding" else "table"
