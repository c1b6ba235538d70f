"""A brush in an emblem's own coordinates: the centre is 0, 0, one is its radius, up is negative."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from operator import methodcaller

from facedown_client.window.art.tints import Tint
from facedown_client.window.look import Canvas, Point, around


class Brush:
    """Draws on a canvas around a point, in the shades of one tint, named as its fields are."""

    def __init__(self, canvas: Canvas, centre: Point, radius: float, tint: Tint) -> None:
        self.canvas, self.centre, self.radius, self.tint = canvas, centre, radius, tint

    def draw(self, parts: Iterable[Part]) -> None:
        """A whole emblem."""
        for part in parts:
            part(self)

    def at(self, spot: Point) -> Point:
        """Return a point of the emblem on the canvas."""
        return self.centre[0] + spot[0] * self.radius, self.centre[1] + spot[1] * self.radius

    def fill(self, shade: str, spots: Iterable[Point]) -> None:
        """A filled outline."""
        self.canvas.polygon(getattr(self.tint, shade), [self.at(spot) for spot in spots])

    def both(self, left: str, right: str, spots: Sequence[Point]) -> None:
        """A shape given for the right half (x at least 0), lit on the left."""
        self.fill(right, spots)
        self.fill(left, [(-x, y) for x, y in spots])

    def line(self, shade: str, spots: Iterable[Point], width: float) -> None:
        """A line with round ends."""
        self.canvas.path(getattr(self.tint, shade), [self.at(spot) for spot in spots], width * self.radius)

    def disc(self, shade: str, spot: Point, radius: float) -> None:
        """A filled circle."""
        self.canvas.circle(getattr(self.tint, shade), self.at(spot), radius * self.radius)

    def ring(self, shade: str, spot: Point, radius: float, width: float, strength: int = 255) -> None:
        """A circle of this width around its radius."""
        outer, thick = (radius + width / 2) * self.radius, max(1 / self.canvas.by, width * self.radius)
        self.canvas.circle((*getattr(self.tint, shade), strength), self.at(spot), outer, thick)

    def glint(self, spot: Point = (0.0, 0.0), radius: float = 0.1) -> None:
        """The white point that draws the eye."""
        self.canvas.circle((255, 255, 255), self.at(spot), radius * self.radius)

    def diamond(self, spot: Point, wide: float, high: float) -> None:
        """A small two-tone diamond."""
        x, y = spot
        self.fill("pale", [(x, y - high), (x - wide, y), (x, y + high)])
        self.fill("light", [(x, y - high), (x + wide, y), (x, y + high)])

    def facets(self, count: int, outer: float, inner: float, turn: float, light: str, dark: str) -> None:
        """A star whose every point has a lit and a shaded side."""
        tips, dips = around((0, 0), outer, count, turn), around((0, 0), inner, count, turn + math.pi / count)
        for step, tip in enumerate(tips):
            self.fill(light, [(0, 0), dips[step - 1], tip])
            self.fill(dark, [(0, 0), tip, dips[step]])


Part = methodcaller
"""One call of a method of Brush, waiting for the brush. A card's emblem is made with dice seeded by its code,
so a card always looks the same."""

fill, both, line, disc, ring, glint, diamond, facets = (
    partial(methodcaller, name)
    for name in ("fill", "both", "line", "disc", "ring", "glint", "diamond", "facets")
)


def turned(spots: Iterable[Point], angle: float) -> list[Point]:
    """Points turned clockwise around the centre by `angle` radians."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return [(x * cosine - y * sine, x * sine + y * cosine) for x, y in spots]


def moved(spots: Iterable[Point], by: Point, scale: float = 1.0) -> list[Point]:
    """Points scaled, then moved."""
    return [(x * scale + by[0], y * scale + by[1]) for x, y in spots]
