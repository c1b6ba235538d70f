"""Icons as lists of strokes in a square of size 1. None is text: the bundled font has few symbols.

`icon(surface, name, centre, size, colour)` is the door; the names are the keys of ICONS.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from operator import methodcaller

import pygame

from facedown_client.window.look.shapes import Canvas, Colour, Point, arc, around, drawn, put_centre, star


class Pen:
    """Draws one icon on a canvas in units of its size, all in one colour; `corner` is its left upper one."""

    def __init__(self, canvas: Canvas, size: float, colour: Colour, corner: Point) -> None:
        self.canvas, self.size, self.colour, self.corner = canvas, size, colour, corner

    def draw(self, strokes: Sequence[Stroke]) -> None:
        """A whole icon."""
        for stroke in strokes:
            stroke(self)

    def _at(self, spot: Point) -> Point:
        return spot[0] * self.size + self.corner[0], spot[1] * self.size + self.corner[1]

    def line(self, *spots: Point, width: float = 0.09) -> None:
        """A line through these points."""
        self.canvas.path(self.colour, [self._at(spot) for spot in spots], max(1.25, width * self.size))

    def fill(self, *spots: Point) -> None:
        """A filled outline."""
        self.canvas.polygon(self.colour, [self._at(spot) for spot in spots])

    def disc(self, centre: Point, radius: float) -> None:
        """A filled circle."""
        self.canvas.circle(self.colour, self._at(centre), radius * self.size)

    def ring(self, centre: Point, radius: float, width: float = 0.09) -> None:
        """A circle."""
        thick = max(1.25, width * self.size)
        self.canvas.circle(self.colour, self._at(centre), radius * self.size + thick / 2, thick)

    def box(self, x: float, y: float, w: float, h: float, radius: float = 0.1, width: float = 0.09) -> None:
        """A rounded outline; width 0 fills it."""
        left, top = self._at((x, y))
        thick = max(1.25, width * self.size) if width else 0
        self.canvas.box(self.colour, (left, top, w * self.size, h * self.size), radius * self.size, thick)

    def hole(self, centre: Point, radius: float) -> None:
        """Cut a round hole."""
        spot, reach = self._at(centre), radius * self.size
        self.canvas.clear(lambda canvas: canvas.circle((255, 255, 255), spot, reach))


Stroke = methodcaller
"""One call of a method of Pen, waiting for the pen."""

line, fill, disc, ring, box, hole = (
    partial(methodcaller, name) for name in ("line", "fill", "disc", "ring", "box", "hole")
)

MIDDLE = (0.5, 0.5)
SHIELD = ((0.5, 0.0), (0.92, 0.14), (0.86, 0.6), (0.5, 1.0), (0.14, 0.6), (0.08, 0.14))
"""The outline of a shield."""

_LID = [(x / 20, 0.5 - 0.3 * math.sin(math.pi * x / 20) ** 0.8) for x in range(21)]
"""The upper edge of the eye."""


def _tooth(tip: Point) -> Stroke:
    """Return a tooth of the gear: a bar from the middle to its tip."""
    across, down = (tip[1] - 0.5) * 0.2, -(tip[0] - 0.5) * 0.2
    return fill(
        (0.5 + across, 0.5 + down), (tip[0] + across, tip[1] + down),
        (tip[0] - across, tip[1] - down), (0.5 - across, 0.5 - down),
    )  # fmt: skip


def _meridian(bend: float) -> Stroke:
    """Return a line from pole to pole of the globe."""
    return line(
        *((0.5 + bend * math.sin(math.pi * y / 12), 0.1 + 0.8 * y / 12) for y in range(13)), width=0.06
    )


ICONS: dict[str, Sequence[Stroke]] = {
    "eye": [line(*_LID, *((x, 1 - y) for x, y in reversed(_LID)), width=0.08), disc(MIDDLE, 0.15)],
    "gear": [*map(_tooth, around(MIDDLE, 0.46, 8)), disc(MIDDLE, 0.31), hole(MIDDLE, 0.14)],
    "flag": [
        line((0.25, 0.1), (0.25, 0.92)),
        fill((0.25, 0.12), (0.88, 0.3), (0.6, 0.36), (0.72, 0.52), (0.25, 0.52)),
    ],
    "clock": [ring(MIDDLE, 0.4), line((0.5, 0.26), (0.5, 0.52), (0.68, 0.52), width=0.08)],
    "hourglass": [
        line((0.16, 0.08), (0.84, 0.08), width=0.12),
        line((0.16, 0.92), (0.84, 0.92), width=0.12),
        fill((0.24, 0.14), (0.76, 0.14), (0.5, 0.5)),
        fill((0.24, 0.86), (0.76, 0.86), (0.5, 0.5)),
    ],
    "search": [ring((0.42, 0.42), 0.27, 0.1), line((0.63, 0.63), (0.9, 0.9), width=0.13)],
    "robot": [
        box(0.08, 0.34, 0.84, 0.52, 0.14, 0.075),
        line((0.5, 0.34), (0.5, 0.16), width=0.075),
        *(disc(spot, 0.07) for spot in ((0.34, 0.58), (0.66, 0.58), (0.5, 0.13))),
        line((0.38, 0.73), (0.62, 0.73), width=0.06),
    ],
    "solo": [box(0.06, 0.1, 0.4, 0.62, 0.08, 0.07), box(0.54, 0.28, 0.4, 0.62, 0.08, 0.07)],
    "decks": [
        box(0.1, 0.06, 0.5, 0.72, 0.08, 0.07),
        line((0.66, 0.18), (0.74, 0.2), (0.74, 0.86), (0.28, 0.86), width=0.07),
        line((0.82, 0.3), (0.88, 0.32), (0.88, 0.96), (0.42, 0.96), width=0.07),
    ],
    "warning": [
        line((0.5, 0.1), (0.94, 0.88), (0.06, 0.88), (0.5, 0.1), width=0.08),
        line((0.5, 0.4), (0.5, 0.62), width=0.1),
        disc((0.5, 0.75), 0.055),
    ],
    "return": [
        line(*arc((0.5, 0.52), 0.36, -0.05, 0.74), width=0.11),
        fill((0.62, -0.02), (0.62, 0.36), (0.3, 0.17)),
    ],
    "person": [
        disc((0.5, 0.3), 0.2),
        fill(*arc((0.5, 0.92), 0.38, -0.25, 0.25), (0.88, 0.92), (0.12, 0.92)),
    ],
    "copy": [
        box(0.12, 0.12, 0.52, 0.6, 0.08, 0.08),
        line((0.76, 0.34), (0.86, 0.34), (0.86, 0.9), (0.36, 0.9), (0.36, 0.82), width=0.08),
    ],
    "lock": [
        line((0.3, 0.48), *arc((0.5, 0.34), 0.2, -0.25, 0.25), (0.7, 0.48)),
        box(0.16, 0.44, 0.68, 0.48, 0.1, 0),
    ],
    "crown": [
        fill((0.06, 0.26), (0.3, 0.5), (0.5, 0.12), (0.7, 0.5), (0.94, 0.26), (0.84, 0.78), (0.16, 0.78)),
        line((0.18, 0.9), (0.82, 0.9)),
    ],
    "link": [
        line((0.44, 0.3), (0.58, 0.16), (0.72, 0.14), (0.86, 0.28), (0.84, 0.42), (0.68, 0.58)),
        line((0.56, 0.7), (0.42, 0.84), (0.28, 0.86), (0.14, 0.72), (0.16, 0.58), (0.32, 0.42)),
        line((0.38, 0.62), (0.62, 0.38)),
    ],
    "sound": [
        fill((0.08, 0.36), (0.26, 0.36), (0.5, 0.14), (0.5, 0.86), (0.26, 0.64), (0.08, 0.64)),
        line(*arc((0.46, 0.5), 0.24, 0.13, 0.37), width=0.08),
        line(*arc((0.46, 0.5), 0.42, 0.14, 0.36), width=0.08),
    ],
    "pause": [box(0.22, 0.16, 0.2, 0.68, 0.05, 0), box(0.58, 0.16, 0.2, 0.68, 0.05, 0)],
    "globe": [
        ring(MIDDLE, 0.4, 0.075),
        line((0.1, 0.5), (0.9, 0.5), width=0.06),
        *map(_meridian, (-0.2, 0.2)),
    ],
    "card": [
        box(0.22, 0.08, 0.56, 0.84, 0.08, 0.08),
        fill((0.5, 0.28), (0.66, 0.5), (0.5, 0.72), (0.34, 0.5)),
    ],
    "check": [line((0.14, 0.54), (0.4, 0.8), (0.88, 0.24), width=0.15)],
    "close": [line((0.2, 0.2), (0.8, 0.8)), line((0.8, 0.2), (0.2, 0.8))],
    "plus": [line((0.5, 0.14), (0.5, 0.86)), line((0.14, 0.5), (0.86, 0.5))],
    "minus": [line((0.14, 0.5), (0.86, 0.5))],
    "play": [fill((0.2, 0.1), (0.92, 0.5), (0.2, 0.9))],
    "stop": [fill((0.1, 0.14), (0.62, 0.5), (0.1, 0.86)), box(0.7, 0.14, 0.16, 0.72, 0.04, 0)],
    "turn_back": [line((0.5, 0.18), (0.18, 0.5), (0.5, 0.82)), line((0.86, 0.18), (0.54, 0.5), (0.86, 0.82))],
    "turn_on": [line((0.14, 0.18), (0.46, 0.5), (0.14, 0.82)), line((0.5, 0.18), (0.82, 0.5), (0.5, 0.82))],
    "down": [line((0.16, 0.36), (0.5, 0.68), (0.84, 0.36), width=0.12)],
    "up": [line((0.16, 0.68), (0.5, 0.36), (0.84, 0.68), width=0.12)],
    "left": [line((0.64, 0.16), (0.32, 0.5), (0.64, 0.84), width=0.12)],
    "right": [line((0.36, 0.16), (0.68, 0.5), (0.36, 0.84), width=0.12)],
    "arrow": [line((0.02, 0.5), (0.7, 0.5), width=0.13), fill((0.62, 0.24), (1.0, 0.5), (0.62, 0.76))],
    "raised": [fill((0.5, 0.14), (0.95, 0.86), (0.05, 0.86))],
    "lowered": [fill((0.5, 0.86), (0.95, 0.14), (0.05, 0.14))],
    "star": [fill(*star((0.5, 0.53), 0.52, 0.23, 5))],
    "dot": [disc(MIDDLE, 0.5)],
    "ring": [ring(MIDDLE, 0.38, 0.14)],
    "diamond": [fill((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5))],
    "hollow": [line((0.5, 0.06), (0.9, 0.5), (0.5, 0.94), (0.1, 0.5), (0.5, 0.06), width=0.07)],
    "blade": [
        fill((0.5, 0.0), (0.62, 0.16), (0.59, 0.66), (0.41, 0.66), (0.38, 0.16)),
        line((0.26, 0.68), (0.74, 0.68), width=0.12),
        line((0.5, 0.68), (0.5, 0.98), width=0.13),
    ],
    "shield": [fill(*SHIELD)],
    "hexagon": [fill(*around(MIDDLE, 0.5, 6))],
}


def icon(surface: pygame.Surface, name: str, centre: Point, size: float, colour: Colour) -> pygame.Rect:
    """Draw an icon of this size around a point."""
    edge = max(1.0, size * 0.08)

    def draw(canvas: Canvas) -> None:
        Pen(canvas, size, colour, (edge, edge)).draw(ICONS[name])

    picture = drawn(("icon", name, round(size, 2), colour), size + 2 * edge, size + 2 * edge, draw)
    return put_centre(surface, picture, centre)
