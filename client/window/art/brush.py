"""A brush in an emblem's own coordinates: the centre is 0, 0, one is its radius, up is negative."""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

from client.window.art.tints import Tint
from client.window.look.shapes import Canvas, Colour, Point, around


class Brush:
    """Draws on a canvas around a point; `dice` is seeded by the card, so a card always looks the same."""

    def __init__(self, canvas: Canvas, centre: Point, radius: float, tint: Tint, dice: Random) -> None:
        self.canvas, self.centre, self.radius, self.tint, self.dice = canvas, centre, radius, tint, dice

    def at(self, spot: Point) -> Point:
        """A point of the emblem on the canvas."""
        return self.centre[0] + spot[0] * self.radius, self.centre[1] + spot[1] * self.radius

    def fill(self, colour: Colour, spots: Iterable[Point]) -> None:
        """A filled outline."""
        self.canvas.polygon(colour, [self.at(spot) for spot in spots])

    def both(self, left: Colour, right: Colour, spots: Iterable[Point]) -> None:
        """A shape given for the right half (x at least 0), lit on the left."""
        right_half = list(spots)
        self.fill(right, right_half)
        self.fill(left, [(-x, y) for x, y in right_half])

    def line(self, colour: Colour, spots: Iterable[Point], width: float) -> None:
        """A line with round ends."""
        self.canvas.path(colour, [self.at(spot) for spot in spots], width * self.radius)

    def disc(self, colour: Colour, spot: Point, radius: float) -> None:
        """A filled circle."""
        self.canvas.circle(colour, self.at(spot), radius * self.radius)

    def ring(self, colour: Colour, spot: Point, radius: float, width: float) -> None:
        """A circle of this width around its radius."""
        outer = (radius + width / 2) * self.radius
        self.canvas.circle(colour, self.at(spot), outer, max(1 / self.canvas.by, width * self.radius))

    def glint(self, spot: Point = (0.0, 0.0), radius: float = 0.1) -> None:
        """The white point that draws the eye."""
        self.disc((255, 255, 255), spot, radius)

    def diamond(self, spot: Point, wide: float, high: float) -> None:
        """A small two-tone diamond."""
        x, y = spot
        self.fill(self.tint.pale, [(x, y - high), (x - wide, y), (x, y + high)])
        self.fill(self.tint.light, [(x, y - high), (x + wide, y), (x, y + high)])

    def facets(
        self, count: int, outer: float, inner: float, turn: float, light: Colour, dark: Colour
    ) -> None:
        """A star whose every point has a lit and a shaded side."""
        tips, dips = around((0, 0), outer, count, turn), around((0, 0), inner, count, turn + math.pi / count)
        for step, tip in enumerate(tips):
            self.fill(light, [(0, 0), dips[step - 1], tip])
            self.fill(dark, [(0, 0), tip, dips[step]])


def bow(centre: Point, radius: float, start: float, end: float, steps: int = 20) -> list[Point]:
    """Points of an arc; angles in turns clockwise from the top."""
    return [
        (
            centre[0] + radius * math.sin(math.tau * (start + (end - start) * step / steps)),
            centre[1] - radius * math.cos(math.tau * (start + (end - start) * step / steps)),
        )
        for step in range(steps + 1)
    ]


def turned(spots: Iterable[Point], angle: float, about: Point = (0.0, 0.0)) -> list[Point]:
    """Points turned clockwise by `angle` radians."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return [
        (
            about[0] + (x - about[0]) * cosine - (y - about[1]) * sine,
            about[1] + (x - about[0]) * sine + (y - about[1]) * cosine,
        )
        for x, y in spots
    ]


def moved(spots: Iterable[Point], by: Point, scale: float = 1.0) -> list[Point]:
    """Points scaled, then moved."""
    return [(x * scale + by[0], y * scale + by[1]) for x, y in spots]
