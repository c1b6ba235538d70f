"""Icons as shapes, one function each, in a square of size 1. None is text: the bundled font has few symbols.

`icon(surface, name, centre, size, colour)` is the door; the names are the keys of ICONS.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from client.window.look.shapes import Canvas, Colour, Point, around, drawn, put_centre, star


class Pen:
    """Draws one icon on a canvas in units of its size, all in one colour."""

    def __init__(self, canvas: Canvas, size: float, colour: Colour, edge: float = 0.0) -> None:
        self.canvas, self.size, self.colour, self.edge = canvas, size, colour, edge

    def _at(self, spot: Point) -> Point:
        return spot[0] * self.size + self.edge, spot[1] * self.size + self.edge

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


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points along a circle from one angle to another, in turns clockwise from the top."""
    return [
        (
            centre[0] + radius * math.sin(math.tau * (start + (end - start) * step / steps)),
            centre[1] - radius * math.cos(math.tau * (start + (end - start) * step / steps)),
        )
        for step in range(steps + 1)
    ]


def _eye(pen: Pen) -> None:
    upper = [(x / 20, 0.5 - 0.3 * math.sin(math.pi * x / 20) ** 0.8) for x in range(21)]
    lower = [(x, 1 - y) for x, y in reversed(upper)]
    pen.line(*upper, *lower, width=0.08)
    pen.disc((0.5, 0.5), 0.15)


def _gear(pen: Pen) -> None:
    for tip in around((0.5, 0.5), 0.46, 8):
        side = ((tip[1] - 0.5) * 0.2, -(tip[0] - 0.5) * 0.2)
        pen.fill(
            (0.5 + side[0], 0.5 + side[1]), (tip[0] + side[0], tip[1] + side[1]),
            (tip[0] - side[0], tip[1] - side[1]), (0.5 - side[0], 0.5 - side[1]),
        )  # fmt: skip
    pen.disc((0.5, 0.5), 0.31)
    pen.hole((0.5, 0.5), 0.14)


def _flag(pen: Pen) -> None:
    pen.line((0.25, 0.1), (0.25, 0.92))
    pen.fill((0.25, 0.12), (0.88, 0.3), (0.6, 0.36), (0.72, 0.52), (0.25, 0.52))


def _clock(pen: Pen) -> None:
    pen.ring((0.5, 0.5), 0.4)
    pen.line((0.5, 0.26), (0.5, 0.52), (0.68, 0.52), width=0.08)


def _search(pen: Pen) -> None:
    pen.ring((0.42, 0.42), 0.27, 0.1)
    pen.line((0.63, 0.63), (0.9, 0.9), width=0.13)


def _robot(pen: Pen) -> None:
    pen.box(0.08, 0.34, 0.84, 0.52, 0.14, 0.075)
    pen.line((0.5, 0.34), (0.5, 0.16), width=0.075)
    for spot in ((0.34, 0.58), (0.66, 0.58), (0.5, 0.13)):
        pen.disc(spot, 0.07)
    pen.line((0.38, 0.73), (0.62, 0.73), width=0.06)


def _solo(pen: Pen) -> None:
    pen.box(0.06, 0.1, 0.4, 0.62, 0.08, 0.07)
    pen.box(0.54, 0.28, 0.4, 0.62, 0.08, 0.07)


def _decks(pen: Pen) -> None:
    pen.box(0.1, 0.06, 0.5, 0.72, 0.08, 0.07)
    pen.line((0.66, 0.18), (0.74, 0.2), (0.74, 0.86), (0.28, 0.86), width=0.07)
    pen.line((0.82, 0.3), (0.88, 0.32), (0.88, 0.96), (0.42, 0.96), width=0.07)


def _warning(pen: Pen) -> None:
    pen.line((0.5, 0.1), (0.94, 0.88), (0.06, 0.88), (0.5, 0.1), width=0.08)
    pen.line((0.5, 0.4), (0.5, 0.62), width=0.1)
    pen.disc((0.5, 0.75), 0.055)


def _back(pen: Pen) -> None:
    pen.line(*arc((0.5, 0.52), 0.36, -0.05, 0.74), width=0.11)
    pen.fill((0.62, -0.02), (0.62, 0.36), (0.3, 0.17))


def _person(pen: Pen) -> None:
    pen.disc((0.5, 0.3), 0.2)
    pen.fill(*arc((0.5, 0.92), 0.38, -0.25, 0.25), (0.88, 0.92), (0.12, 0.92))


def _copy(pen: Pen) -> None:
    pen.box(0.12, 0.12, 0.52, 0.6, 0.08, 0.08)
    pen.line((0.76, 0.34), (0.86, 0.34), (0.86, 0.9), (0.36, 0.9), (0.36, 0.82), width=0.08)


def _lock(pen: Pen) -> None:
    pen.line((0.3, 0.48), *arc((0.5, 0.34), 0.2, -0.25, 0.25), (0.7, 0.48), width=0.09)
    pen.box(0.16, 0.44, 0.68, 0.48, 0.1, 0)


def _crown(pen: Pen) -> None:
    pen.fill((0.06, 0.26), (0.3, 0.5), (0.5, 0.12), (0.7, 0.5), (0.94, 0.26), (0.84, 0.78), (0.16, 0.78))
    pen.line((0.18, 0.9), (0.82, 0.9), width=0.09)


def _link(pen: Pen) -> None:
    pen.line((0.44, 0.3), (0.58, 0.16), (0.72, 0.14), (0.86, 0.28), (0.84, 0.42), (0.68, 0.58), width=0.09)
    pen.line((0.56, 0.7), (0.42, 0.84), (0.28, 0.86), (0.14, 0.72), (0.16, 0.58), (0.32, 0.42), width=0.09)
    pen.line((0.38, 0.62), (0.62, 0.38), width=0.09)


def _sound(pen: Pen) -> None:
    pen.fill((0.08, 0.36), (0.26, 0.36), (0.5, 0.14), (0.5, 0.86), (0.26, 0.64), (0.08, 0.64))
    pen.line(*arc((0.46, 0.5), 0.24, 0.13, 0.37), width=0.08)
    pen.line(*arc((0.46, 0.5), 0.42, 0.14, 0.36), width=0.08)


def _pause(pen: Pen) -> None:
    pen.box(0.22, 0.16, 0.2, 0.68, 0.05, 0)
    pen.box(0.58, 0.16, 0.2, 0.68, 0.05, 0)


def _globe(pen: Pen) -> None:
    pen.ring((0.5, 0.5), 0.4, 0.075)
    pen.line((0.1, 0.5), (0.9, 0.5), width=0.06)
    for bend in (-0.2, 0.2):
        bow = [(0.5 + bend * math.sin(math.pi * y / 12), 0.1 + 0.8 * y / 12) for y in range(13)]
        pen.line(*bow, width=0.06)


def _card(pen: Pen) -> None:
    pen.box(0.22, 0.08, 0.56, 0.84, 0.08, 0.08)
    pen.fill((0.5, 0.28), (0.66, 0.5), (0.5, 0.72), (0.34, 0.5))


def _check(pen: Pen) -> None:
    pen.line((0.14, 0.54), (0.4, 0.8), (0.88, 0.24), width=0.15)


def _close(pen: Pen) -> None:
    pen.line((0.2, 0.2), (0.8, 0.8))
    pen.line((0.8, 0.2), (0.2, 0.8))


def _plus(pen: Pen) -> None:
    pen.line((0.5, 0.14), (0.5, 0.86))
    pen.line((0.14, 0.5), (0.86, 0.5))


def _arrow(pen: Pen) -> None:
    pen.line((0.02, 0.5), (0.7, 0.5), width=0.13)
    pen.fill((0.62, 0.24), (1.0, 0.5), (0.62, 0.76))


def _blade(pen: Pen) -> None:
    pen.fill((0.5, 0.0), (0.62, 0.16), (0.59, 0.66), (0.41, 0.66), (0.38, 0.16))
    pen.line((0.26, 0.68), (0.74, 0.68), width=0.12)
    pen.line((0.5, 0.68), (0.5, 0.98), width=0.13)


SHIELD = ((0.5, 0.0), (0.92, 0.14), (0.86, 0.6), (0.5, 1.0), (0.14, 0.6), (0.08, 0.14))
"""The outline of a shield."""

ICONS: dict[str, Callable[[Pen], None]] = {
    "eye": _eye,
    "gear": _gear,
    "flag": _flag,
    "clock": _clock,
    "search": _search,
    "robot": _robot,
    "solo": _solo,
    "decks": _decks,
    "warning": _warning,
    "return": _back,
    "person": _person,
    "copy": _copy,
    "lock": _lock,
    "crown": _crown,
    "link": _link,
    "sound": _sound,
    "pause": _pause,
    "globe": _globe,
    "card": _card,
    "check": _check,
    "close": _close,
    "plus": _plus,
    "minus": lambda pen: pen.line((0.14, 0.5), (0.86, 0.5)),
    "down": lambda pen: pen.line((0.16, 0.36), (0.5, 0.68), (0.84, 0.36), width=0.12),
    "up": lambda pen: pen.line((0.16, 0.68), (0.5, 0.36), (0.84, 0.68), width=0.12),
    "left": lambda pen: pen.line((0.64, 0.16), (0.32, 0.5), (0.64, 0.84), width=0.12),
    "right": lambda pen: pen.line((0.36, 0.16), (0.68, 0.5), (0.36, 0.84), width=0.12),
    "arrow": _arrow,
    "raised": lambda pen: pen.fill((0.5, 0.14), (0.95, 0.86), (0.05, 0.86)),
    "lowered": lambda pen: pen.fill((0.5, 0.86), (0.95, 0.14), (0.05, 0.14)),
    "star": lambda pen: pen.fill(*star((0.5, 0.53), 0.52, 0.23, 5)),
    "dot": lambda pen: pen.disc((0.5, 0.5), 0.5),
    "ring": lambda pen: pen.ring((0.5, 0.5), 0.38, 0.14),
    "diamond": lambda pen: pen.fill((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)),
    "hollow": lambda pen: pen.line((0.5, 0.06), (0.9, 0.5), (0.5, 0.94), (0.1, 0.5), (0.5, 0.06), width=0.07),
    "blade": _blade,
    "shield": lambda pen: pen.fill(*SHIELD),
    "hexagon": lambda pen: pen.fill(*around((0.5, 0.5), 0.5, 6)),
}


def icon(surface: pygame.Surface, name: str, centre: Point, size: float, colour: Colour) -> pygame.Rect:
    """Draw an icon of this size around a point."""
    edge = max(1.0, size * 0.08)

    def draw(canvas: Canvas) -> None:
        ICONS[name](Pen(canvas, size, colour, edge))

    picture = drawn(("icon", name, round(size, 2), colour), size + 2 * edge, size + 2 * edge, draw)
    return put_centre(surface, picture, centre)
