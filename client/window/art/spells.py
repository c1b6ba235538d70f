"""Emblems of Spells and Traps, one for each kind, and their small icons. Our own drawings."""

from __future__ import annotations

import math
from collections.abc import Callable

from client.window.art.brush import Brush, bow, moved, turned
from client.window.look.shapes import around


def normal_spell(brush: Brush) -> None:
    """A compass rose."""
    tint, turn = brush.tint, brush.dice.choice((0.0, 0.12, -0.12))
    brush.facets(8, 0.62, 0.3, turn + math.pi / 8, tint.dim, tint.deep)
    brush.facets(4, 1.04, 0.26, turn, tint.light, tint.dim)
    brush.fill(tint.pale, turned([(0, -1.04), (-0.18, -0.18), (0, 0)], turn))
    brush.glint(radius=0.12)


def quickplay(brush: Brush) -> None:
    """A bolt between two shards."""
    tint = brush.tint
    bolt = [(0.2, -1.02), (-0.4, 0.12), (-0.04, 0.12), (-0.24, 1.02), (0.44, -0.2), (0.06, -0.2)]
    brush.fill(tint.base, moved(bolt, (0.05, 0.03), 1.06))
    brush.fill(tint.pale, bolt)
    for side in (1, -1):
        x = side * brush.dice.uniform(0.74, 0.86)
        brush.diamond((x, side * 0.06), 0.12, 0.36)


def continuous(brush: Brush) -> None:
    """Two linked rings."""
    tint, lean = brush.tint, brush.dice.uniform(-0.3, 0.3)
    left, right = turned([(-0.36, 0), (0.36, 0)], lean)
    brush.ring(tint.light, left, 0.5, 0.2)
    brush.ring(tint.base, right, 0.5, 0.2)
    crossing = math.atan2(right[0] - left[0], left[1] - right[1]) / math.tau
    brush.line(tint.light, bow(left, 0.5, crossing, crossing + 0.18, 10), 0.2)
    brush.disc(tint.pale, left, 0.1)
    brush.disc(tint.pale, right, 0.1)


def equip(brush: Brush) -> None:
    """Crossed blades."""
    tint = brush.tint
    blade = [(0, -1.0), (0.1, -0.8), (0.1, 0.4), (-0.1, 0.4), (-0.1, -0.8)]
    for lean, front, back in ((0.6, tint.base, tint.dim), (-0.6, tint.pale, tint.light)):
        brush.fill(back, turned(blade, lean))
        brush.fill(front, turned([(0, -1.0), (0, 0.4), (-0.1, 0.4), (-0.1, -0.8)], lean))
        brush.line(tint.dim, turned([(-0.26, 0.44), (0.26, 0.44)], lean), 0.12)
        brush.line(tint.light, turned([(0, 0.5), (0, 0.84)], lean), 0.12)


def field(brush: Brush) -> None:
    """A sun behind a ridge."""
    tint, rays = brush.tint, brush.dice.choice((12, 14, 16))
    for spot in around((0, -0.06), 1.0, rays):
        x, y = spot[0], spot[1] + 0.06
        side = (y * 0.09, -x * 0.09)
        brush.fill(
            tint.light,
            [
                spot,
                (x * 0.72 + side[0], y * 0.72 - 0.06 + side[1]),
                (x * 0.72 - side[0], y * 0.72 - 0.06 - side[1]),
            ],
        )
    brush.disc(tint.pale, (0, -0.06), 0.56)
    ridge = [(-0.56, 0.02), (-0.2, -0.2), (0.06, 0.04), (0.26, -0.1), (0.56, 0.06)]
    brush.fill(tint.base, [*ridge, *bow((0, -0.06), 0.56, 0.27, 0.73, 20)])


def ritual(brush: Brush) -> None:
    """A flame over a bowl, in a circle of marks."""
    tint = brush.tint
    brush.ring(tint.dim, (0, 0), 0.9, 0.06)
    for spot in around((0, 0), 0.9, 6, math.pi / 6):
        brush.disc(tint.light, spot, 0.1)
    flame = [
        (0, -0.76),
        (0.16, -0.36),
        (0.3, -0.1),
        (0.2, 0.2),
        (0, 0.28),
        (-0.2, 0.2),
        (-0.3, -0.1),
        (-0.1, -0.36),
    ]
    brush.fill(tint.light, flame)
    brush.fill(tint.pale, moved(flame, (0, 0.1), 0.56))
    brush.fill(tint.base, [(-0.5, 0.26), (0.5, 0.26), (0.3, 0.56), (-0.3, 0.56)])
    brush.fill(tint.dim, [(-0.14, 0.56), (0.14, 0.56), (0.28, 0.74), (-0.28, 0.74)])


def normal_trap(brush: Brush) -> None:
    """Three triangles around a fourth."""
    tint, turn = brush.tint, brush.dice.choice((0.0, math.pi))
    for step, spot in enumerate(around((0, 0.06), 0.52, 3, turn + math.pi)):
        triangle = moved(around((0, 0), 0.5, 3, turn + math.pi), spot)
        brush.fill((tint.light, tint.base, tint.light)[step], triangle)
        brush.fill(tint.dim, [triangle[0], triangle[1], spot])
    brush.fill(tint.pale, moved(around((0, 0), 0.26, 3, turn), (0, 0.06)))
    brush.glint((0, 0.06), 0.09)


def counter(brush: Brush) -> None:
    """Three claws that turn back."""
    tint, lean = brush.tint, brush.dice.uniform(-0.2, 0.2)
    for step, colour in enumerate((tint.dim, tint.base, tint.light)):
        x = -0.62 + step * 0.46
        claw = [
            (x, 0.86),
            (x - 0.02, 0.2),
            (x + 0.22, -0.5),
            (x + 0.7, -0.96),
            (x + 0.5, -0.2),
            (x + 0.32, 0.4),
        ]
        brush.fill(colour, turned(claw, lean))
    brush.diamond((0.66, 0.56), 0.14, 0.24)


EMBLEMS: dict[tuple[str, str], Callable[[Brush], None]] = {
    ("spell", "normal"): normal_spell,
    ("spell", "quickplay"): quickplay,
    ("spell", "continuous"): continuous,
    ("spell", "equip"): equip,
    ("spell", "field"): field,
    ("spell", "ritual"): ritual,
    ("trap", "normal"): normal_trap,
    ("trap", "continuous"): continuous,
    ("trap", "counter"): counter,
}
"""By card type and subtype."""

SUBTYPES = {
    "normal": "Normal",
    "quickplay": "Quick-Play",
    "continuous": "Continuous",
    "equip": "Equip",
    "field": "Field",
    "ritual": "Ritual",
    "counter": "Counter",
}
"""Subtypes of Spells and Traps as they are written."""


def subtype(kinds: tuple[str, ...]) -> str:
    """The subtype of a Spell or Trap; "normal" when none is printed."""
    return next((kind for kind in kinds if kind in SUBTYPES and kind != "normal"), "normal")
