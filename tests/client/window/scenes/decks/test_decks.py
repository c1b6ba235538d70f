"""The deck box on the screen: by keys and mouse, with its line about each deck."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from facedown_client.data import deck_entries
from facedown_client.model import card_catalogue, data_folder
from facedown_client.window.art import shared_faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.decks.reasons import ReasonList
from facedown_client.window.scenes.dialogs import NameScene
from facedown_client.window.widgets import Entry, ListBox
from facedown_shared.decks.decks import Deck
from tests.client.noting_app import NotingApp, click, press, press_key, show, write


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield tmp_path
    shared_faces(card_catalogue.pictures(""), data_folder.home() / "faces", False).close()


@pytest.fixture
def app() -> NotingApp:
    return NotingApp()


def box(app: NotingApp) -> DecksScene:
    scene: DecksScene = show(DecksScene(Look(), app))
    return scene


def deck_list(scene: DecksScene) -> ListBox:
    return next(widget for widget in scene.group.widgets if type(widget) is ListBox)


def reasons(scene: DecksScene) -> list[str]:
    found = [widget for widget in scene.group.widgets if isinstance(widget, ReasonList)]
    return [" ".join(row) for widget in found for row in widget.rows]


def test_the_list_keeps_its_place_while_decks_are_chosen(app: NotingApp) -> None:
    for number in range(12):
        deck_entries.save_deck(deck_entries.find_deck("starter-yugi"), f"Deck {number:02}")
    scene = box(app)
    rows = deck_list(scene)
    rows.scroll(300)
    show(scene)
    at = rows.row(7).center
    click(scene, at)
    assert scene.deck.title == "Deck 07"
    assert deck_list(scene) is rows
    assert rows.row(7).center == at


def test_a_deck_is_renamed_copied_deleted_and_brought_back(app: NotingApp) -> None:
    deck_entries.save_deck(deck_entries.find_deck("starter-yugi"), "Amber")
    scene = box(app)
    press_key(scene, pygame.K_p, "p")
    press_key(scene, pygame.K_r, "r")
    naming = show(app.wishes[-1][1][0])
    assert isinstance(naming, NameScene)
    write(naming, "Amber Road")
    press_key(naming, pygame.K_RETURN)
    show(scene)
    assert scene.deck.title == "Amber Road"
    assert app.preferences.deck == scene.deck.key, "the deck in use stays the one in use"
    press_key(scene, pygame.K_d, "d")
    assert scene.deck.title == "Amber Road 2"
    press_key(scene, pygame.K_DELETE)
    assert [deck.title for deck in deck_entries.own()] == ["Amber Road"]
    assert scene.said == "Amber Road 2 is deleted."
    press(scene, "Undo")
    assert scene.deck.title == "Amber Road 2"
    assert scene.said == "Amber Road 2 was restored."


def test_a_name_that_cannot_be_taken_is_said_where_it_is_typed(app: NotingApp) -> None:
    deck_entries.save_deck(deck_entries.find_deck("starter-yugi"), "Amber")
    scene = box(app)
    press_key(scene, pygame.K_r, "r")
    naming = show(app.wishes[-1][1][0])
    Path(scene.deck.key).unlink()
    press(naming, "Rename")
    assert "cannot be renamed" in naming.trouble
    assert app.wished[-1] == "open_scene"


def test_every_reason_is_listed_and_a_banlist_is_chosen_or_dropped(app: NotingApp, own_folder: Path) -> None:
    deck_entries.save_deck(deck_entries.from_deck(Deck((1, 2, 3, 4), (5,)), "Odd"), "Odd")
    scene = box(app)
    assert len(reasons(scene)) == 6
    banlist = own_folder / "house.conf"
    banlist.write_text("!House\n63977008 0\n", encoding="utf-8")
    scene.handle_dropped(str(banlist))
    scene.box.key = "synchro-xyz"
    scene._update_chosen()
    show(scene)
    assert reasons(scene) == ["Junk Synchron is there 3 times; the list House forbids it."]
    scene._banlist(0)
    show(scene)
    assert reasons(scene) == []
    scene._judge_by(1)
    show(scene)
    there_is_no = [text.partition(": take out")[0] for text in reasons(scene)[1:]]
    assert there_is_no == [f"Yu-Gi-Oh! Classic has no {kind} Monsters" for kind in ("Synchro", "Xyz")]


def test_decks_are_found_by_a_card_and_tried(app: NotingApp) -> None:
    scene = box(app)
    entry = next(widget for widget in scene.group.widgets if isinstance(widget, Entry))
    scene.group.give_focus(entry)
    write(scene, "stardust")
    assert scene.deck.key == "synchro-xyz"
    scene.group.give_focus(None)
    press_key(scene, pygame.K_h, "h")
    assert isinstance(app.wishes[-1][1][0], HandScene)


def test_a_card_under_the_pointer_is_read(app: NotingApp, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = box(app)
    scene.box.key = "synchro-xyz"
    scene._update_chosen()
    show(scene)
    last = list(scene.grids.values())[1]
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: last.box_of(0).midleft)
    show(scene)
    assert card_catalogue.card_name(scene.reading) == "Stardust Dragon"
