"""Strokes on a canvas: their place and width."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.look.brush import Brush, Stroke
from facedown_client.window.look.icons import ICONS, icon
from facedown_client.window.look.shapes import Canvas

RED = (200, 0, 0)


def draw_strokes(*strokes: Stroke, min_width_px: float = 0) -> pygame.Surface:
    """Return a picture of 40 pixels whose middle is 0, 0 and whose unit is 20 pixels."""
    canvas = Canvas(40, 40)
    Brush(canvas, (20, 20), 20, {"ink": RED}, min_width_px).draw(strokes)
    return canvas.finish()


def is_inked(picture: pygame.Surface, x: int, y: int) -> bool:
    """Return whether a pixel has colour."""
    return picture.get_at((x, y))[3] > 128


@pytest.mark.parametrize(
    ("stroke", "within", "outside"),
    [
        (Stroke("fill", "ink", [(-1, -1), (0, -1), (0, 0), (-1, 0)], []), (10, 10), (30, 10)),
        (Stroke("line", "ink", [(-1, 0), (1, 0)], [0.2]), (30, 21), (30, 24)),
        (Stroke("disc", "ink", [(-0.5, 0), (0.5, 0)], [0.2]), (30, 20), (20, 20)),
        (Stroke("ring", "ink", [(0, 0)], [0.5, 0.2]), (30, 20), (20, 20)),
        (Stroke("ring", "ink", [(0, 0)], [0.5, 0.2]), (31, 20), (33, 20)),
        (Stroke("box", "ink", [(-1, -1), (0.5, 0)], [0.1, 0]), (28, 10), (32, 10)),
        (Stroke("box", "ink", [(-1, -1), (0.5, 0)], [0.1, 0.1]), (20, 0), (20, 10)),
    ],
)
def test_strokes_lie_where_they_say(
    stroke: Stroke, within: tuple[int, int], outside: tuple[int, int]
) -> None:
    picture = draw_strokes(stroke)
    assert is_inked(picture, *within)
    assert not is_inked(picture, *outside)


def test_a_hole_lets_what_is_below_show() -> None:
    picture = draw_strokes(Stroke("disc", "ink", [(0, 0)], [0.9]), Stroke("hole", "ink", [(0, 0)], [0.3]))
    assert not is_inked(picture, 20, 20)
    assert is_inked(picture, 32, 20)


def test_thin_lines_get_the_least_width() -> None:
    hair = Stroke("line", "ink", [(-1, 0), (1, 0)], [0.01])
    assert not is_inked(draw_strokes(hair), 20, 18)
    assert is_inked(draw_strokes(hair, min_width_px=4), 20, 18)


@pytest.mark.parametrize(
    "stroke",
    [
        Stroke("blot", "ink", [(0, 0)], []),
        Stroke("line", "ink", [(0, 0)], []),
        Stroke("fill", "ink", [], [1]),
    ],
)
def test_what_is_no_stroke_is_refused(stroke: Stroke) -> None:
    with pytest.raises(ValueError, match=stroke.kind):
        draw_strokes(stroke)


@pytest.mark.parametrize("name", sorted(ICONS))
def test_every_icon_has_ink_within_its_square(name: str) -> None:
    surface = pygame.Surface((60, 60))
    rect = icon(surface, name, (30, 30), 24, RED)
    pixels = [(x, y) for x in range(60) for y in range(60) if surface.get_at((x, y))[0] > 100]
    assert len(pixels) > 20
    assert all(rect.collidepoint(spot) for spot in pixels)
