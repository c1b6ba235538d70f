"""The form for a new table in the lobby of a server."""

from __future__ import annotations

from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.widgets import Dropdown
from facedown_shared.protocol.messages import CreateTable, Settings, Welcome
from tests.client.noting_app import NotingApp, press, show


def choose(scene: LobbyScene, label: str, words: str) -> None:
    """Choose an entry of one of the two lists."""
    lists = [widget for widget in scene.group.widgets if isinstance(widget, Dropdown)]
    found = next(one for one in lists if one.label == label)
    found.choose(found.words.index(words))
    show(scene)


def settings_of(app: NotingApp) -> Settings:
    message = app.sent[-1]
    assert isinstance(message, CreateTable)
    return message.settings


def test_the_chosen_mode_stays_when_another_game_is_chosen() -> None:
    app = NotingApp()
    app.model.handle_message(
        Welcome("Wren", "here", formats=("master", "fab"), core="a core", banlists=("GOAT 2005.4",))
    )
    scene: LobbyScene = show(LobbyScene(Look(), app))
    choose(scene, "How", "EDOPro's core")
    choose(scene, "Format", "Yu-Gi-Oh! Master, best of 3")
    press(scene, "Open a table here")
    assert (settings_of(app).best_of, settings_of(app).mode) == (3, "core")
    choose(scene, "How", "Half and half")
    for game, mode in (
        ("Flesh and Blood, single duel", "free"),
        ("Yu-Gi-Oh! Master, single duel", "half"),
    ):  # fmt: skip
        choose(scene, "Format", game)
        press(scene, "Open a table here")
        assert settings_of(app).mode == mode
