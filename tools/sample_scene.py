"""A duel scene over a sample model, for the galleries and for tests."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

from facedown_client.connection import ConnectionState
from facedown_client.data.preferences import Preferences
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_client.window.art import Faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_shared.protocol.messages import Prompt, TableInfo
from facedown_shared.tables import View
from tools import samples


def app_of(model: Model) -> SimpleNamespace:
    """Return as much of the app as the scene needs; it records what the scene sends and opens."""
    network = SimpleNamespace(way_back="", connection=ConnectionState("up"), recorded_replay=None)
    app = SimpleNamespace(
        model=model, preferences=Preferences(), solo_decks=(None, None), network=network, notice="", sent=[],
        opened=[], laid=[], questions=[], alone=SoloTable(), sounded=[],
    )  # fmt: skip
    app.play_sounds = lambda events: app.sounded.extend(events)
    app.leave_duel = partial(app.opened.append, "leave_duel")
    app.send, app.open_screen, app.open_scene = app.sent.append, app.opened.append, app.laid.append
    app.show_notice = partial(setattr, app, "notice")
    app.confirm = lambda title, text, yes, then: app.questions.append((title, then))
    return app


def scene(
    view: View, prompt: Prompt | None = None, look: Look | None = None, table: TableInfo | None = None
) -> tuple[DuelScene, Any]:
    """Return a duel scene over a sample model, with its app."""
    model = Model()
    model.view, model.prompt, model.seat = view, prompt, view.viewer
    model.table = table or samples.table()
    app = app_of(model)
    made = DuelScene(look or Look(), app, Faces(contrast=bool(look and look.contrast)))
    made.update(0.0)
    made.update(1.0)
    return made, app
