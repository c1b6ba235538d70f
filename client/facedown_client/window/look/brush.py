"""Strokes, and the brush that draws them: icons and emblems in their own units, on a canvas in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from facedown_client.window.look.shapes import Canvas, Colour, Point


class Stroke(NamedTuple):
    """Shape of a drawing, in the drawing's units.

    The kind gives the meaning of `numbers`. fill: none; line: its width; disc and hole: their radius; ring:
    its radius and width; box: the radius of its corners and its width. Discs, rings and holes are drawn
    around every spot; a box has its left upper and its right lower corner as spots.
    """

    kind: str
    shade: str
    spots: list[Point]
    numbers: list[float]


class Brush:
    """Brush for strokes on a canvas: `origin` is the position of 0, 0 and `unit` the length of 1, in pixels.

    `colours` gives the colour of every shade; no line is thinner than `min_width_px`.
    """

    def __init__(
        self,
        canvas: Canvas,
        origin: Point,
        unit: float,
        colours: Mapping[str, Colour],
        min_width_px: float = 0,
    ) -> None:
        self.canvas, self.origin, self.unit, self.colours = canvas, origin, unit, colours
        self.min_width_px = min_width_px

    def draw(self, strokes: Iterable[Stroke]) -> None:
        """Draw a whole icon or emblem."""
        for kind, shade, spots, numbers in strokes:
            colour = self.colours[shade]
            at = [(self.origin[0] + x * self.unit, self.origin[1] + y * self.unit) for x, y in spots]
            match kind, numbers:
                case "fill", []:
                    self.canvas.polygon(colour, at)
                case "line", [width]:
                    self.canvas.path(colour, at, self._to_pixels(width))
                case "box", [radius, width]:
                    (left, top), (right, bottom) = at
                    thick = self._to_pixels(width) if width else 0
                    self.canvas.box(
                        colour, (left, top, right - left, bottom - top), radius * self.unit, thick
                    )
                case "disc" | "ring" | "hole", [radius, *width]:
                    for spot in at:
                        self._draw_round(kind, colour, spot, radius * self.unit, *map(self._to_pixels, width))
                case _:
                    raise ValueError(kind)

    def _to_pixels(self, width: float) -> float:
        return max(self.min_width_px, width * self.unit)

    def _draw_round(self, kind: str, colour: Colour, spot: Point, radius: float, width: float = 0) -> None:
        """Draw a disc, a ring centred on its radius, or a hole, in pixels."""
        if kind == "hole":
            self.canvas.cut_hole(lambda canvas: canvas.circle((255, 255, 255), spot, radius))
        else:
            self.canvas.circle(colour, spot, radius + width / 2, width)
