"""Icons in one colour: `icon(surface, name, centre, size, colour)`; the names are the keys of ICONS."""

from __future__ import annotations

from pathlib import Path

import pygame

from facedown_client.window.look.brush import Brush
from facedown_client.window.look.drawings import INK, Drawing, read_drawings
from facedown_client.window.look.shapes import Canvas, Colour, Point, blit_centred, draw_cached

ICONS = read_drawings(Path(__file__).with_name("icons.txt"))

MIN_LINE_PX = 1.25


def draw_in_square(canvas: Canvas, drawing: Drawing, corner: Point, size: float, colour: Colour) -> None:
    """Draw a drawing of a unit square in one colour; `corner` is its left upper corner."""
    Brush(canvas, corner, size, {INK: colour}, MIN_LINE_PX).draw(drawing.strokes())


def icon(surface: pygame.Surface, name: str, centre: Point, size: float, colour: Colour) -> pygame.Rect:
    """Draw an icon of this size around a point."""
    edge = max(1.0, size * 0.08)

    def draw(canvas: Canvas) -> None:
        draw_in_square(canvas, ICONS[name], (edge, edge), size, colour)

    picture = draw_cached(("icon", name, round(size, 2), colour), size + 2 * edge, size + 2 * edge, draw)
    return blit_centred(surface, picture, centre)
