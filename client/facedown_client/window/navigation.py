"""Which screen fits what is so: one scene at a time, and what lies over it, the topmost last.

Law: screens are chosen here and nowhere else; nothing here sends anything.
"""

from __future__ import annotations

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
from facedown_client.window.scenes.dialogs import Help, ReconnectDialog
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.replays.scene import ReplayScene
from facedown_client.window.scenes.replays.shelf import ReplaysScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.settings import SettingsScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.scenes.table.practice import PractiseScene
from facedown_client.window.scenes.table.siding import SidingScene
from facedown_client.window.scenes.table.solo import SoloScene
from facedown_client.window.scenes.table.table import TableScene

RESULT_DELAY_S = 1.6
"""Seconds the last board is seen before the result lies over it."""

MAX_FRAME_PAINT_S = 0.02
"""Seconds after which a picture of a duel leaves parts that are new to the next one, so none takes long."""

FACE_FRAME_INTERVAL_S = 0.1
"""Seconds between pictures while card faces are being drawn."""


class Screens:
    """The scene, the overlays, and when each comes and goes."""

    def __init__(self, look: Look, app: AppPort) -> None:
        self.look = look
        self.app = app
        self.place = ""
        self.scene: Scene = HomeScene(look, app)
        self.overlays: list[Scene] = []
        self._over_since: float | None = None
        self._result_shown = False

    @property
    def top(self) -> Scene:
        """What events go to."""
        return self.overlays[-1] if self.overlays else self.scene

    @property
    def is_typing(self) -> bool:
        """Whether letters belong to a line of text now."""
        group = getattr(self.top, "group", None)
        focus = group.focus if group is not None else None
        return focus is not None and focus.typing

    def dress(self, look: Look) -> None:
        """Every open scene takes on a new look."""
        self.look = look
        for scene in (self.scene, *self.overlays):
            if hasattr(scene, "look"):
                scene.look = look

    def open(self, scene: Scene) -> None:
        """Lay a scene over the others, unless one of its kind is there."""
        if not any(type(scene) is type(other) for other in self.overlays):
            self.overlays.append(scene)

    def show(self, name: str) -> None:
        """Open one of the screens that any other can ask for."""
        look, app = self.look, self.app
        made: dict[str, Callable[[], Scene]] = {
            "settings": lambda: SettingsScene(look, app),
            "help": lambda: Help(look, app, self._helped),
            "decks": lambda: DecksScene(look, app),
            "host": lambda: HostScene(look, app),
            "practise": lambda: PractiseScene(look, app),
            "solo": lambda: SoloScene(look, app),
            "replays": lambda: ReplaysScene(look, app),
            "result": lambda: ResultScene(look, app),
            "watch": lambda: LobbyScene(look, app),
        }
        self.open(made[name]())

    @property
    def _helped(self) -> str:
        """Return the keys of the help: those of the top screen."""
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

    def clear(self) -> None:
        """Close every overlay."""
        self.overlays.clear()

    def begin_anew(self) -> None:
        """Remove all screens, even if the same screen comes again."""
        self.clear()
        self.place = ""

    @property
    def opened(self) -> tuple[Scene, ...]:
        """Everything that is open, from below."""
        return (self.scene, *self.overlays)

    def update(self, now: float) -> None:
        """Update them with the time, and with finished card faces."""
        take_in_faces()
        if isinstance(self.scene, DuelScene):
            self.scene.is_covered = any(isinstance(scene, ResultScene) for scene in self.overlays)
            self.scene.is_put_away = self._result_shown and not self.scene.is_covered
        for scene in self.opened:
            scene.update(now)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw them over each other."""
        for scene in self.opened:
            scene.draw(surface)

    def next_change(self, now: float) -> float:
        """Return when one of them will look different though nothing happens, card faces being drawn
        included.
        """
        faces = now + FACE_FRAME_INTERVAL_S if are_faces_coming() else math.inf
        return min(faces, *(scene.next_change(now) for scene in self.opened))

    # --- what fits ------------------------------------------------------------------------------------------

    def settle(self, now: float, *, in_lobby: bool, deck: DeckEntry | None) -> bool:
        """Show what fits; True in the moment in which the result appears."""
        place = where(self.app.model, in_lobby=in_lobby)
        if place != self.place and not (place == "siding" and self._is_showing):
            if self.place:  # at first only what the player began with lies over it
                stays = SettingsScene | Help
                self.overlays = [scene for scene in self.overlays if isinstance(scene, stays)]
            self.place = place
            self.scene = self._make(place, deck)
        self._show_connection()
        return self._show_result(now)

    @property
    def _is_showing(self) -> bool:
        """Whether the board is still showing what led to the end."""
        return isinstance(self.scene, DuelScene) and self.scene.presenting.showing.is_behind

    def _make(self, place: str, deck: DeckEntry | None) -> Scene:
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
            self._drop(ResultScene)
            return False
        self._over_since = now if self._over_since is None or self._is_showing else self._over_since
        wait = RESULT_DELAY_S * max(self.app.preferences.motion, 0.25)
        if self._result_shown or now - self._over_since <= wait:
            return False
        self._result_shown = True
        self.show("result")
        return True

    def _show_connection(self) -> None:
        status = self.app.network.connection.status
        if self.app.model.table is not None and status in ("waiting", "connecting"):
            self.open(ReconnectDialog(self.look, self.app))
        else:
            self._drop(ReconnectDialog)

    def _drop(self, kind: type) -> None:
        if any(isinstance(scene, kind) for scene in self.overlays):
            self.overlays = [scene for scene in self.overlays if not isinstance(scene, kind)]


def where(model: Model, *, in_lobby: bool) -> str:
    """Return the place of the client, by what it knows: home, lobby, table, duel or siding."""
    if model.table is None:
        return "lobby" if in_lobby and model.welcome is not None else "home"
    if model.table.stage in ("duel", "over") and model.view is not None:
        return "duel"
    return "siding" if model.table.stage == "siding" else "table"
