"""Siding by drag, right click and keys; what prevents it; and a spectator's view of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import Part
from facedown_client.model import card_catalogue, data_folder
from facedown_client.window import look
from facedown_client.window.art import shared_faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.table.siding import SidingScene, fit_parts
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    Leave,
    Option,
    Prompt,
    Seated,
    SeatInfo,
    TableInfo,
    UseDeck,
)
from facedown_shared.text.words import words
from tests.client.noting_app import NotingApp, press, press_key, show
from tests.client.screens import record_texts, surface

__all__ = ["surface"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield
    shared_faces(card_catalogue.pictures(""), data_folder.home() / "faces", False).close()


def app_at(seat: int = 0, *, asked: bool = True, done: tuple[bool, bool] = (False, False)) -> NotingApp:
    """Return an app between the first duel of three and the second, in a seat, or (-1) watching."""
    app = NotingApp()
    seats = (
        SeatInfo("Wren", True, deck=True, ready=done[0]),
        SeatInfo("Halvard", True, deck=True, ready=done[1], wins=1),
    )
    app.model.handle_message(Seated("AB2-CDE", seat, "t", {}))
    app.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 3, "siding", seats, ("Priya",), duel=1)))
    if asked:
        app.model.handle_message(Prompt(9, "side", words("plain", "side"), (Option("keep"),)))
    return app


def siding_scene(app: NotingApp) -> SidingScene:
    scene: SidingScene = show(SidingScene(Look(), app, deck_entries.find_deck("synchro-xyz")))
    return scene


def drag(scene: SidingScene, start: tuple[int, int], end: tuple[int, int]) -> None:
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in ((start[0] + 20, start[1]), end):
        scene.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
        show(scene)
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    show(scene)


def empty_point(scene: SidingScene, part: Part) -> tuple[int, int]:
    """Return a point of a part without a card."""
    panel = scene.boxes[part].panel
    return panel.right - 4, panel.centery


def test_cards_are_exchanged_by_drag_and_sent_when_the_sizes_are_right() -> None:
    app = app_at()
    scene = siding_scene(app)
    tornado, synchron = scene.siding.cards(Part.SIDE)[0], scene.siding.cards(Part.MAIN)[0]
    drag(scene, scene.grids[Part.SIDE].box_of(0).center, empty_point(scene, Part.MAIN))
    assert scene.siding.cards(Part.MAIN)[-1] == tornado
    press(scene, "Done")
    assert app.sent == [], "41 cards are one too many"
    drag(scene, scene.grids[Part.MAIN].box_of(0).center, empty_point(scene, Part.SIDE))
    press(scene, "Done")
    assert isinstance(app.sent[-1], UseDeck)
    sent = deck_entries.from_text(app.sent[-1].deck).deck
    assert sent.counts == scene.siding.before.counts
    assert sent.side.count(synchron) == 1
    assert sent.main.count(tornado) == 1
    assert app.wishes[-2][0] == "store_deck", "the next siding begins from this deck"


def test_a_card_that_does_not_belong_there_stays_and_says_why() -> None:
    scene = siding_scene(app_at())
    drag(scene, scene.grids[Part.MAIN].box_of(0).center, empty_point(scene, Part.EXTRA))
    assert scene.siding.after == scene.siding.before
    assert scene.said == "Junk Synchron does not belong in the Extra Deck."
    drag(scene, scene.grids[Part.MAIN].box_of(0).center, (100, 600))
    assert scene.siding.after == scene.siding.before


def test_the_same_by_keys_and_back() -> None:
    app = app_at()
    scene = siding_scene(app)
    scene.group.give_focus(scene.grids[Part.SIDE])
    press_key(scene, pygame.K_RIGHT)
    press_key(scene, pygame.K_RETURN)
    assert len(scene.siding.cards(Part.SIDE)) == 5
    assert scene.siding.new_indices(Part.MAIN) == {40}
    scene.group.give_focus(scene.grids[Part.EXTRA])
    press_key(scene, pygame.K_RIGHT)
    press_key(scene, pygame.K_RETURN)
    assert [len(scene.siding.cards(part)) for part in Part] == [41, 7, 6]
    press_key(scene, pygame.K_u, "u")
    assert scene.siding.after == scene.siding.before
    press(scene, "Undo")
    assert [len(scene.siding.cards(part)) for part in Part] == [41, 7, 6]
    press_key(scene, pygame.K_k, "k")
    assert app.sent == [Answer(9, (0,))]
    assert scene.prompt is None


def test_a_right_click_exchanges_too() -> None:
    scene = siding_scene(app_at())
    grid = scene.grids[Part.MAIN]
    at, code = grid.box_of(2).center, grid.cards[2]
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3))
    assert scene.siding.cards(Part.SIDE)[-1] == code


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_cards_are_large_enough_to_read_and_copies_are_counted(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float
) -> None:
    """Copies are one picture, so that the pictures are larger; names are plates of at least 8.5 pixels."""
    scene = SidingScene(Look(text_scale=scale), app_at(), deck_entries.find_deck("synchro-xyz"))
    sizes: list[tuple[str, float]] = []
    write = look.write_text

    def record(surface: pygame.Surface, words: str, at: Any, pixels: float, *more: Any, **named: Any) -> Any:
        sizes.append((words, pixels))
        return write(surface, words, at, pixels, *more, **named)

    monkeypatch.setattr("facedown_client.window.scenes.decks.grid.write_text", record)
    screen = pygame.Surface(size)
    scene.update(0.0)
    scene.draw(screen)
    unit = scene.look.theme(size).u
    for part, grid in scene.grids.items():
        assert len(set(grid.cards)) == len(grid.cards)
        assert sum(grid.copies) == len(scene.siding.cards(part))
        assert grid.wide >= int(52 * unit)
        assert all(grid.rect.contains(grid.box_of(index)) for index in range(len(grid.cards)))
        assert scene.boxes[part].panel.contains(grid.rect)
    assert min(pixels for _, pixels in sizes) >= 8.5
    assert sum(words.endswith("…") for words, _ in sizes) <= len(sizes) / 5, "few words are cut"


@pytest.mark.parametrize("main", [1, 14, 40, 60])
def test_every_deck_fits(main: int) -> None:
    wide, heights = fit_parts(main)
    assert 30 <= wide <= 84
    assert sum(heights) == 644 - 72 - 16
    assert wide >= (38 if main > 40 else 44 if main > 14 else 68)


def test_a_deck_that_is_not_known_can_only_be_kept() -> None:
    app = app_at()
    scene = show(SidingScene(Look(), app, None))
    press(scene, "Play the same deck")
    assert app.sent == [Answer(9, (0,))]


def test_cards_that_only_the_server_knows_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Facts(code=900_004_002, name="Told Wyrm", kinds=("monster",), attack=100, defense=200)
    known = deck_entries.find_deck("synchro-xyz")
    deck = replace(known, deck=replace(known.deck, main=(told.code, 900_004_003, *known.deck.main[2:])))
    card_catalogue.note_sent_cards([told])
    scene = SidingScene(Look(), app_at(), deck)
    drawn = record_texts(monkeypatch)
    show(scene)
    assert "900004003" in drawn  # unknown to both
    assert str(told.code) not in drawn


def test_who_watches_sees_no_cards_and_can_leave() -> None:
    app = app_at(-1, asked=False)
    scene = siding_scene(app)
    assert not scene.grids
    press(scene, "Leave")
    assert app.sent == [Leave()]


def test_who_plays_keeps_the_seat_or_is_asked_before_giving_up() -> None:
    app = app_at()
    press(siding_scene(app), "Leave, keep my seat")
    assert (app.wished[-1], app.sent) == ("leave_duel", [])
    press(siding_scene(app), "Give up")
    assert app.sent == []
    app.agree()
    assert app.sent == [Leave()]


@pytest.mark.parametrize(
    ("seat", "done", "told"),
    [
        (0, (False, False), ["You are siding", "The other player is still siding"]),
        (0, (False, True), ["You are siding", "The other player is done"]),
        (1, (False, True), ["The other player is still siding", "You are done"]),
        (-1, (True, False), ["Done", "Still siding"]),
    ],
)
def test_everybody_sees_who_is_done(
    monkeypatch: pytest.MonkeyPatch, seat: int, done: tuple[bool, bool], told: list[str]
) -> None:
    scene = siding_scene(app_at(seat, asked=seat == 0, done=done))
    drawn = record_texts(monkeypatch)
    show(scene)
    assert [words for words in drawn if words.lower().endswith(("siding", "done")) and words != "Siding"][
        :2
    ] == told
