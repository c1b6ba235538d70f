"""The deck editor by mouse and keys: cards in and out, what is wrong, what is kept."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from client.data import deckbox
from client.data.editing import Part
from client.window.look.theme import Look
from client.window.scenes.decks.decks import DecksScene
from client.window.scenes.decks.editor import EditorScene
from client.window.scenes.decks.grid import CardGrid
from client.window.widgets import Entry
from tests.client.noting_app import NotingApp, key, press, show, write


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def app() -> NotingApp:
    return NotingApp()


def grids(scene: EditorScene) -> list[CardGrid]:
    """Main, Extra and Side Deck."""
    return [widget for widget in scene.group.widgets if isinstance(widget, CardGrid)]


def right_click(scene: EditorScene, at: tuple[int, int]) -> None:
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3))
    show(scene)


def test_the_box_opens_the_editor(app: NotingApp) -> None:
    scene = show(DecksScene(Look(), app))
    key(scene, pygame.K_e, "e")
    key(scene, pygame.K_n, "n")
    assert app.wished == ["edit", "edit"]


def test_a_card_is_taken_out_and_put_back(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deckbox.find("synchro-xyz")))
    right_click(scene, grids(scene)[0].box_of(0).center)
    assert len(scene.editing.deck.main) == 39
    assert scene.editing.problems
    press(scene, "Undo")
    assert len(scene.editing.deck.main) == 40


def test_cards_are_found_by_typing_and_put_in_by_enter(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deckbox.find("synchro-xyz")))
    entry = [widget for widget in scene.group.widgets if isinstance(widget, Entry)][1]
    scene.group.give_focus(entry)
    write(scene, "skull")
    assert scene.found[0].name == "Skull Red Bird"
    focus = scene.group.focus
    assert isinstance(focus, Entry)
    assert focus.text == "skull"
    listing = next(widget for widget in scene.group.widgets if type(widget).__name__ == "Listing")
    scene.group.give_focus(listing)
    key(scene, pygame.K_DOWN)
    key(scene, pygame.K_RETURN)
    assert scene.editing.copies(scene.reading, Part.MAIN) == 1


def test_too_many_copies_are_mended_by_one_press(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deckbox.find("synchro-xyz")))
    code = scene.editing.deck.main[0]
    scene.editing.set_copies(code, Part.MAIN, 4)
    scene.rebuild()
    show(scene)
    press(scene, "Remove one")
    assert scene.editing.copies(code, Part.MAIN) == 3


def test_what_is_saved_is_in_the_box(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deckbox.find("synchro-xyz")))
    scene.title = "Salt Road"
    key(scene, pygame.K_ESCAPE)
    assert app.wished == ["close"]
    scene.editing.sort()
    key(scene, pygame.K_ESCAPE)
    assert app.wished[-1] == "ask"
    press(scene, "Save")
    assert [deck.title for deck in deckbox.own()] == ["Salt Road"]
    press(scene, "Test hand")
    assert scene.said.startswith("A hand: ")
    box = show(DecksScene(Look(), app))
    assert "Salt Road" in [deck.title for deck in box.box]


def test_the_steppers_set_copies(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deckbox.find("synchro-xyz")))
    code = scene.reading
    scene._set(Part.SIDE, 2)
    assert scene.editing.copies(code, Part.SIDE) == 2
    scene._format(1)
    assert scene.editing.format_name == "classic"
