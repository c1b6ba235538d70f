"""The deck editor by mouse and keys: cards in and out, errors, what is saved."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import Part
from facedown_client.model import card_catalogue, data_folder
from facedown_client.window.art import shared_faces
from facedown_client.window.look.theme import Look, Theme
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.editor import EditorScene, UnsavedChangesScene, empty_places
from facedown_client.window.scenes.decks.grid import CardGrid
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.decks.reasons import ReasonsScene
from facedown_client.window.widgets import Button, Chip, Dropdown, Entry
from facedown_shared.cards.facts import Facts
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import PLAYED
from tests.client.noting_app import NotingApp, click, press, press_key, show, write
from tests.client.screens import surface

__all__ = ["surface"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield tmp_path
    shared_faces(card_catalogue.pictures(""), data_folder.home() / "faces", False).close()


@pytest.fixture
def app() -> NotingApp:
    return NotingApp()


def grids(scene: EditorScene) -> list[CardGrid]:
    """Return Main, Extra and Side Deck."""
    return [widget for widget in scene.group.widgets if isinstance(widget, CardGrid)]


def click_right(scene: EditorScene, at: tuple[int, int]) -> None:
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3))
    show(scene)


def test_the_box_opens_the_editor(app: NotingApp) -> None:
    scene = show(DecksScene(Look(), app))
    press_key(scene, pygame.K_e, "e")
    press_key(scene, pygame.K_n, "n")
    assert app.wished == ["edit_deck", "edit_deck"]


def test_a_card_is_taken_out_and_put_back(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    click_right(scene, grids(scene)[0].box_of(0).center)
    assert len(scene.editing.deck.main) == 39
    assert scene.editing.problems
    press(scene, "Undo")
    assert len(scene.editing.deck.main) == 40


def test_cards_are_found_by_typing_and_put_in_by_enter(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    entry = [widget for widget in scene.group.widgets if isinstance(widget, Entry)][1]
    scene.group.give_focus(entry)
    write(scene, "skull")
    assert scene.found[0].name == "Skull Red Bird"
    focus = scene.group.focus
    assert isinstance(focus, Entry)
    assert focus.text == "skull"
    listing = next(widget for widget in scene.group.widgets if type(widget).__name__ == "ListBox")
    scene.group.give_focus(listing)
    press_key(scene, pygame.K_DOWN)
    press_key(scene, pygame.K_RETURN)
    assert scene.editing.copies(scene.reading, Part.MAIN) == 1


def test_too_many_copies_are_mended_by_one_press(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    code = scene.editing.deck.main[0]
    while scene.editing.copies(code, Part.MAIN) < 4:
        scene.editing.add(code, Part.MAIN)
    scene.rebuild()
    show(scene)
    press(scene, "Remove one")
    assert scene.editing.copies(code, Part.MAIN) == 3


def test_what_is_saved_is_in_the_box(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    scene.title = "Salt Road"
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished == ["close"]
    scene.editing.sort()
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished[-1] == "open_scene"
    press(scene, "Save")
    assert [deck.title for deck in deck_entries.own()] == ["Salt Road"]
    box = show(DecksScene(Look(), app))
    assert "Salt Road" in [deck.title for deck in box.box.matching_decks]


def drag(scene: EditorScene, start: tuple[int, int], *way: tuple[int, int]) -> None:
    """Press at one point, move along others, release at the last."""
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in way:
        scene.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
        show(scene)
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=way[-1], button=1))
    show(scene)


def middle(scene: EditorScene, part: Part) -> tuple[int, int]:
    """Return where a part takes cards."""
    return scene.boxes[part].panel.center


def test_a_card_is_dragged_to_the_side_deck_and_back_before_another(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    code, count = scene.editing.deck.main[3], len(scene.editing.deck.side)
    drag(scene, scene.grids[Part.MAIN].box_of(3).center, (700, 400), middle(scene, Part.SIDE))
    assert scene.editing.deck.counts[0] == 39
    assert scene.editing.copies(code, Part.SIDE) == 1
    side = scene.grids[Part.SIDE]
    there = side.box_of(scene.editing.deck.side.index(code)).midleft
    drag(scene, there, (700, 400), scene.grids[Part.MAIN].box_of(0).center)
    assert scene.editing.deck.main[0] == code
    assert scene.editing.deck.counts[2] == count


def test_a_card_dropped_where_it_cannot_lie_flies_back_and_says_why(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    before = scene.editing.deck
    drag(scene, scene.grids[Part.EXTRA].box_of(0).move(8, 6).topleft, (700, 400), middle(scene, Part.MAIN))
    assert scene.said == "Stardust Dragon belongs in the Extra Deck, not in the Main Deck."
    assert scene.editing.deck == before
    assert scene.carrying.flight_position(scene.now) is not None
    assert scene.carrying.flight_position(scene.now + 1) is None


def test_a_found_card_is_dragged_in_and_back_out_to_the_search(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    code, start = scene.found[2].code, scene._listing.row(2).center
    drag(scene, start, (900, 400), middle(scene, Part.SIDE))
    assert scene.editing.copies(code, Part.SIDE) == 1
    there = scene.editing.deck.side.index(code)
    drag(scene, scene.grids[Part.SIDE].box_of(there).midleft, (900, 400), start)
    assert scene.editing.copies(code, Part.SIDE) == 0


def test_the_same_by_keys(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    scene.group.give_focus(scene.grids[Part.MAIN])
    press_key(scene, pygame.K_RIGHT)
    code = scene.reading
    press_key(scene, pygame.K_s, "s")
    assert scene.editing.copies(code, Part.SIDE) == 1
    scene.group.give_focus(scene.grids[Part.SIDE])
    press_key(scene, pygame.K_END)
    for _ in scene.editing.deck.side:
        press_key(scene, pygame.K_RIGHT)
    press_key(scene, pygame.K_m, "m")
    assert scene.editing.copies(code, Part.SIDE) == 0
    assert scene.editing.deck.main[-1] == code
    press_key(scene, pygame.K_DELETE)
    assert len(scene.editing.deck.side) == 5


def test_what_is_found_is_read_under_the_pointer_and_the_chosen_card_beside_it(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    chosen = scene.reading
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: scene._listing.row(1).center)
    show(scene)
    assert scene.reading == scene.found[1].code
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (100, 500))
    show(scene)
    assert scene.reading == chosen


def test_flesh_and_blood_has_its_own_cards_filters_and_places(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("kiln-and-hammer")))
    assert {facts.name for facts in scene.found} >= {"Slagmaul", "Cinder Boots", "Quench (red)"}
    assert not any(facts.is_monster or facts.is_spell for facts in scene.found)
    press(scene, "For Brannoc Hale")
    kinds = [set(facts.kinds) for facts in scene.found]
    assert kinds
    assert all(found & {"kilnwright", "generic"} for found in kinds)
    press(scene, "Reaction")
    press(scene, "Red")
    assert {facts.name for facts in scene.found} >= {"Quench (red)", "Tempered Answer (red)"}
    assert not any(facts.is_a("attack") for facts in scene.found)
    assert scene.grids[Part.EXTRA].words == ["Hero", "Weapon", "Weapon", "Head", "Chest", "Arms", "Legs"]
    click_right(scene, scene.grids[Part.EXTRA].box_of(3).center)
    assert empty_places(scene.editing.deck.extra) == ["Head"]


def test_another_format_is_of_its_own_cards(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    assert not any(facts.is_a("hero") for facts in scene.found)
    scene._format(PLAYED.index("fab"))
    assert {facts.name for facts in scene.found if facts.is_a("hero")}
    assert scene.editing.problems


def test_a_banlist_is_chosen_and_its_numbers_are_on_the_cards(app: NotingApp, own_folder: Path) -> None:
    lists = own_folder / "banlists"
    lists.mkdir()
    (lists / "house.conf").write_text("!House\n63977008 1\n60800381 0\n", encoding="utf-8")
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    scene._banlist(1)
    show(scene)
    assert scene.grids[Part.MAIN].limits[63977008] == 1
    assert app.preferences.banlist == "House"
    assert any("the list House allows 1" in words for words in scene.editing.problems)
    code = scene.editing.deck.main[0]
    drag(scene, scene.grids[Part.MAIN].box_of(0).center, (100, 400), (100, 420))
    assert scene.editing.copies(code, Part.MAIN) == 3
    press(scene, "Remove one")
    press(scene, "Remove one")
    assert scene.editing.copies(code, Part.MAIN) == 1
    assert (
        show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz"))).editing.limits.name == "House"
    )


def test_every_reason_is_listed(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.from_deck(Deck((1, 2, 3), (4,)), "Odd")))
    assert len(scene.editing.problems) == 5
    press(scene, "All…")
    reasons = app.wishes[-1][1][0]
    assert isinstance(reasons, ReasonsScene)
    assert len(show(reasons).group.widgets[0].rows) == 5


def test_a_test_hand_shows_cards_draws_on_and_tells_odds(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    press(scene, "Test hand")
    hand = show(app.wishes[-1][1][0])
    assert isinstance(hand, HandScene)
    assert (hand.trial.drawn_count, hand.trial.left_count) == (5, 35)
    press_key(hand, pygame.K_d, "d")
    assert hand.trial.left_count == 34
    grid = next(widget for widget in hand.group.widgets if isinstance(widget, CardGrid))
    click(hand, grid.box_of(0).center)
    copies = scene.editing.copies(hand.trial.hand[0], Part.MAIN)
    assert hand.trial.odds == pytest.approx(scene.editing.odds(hand.trial.hand[0], 5))
    assert 0 < hand.trial.odds < copies * 5 / 40 + 1e-9
    press_key(hand, pygame.K_r, "r")
    assert hand.trial.drawn_count == 5
    assert not hand.trial.marked


def test_the_steppers_set_copies(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    code = scene.reading
    scene._set(Part.MAIN, 1)
    scene._set(Part.SIDE, 2)
    assert [scene.editing.copies(code, part) for part in Part] == [1, 0, 2]
    scene._set(Part.MAIN, 2)
    assert scene.editing.copies(code, Part.MAIN) == 1
    assert scene.said == "Junk Synchron is in the deck 3 times, which is the maximum."
    scene._format(1)
    assert scene.editing.format_name == "classic"


def test_a_long_text_is_headed_part_by_part_scrolled_by_the_wheel_and_never_cut(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("pendulum-link")))
    stargazer = card_catalogue.cards()[94415058]
    assert stargazer.name == "Stargazer Magician"
    scene.choose_card(stargazer.code)
    drawn: list[str] = []
    monkeypatch.setattr(
        Theme, "draw_two_inks", lambda _self, _on, lines, *_more: drawn.extend(w for w, _ in lines)
    )
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (100, 300))
    show(scene)
    assert drawn[0] == "Pendulum Effect"
    for _ in range(30):
        scene.event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    show(scene)
    assert "Monster Effect" in drawn
    assert not any(line.endswith("…") for line in drawn)
    assert drawn[-1].split()[-1] == stargazer.text.split()[-1]


def test_every_card_of_the_extra_deck_can_be_told(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("pendulum-link")))
    grid = scene.grids[Part.EXTRA]
    assert len(grid.cards) == 11
    boxes = [grid.box_of(index) for index in range(len(grid.cards))]
    assert all(grid.rect.contains(box) for box in boxes)
    for box, after in pairwise(boxes):
        if box.y == after.y:
            assert after.x - box.x >= 0.8 * box.w, "most of a card is seen beside the next one"
    lower = [box for box in boxes if box.y > boxes[0].y]
    assert lower[0].y - boxes[0].y >= 0.25 * boxes[0].h, "names of the upper row are free"
    assert [grid.index_at((box.right - 2, box.y + 2)) for box in lower[-1:]] == [len(boxes) - 1]


def test_leaving_with_something_unsaved_offers_to_save_it(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    click_right(scene, grids(scene)[0].box_of(0).center)
    press(scene, "Back")
    name, (asked,) = app.wishes[-1]
    assert name == "open_scene"
    assert isinstance(asked, UnsavedChangesScene)
    show(asked)
    assert [widget.label for widget in asked.group.widgets if isinstance(widget, Button)] == [
        "Save and leave", "Leave", "Stay",
    ]  # fmt: skip
    app.wishes.clear()
    press(asked, "Stay")
    assert app.wished == ["close"]
    app.wishes.clear()
    press(asked, "Save and leave")
    assert app.wished == ["close", "close"]
    assert len(deck_entries.own()[0].deck.main) == 39


def test_a_slow_first_picture_leaves_the_preview_to_the_next_one(
    app: NotingApp, surface: pygame.Surface
) -> None:
    scene = EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz"), patience=0.0)
    preview = pygame.Rect(16, 180, 248, 300)
    scene.draw(surface)
    first = surface.subsurface(preview).copy()
    assert scene.next_change(5.0) == 5.0
    scene.draw(surface)
    assert scene.next_change(5.0) == math.inf
    assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(surface.subsurface(preview), "RGB")


def test_finer_kinds_limit_and_archetype_are_chosen_in_the_search(app: NotingApp) -> None:
    scene = show(EditorScene(Look(), app, deck_entries.find_deck("synchro-xyz")))

    def choose(title: str, wanted: str) -> list[Facts]:
        (one,) = (
            each for each in scene.group.widgets if isinstance(each, Dropdown) and each.words[0] == title
        )
        one.choose([*one.words].index(wanted))
        show(scene)
        return list(scene.found)

    assert all("xyz" in facts.kinds for facts in choose("Any monster", "Xyz"))
    choose("Any monster", "Any monster")
    assert all(facts.is_a("trap", "counter") for facts in choose("Spell, Trap", "Counter"))
    choose("Spell, Trap", "Spell, Trap")
    assert all(facts.race == "dragon" for facts in choose("Any Type", "Dragon"))
    assert choose("Limit", "1") == []
    choose("Limit", "Limit")
    (cyber,) = (facts.code for facts in choose("Any Type", "Any Type") if facts.name == "Cyber Dragon")
    scene.choose_card(cyber)
    show(scene)
    (chip,) = (one for one in scene.group.widgets if isinstance(one, Chip) and one.label == "Archetype")
    chip.press()
    show(scene)
    assert cyber in [facts.code for facts in scene.found]
    assert len(scene.found) < 10
