"""Solo, Practise and the setup of EDOPro's core: what they offer, and the requests they make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from facedown_client.connection import core_setup, hosting
from facedown_client.data import deck_entries, preferences
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.table.core_setup import CoreScene
from facedown_client.window.scenes.table.solo import CoreForm, PractiseScene, SoloScene
from facedown_client.window.widgets import Button, Dropdown, Segments
from facedown_shared.decks import core_location
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import store_lists
from facedown_shared.tables import DECK_FORMATS
from tests.client.noting_app import NotingApp, press, press_key, show

LISTS = [Limits("GOAT 2005.4"), Limits("TCG 2026.5")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of our own, with nothing in it, on a computer that can run a core."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    for module in (hosting, core_setup):
        monkeypatch.setattr(module, "can_run_core", lambda: True)
    return tmp_path


def bring(home: Path) -> None:
    """Install a core with two ban lists on this computer."""
    place = home / core_location.FOLDER
    place.mkdir()
    store_lists(place / "here.lists", LISTS)
    (place / core_location.REMEMBERED).write_bytes(b'{"lists": "here.lists", "source": "an engine 1"}')


def choose_core(scene: CoreForm) -> None:
    """Choose EDOPro's core among the ways to play."""
    ways = next(widget for widget in scene.group.widgets if isinstance(widget, Segments))
    ways.choose(ways.words.index("EDOPro's core"))
    show(scene)


def lists_of(scene: CoreForm) -> Dropdown:
    return next(one for one in scene.group.widgets if isinstance(one, Dropdown) and "TCG 2026.5" in one.words)


def request(app: NotingApp, name: str) -> tuple[Any, ...]:
    return next(words for called, words in app.wishes if called == name)


@pytest.mark.parametrize("make", [SoloScene, PractiseScene])
def test_without_the_core_its_setup_is_offered_and_nothing_begins(home: Path, make: type[CoreForm]) -> None:
    app = NotingApp()
    scene: CoreForm = show(make(Look(), app))
    choose_core(scene)
    begin = next(one for one in scene.group.widgets if isinstance(one, Button) and one.label == "Begin")
    assert not begin.enabled
    assert "not set up" in begin.reason
    press(scene, "Set up EDOPro's core…")
    assert request(app, "open_screen") == ("core",)


@pytest.mark.parametrize("make", [SoloScene, PractiseScene])
def test_once_it_is_set_up_its_lists_are_offered(home: Path, make: type[CoreForm]) -> None:
    scene: CoreForm = show(make(Look(), NotingApp()))
    choose_core(scene)
    bring(home)
    scene.update(0.0)
    show(scene)
    assert lists_of(scene).words == ("None: any cards", "GOAT 2005.4", "TCG 2026.5")


def test_solo_by_the_core_has_the_rules_of_its_ban_list(home: Path) -> None:
    bring(home)
    app = NotingApp()
    scene: SoloScene = show(SoloScene(Look(), app))
    choose_core(scene)
    lists_of(scene).choose(1)
    show(scene)
    press(scene, "Begin")
    settings, *_ = request(app, "start_solo")
    assert (settings.mode, settings.format, settings.banlist) == ("core", "GOAT", "GOAT 2005.4")
    assert (app.preferences.solo, app.preferences.solo_banlist) == ("core", "GOAT 2005.4")
    again: SoloScene = show(SoloScene(Look(), app))
    assert (again.mode, again._played_banlist) == ("core", "GOAT 2005.4")


def test_solo_by_the_core_takes_any_cards_without_a_list(home: Path) -> None:
    bring(home)
    app = NotingApp()
    scene: SoloScene = show(SoloScene(Look(), app))
    choose_core(scene)
    press(scene, "Begin")
    settings, *_ = request(app, "start_solo")
    assert (settings.mode, settings.format, settings.banlist) == ("core", "master", "")


def test_practice_by_the_core_is_asked_for_and_remembered(home: Path) -> None:
    bring(home)
    app = NotingApp()
    scene: PractiseScene = show(PractiseScene(Look(), app))
    choose_core(scene)
    lists_of(scene).choose(2)
    show(scene)
    press(scene, "Begin")
    chosen, *_ = request(app, "start_practice")
    assert (chosen.mode, chosen.banlist) == ("core", "TCG 2026.5")
    app.preferences = preferences.replace(app.preferences, practice=chosen)
    again: PractiseScene = show(PractiseScene(Look(), app))
    assert (again.mode, again._played_banlist) == ("core", "TCG 2026.5")


def test_a_puzzle_is_opened_the_way_that_is_chosen(home: Path) -> None:
    bring(home)
    app = NotingApp()
    scene: SoloScene = show(SoloScene(Look(), app))
    choose_core(scene)
    scene.handle_dropped("puzzle.json")
    assert request(app, "play_file")[0] == "puzzle.json"
    assert request(app, "play_file")[-1] == "core"


def edopro(home: Path) -> Path:
    """Return a folder as EDOPro has it."""
    folder = home / "EDOPro"
    (folder / "script").mkdir(parents=True)
    (folder / "cards.cdb").write_bytes(b"SQLite")
    return folder


def test_the_setup_says_what_a_folder_and_a_file_are(home: Path) -> None:
    app = NotingApp()
    scene: CoreScene = show(CoreScene(Look(), app))
    folder, engine = edopro(home), home / "ocgcore-wasm-0.1.2.tgz"
    engine.write_bytes(b"\x1f\x8b\x08\x00")
    (home / "text").write_text("no engine", encoding="utf-8")
    (home / "empty").mkdir()
    for name, path, said in (
        ("folder", home / "nowhere", "no such folder"),
        ("folder", home / "text", "That is a file"),
        ("folder", home / "empty", "no card database"),
        ("engine", home / "nowhere", "no such file"),
        ("engine", home / "empty", "That is a folder"),
        ("engine", home / "text", "That is no engine"),
        ("engine", home / "ocgcore.dll", "EDOPro's own engine"),
    ):
        scene._type(name, str(path))
        found = scene.found_folder if name == "folder" else scene.found_engine
        assert (found.is_good, said in found.sentence) == (False, True), found
    scene.handle_dropped(str(folder))
    scene.handle_dropped(str(engine))
    assert (scene.folder, scene.engine) == (str(folder), str(engine))
    show(scene)
    press(scene, "Set it up")
    assert app.network.core_setup.started == [(str(folder), str(engine))]


def test_the_setup_shows_its_end_and_takes_the_folders_cards(home: Path) -> None:
    app = NotingApp()
    scene: CoreScene = show(CoreScene(Look(), app))
    scene._type("folder", str(edopro(home)))
    setup = app.network.core_setup
    setup.is_running = True
    scene.update(0.0)
    show(scene)
    assert any(isinstance(one, Button) and one.label == "Stop" for one in scene.group.widgets)
    assert scene.next_change(1.0) < 2.0
    bring(home)
    setup.is_running, setup.is_done = False, True
    scene.update(1.0)
    show(scene)
    assert "an engine 1" in scene.installed
    assert "GOAT 2005.4" in scene.installed
    assert app.preferences.cards == str(home / "EDOPro")
    press_key(scene, pygame.K_ESCAPE)
    assert request(app, "close") == ()


def level_of(scene: PractiseScene) -> Segments:
    """Return the choice of how well the bot plays."""
    return next(one for one in scene.group.widgets if isinstance(one, Segments) and "Easy" in one.words)


def test_the_level_of_the_bot_is_asked_for_and_remembered(home: Path) -> None:
    app = NotingApp()
    scene: PractiseScene = show(PractiseScene(Look(), app))
    assert level_of(scene).words[level_of(scene).chosen] == "Normal"
    level_of(scene).choose(0)
    show(scene)
    press(scene, "Begin")
    chosen, *_ = request(app, "start_practice")
    assert chosen.level == "easy"
    app.preferences = preferences.replace(app.preferences, practice=chosen)
    again: PractiseScene = show(PractiseScene(Look(), app))
    assert level_of(again).words[level_of(again).chosen] == "Easy"


def test_the_bot_has_no_levels_where_it_plays_by_hand(home: Path) -> None:
    app = NotingApp()
    scene: PractiseScene = show(PractiseScene(Look(), app))
    scene._set_format(DECK_FORMATS.index("fab"))
    show(scene)
    assert not any(isinstance(one, Segments) and "Easy" in one.words for one in scene.group.widgets)
    press(scene, "Begin")
    chosen, *_ = request(app, "start_practice")
    assert chosen.level == ""


def deck_choice(scene: CoreForm) -> Dropdown:
    """Return the choice of our own deck."""
    return next(
        one for one in scene.group.widgets if isinstance(one, Dropdown) and "Council of Fours" in one.words
    )


@pytest.mark.parametrize(("make", "name"), [(SoloScene, "start_solo"), (PractiseScene, "start_practice")])
def test_a_surprise_brings_a_deck_that_is_allowed(home: Path, make: type[CoreForm], name: str) -> None:
    app = NotingApp()
    scene: CoreForm = show(make(Look(), app))
    choice = deck_choice(scene)
    assert choice.words[-1] == "Surprise me"
    choice.choose(len(choice.words) - 1)
    show(scene)
    press(scene, "Begin")
    deck = request(app, name)[1]
    assert deck.key in [one.key for one in deck_entries.shelf("master")]
    assert deck.reasons("master") == []
