"""Larger text covers nothing: plates of cards, a player's points, the buttons of the prompt modes."""

from __future__ import annotations

from typing import Any

import msgspec
import pygame
import pytest

from facedown_client.window.look import theme as theme_module
from facedown_client.window.look.theme import Look
from facedown_client.window.paint import cards
from facedown_client.window.paint.rail.plates import draw_plate
from facedown_client.window.widgets import Segments
from facedown_shared.tables import View
from tests.client.screens import surface
from tools import sample_scene, samples

__all__ = ["surface"]

SIZES = [(1280, 720), (1024, 640), (1920, 1080)]
SCALES = [1.0, 1.15, 1.3]


def record_boxes(patch: pytest.MonkeyPatch) -> list[tuple[str, pygame.Rect]]:
    """Record every line of text as it is drawn from now on, perhaps cut, and its box."""
    found: list[tuple[str, pygame.Rect]] = []
    write = theme_module.write_text

    def record(surface: pygame.Surface, words: str, *more: Any, **named: Any) -> pygame.Rect:
        box = write(surface, words, *more, **named)
        found.append((words, box))
        return box

    patch.setattr(theme_module, "write_text", record)
    return found


def flesh_and_blood_view() -> View:
    """Return the View of a turn with points to act with, and resources."""
    tallies = {"0:life": 20, "1:life": 38, "0:action": 1, "0:resource": 10, "1:action": 0, "1:resource": 0}
    return msgspec.structs.replace(samples.BusyBoard().view(), table="fab", tallies=tallies)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_points_beside_life_are_whole_and_overlap_nothing(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float
) -> None:
    screen = pygame.Surface(size)
    scene, _ = sample_scene.scene(flesh_and_blood_view(), look=Look(text_scale=scale))
    scene.draw(screen)
    shown = scene.board_frame()
    texts = record_boxes(monkeypatch)
    for seat in (0, 1):
        texts.clear()
        draw_plate(screen, shown, seat)
        plate = pygame.Rect(*shown.layout.rail.plates[seat])
        points = shown.points_of(seat)
        assert points.count(" ") >= 3
        lettering = [box for words, box in texts if words.strip()]
        assert points in [words for words, _ in texts]
        assert all(plate.contains(box.inflate(0, -box.h // 2)) for box in lettering)
        rows = [box.inflate(0, round(-box.h * 0.4)) for box in lettering]
        assert not any(one.colliderect(other) for step, one in enumerate(rows) for other in rows[:step])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_names_leave_the_picture_and_marks_free(
    surface: pygame.Surface, size: tuple[int, int], scale: float
) -> None:
    screen = pygame.Surface(size)
    scene, _ = sample_scene.scene(samples.BusyBoard().view(), look=Look(text_scale=scale))
    scene.draw(screen)
    shown = scene.board_frame()
    spot = next(spot for spot in shown.spots if spot.place.zone == "monster" and spot.place.seat == 0)
    for name in ("Giant Soldier of Stone", "Mystical Space Typhoon", "Red-Eyes Black Dragon", "Sangan"):
        plate = cards.name_plate(shown, spot.rect, name).box
        assert plate.h <= spot.rect.h * (0.44 if scale > 1 else 0.5)
        box = pygame.Rect(0, 0, *shown.layout.card_size())
        box.center = round(spot.rect.centre[0]), round(spot.rect.centre[1])
        for turned in (False, True):
            drawn = pygame.Rect(0, 0, box.h, box.w) if turned else box.copy()
            drawn.center = box.center
            first, level, _ = cards.find_mark_spots(
                shown.theme, spot.rect, drawn, plate.bottom, turned=turned
            )
            assert min(first[1], level[1]) - shown.theme.px(6) >= plate.bottom
            assert level[1] + shown.theme.px(6) <= spot.rect.bottom - shown.theme.px(18)


@pytest.mark.parametrize("scale", SCALES)
def test_numbers_stay_within_a_narrow_place(surface: pygame.Surface, scale: float) -> None:
    scene, _ = sample_scene.scene(samples.BusyBoard().view(), look=Look(text_scale=scale))
    scene.draw(surface)
    shown = scene.board_frame()
    zone = shown.layout.spots[0].rect._replace(w=shown.layout.card_size()[0] + shown.theme.px(8))
    parts = [cards.Number("1500", True, 1), cards.Number("1200", False, 0)]
    assert cards.number_plate(shown, zone, parts, False).box.w <= zone.w + shown.theme.px(14)


@pytest.mark.parametrize("scale", SCALES)
def test_words_of_segments_have_room_and_one_size(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    theme, texts = Look(text_scale=scale).theme((1280, 720)), record_boxes(monkeypatch)
    made = Segments((100, 100, 200, 32), ("Always", "Smart", "Able", "Never"), 1)
    made.draw(surface, theme)
    for (_, box), cell in zip(texts, made.cells(theme), strict=True):
        assert box.left - cell.left >= 4
        assert cell.right - box.right >= 4
    assert len({box.h for _, box in texts}) == 1
