"""Emblems of Spells and Traps, one for each kind, and their small icons. Our own drawings."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from facedown_client.window.art.brush import (
    Part,
    diamond,
    disc,
    facets,
    fill,
    glint,
    line,
    moved,
    ring,
    turned,
)
from facedown_client.window.look import Point, arc, around


def normal_spell(dice: Random) -> list[Part]:
    """Return a compass rose."""
    turn = dice.choice((0.0, 0.12, -0.12))
    return [
        facets(8, 0.62, 0.3, turn + math.pi / 8, "dim", "deep"),
        facets(4, 1.04, 0.26, turn, "light", "dim"),
        fill("pale", turned([(0, -1.04), (-0.18, -0.18), (0, 0)], turn)),
        glint(radius=0.12),
    ]


def quickplay(dice: Random) -> list[Part]:
    """Return a bolt between two shards."""
    bolt = [(0.2, -1.02), (-0.4, 0.12), (-0.04, 0.12), (-0.24, 1.02), (0.44, -0.2), (0.06, -0.2)]
    return [
        fill("base", moved(bolt, (0.05, 0.03), 1.06)),
        fill("pale", bolt),
        *(diamond((side * dice.uniform(0.74, 0.86), side * 0.06), 0.12, 0.36) for side in (1, -1)),
    ]


def continuous(dice: Random) -> list[Part]:
    """Two linked rings."""
    left, right = turned([(-0.36, 0), (0.36, 0)], dice.uniform(-0.3, 0.3))
    crossing = math.atan2(right[0] - left[0], left[1] - right[1]) / math.tau
    return [
        ring("light", left, 0.5, 0.2),
        ring("base", right, 0.5, 0.2),
        line("light", arc(left, 0.5, crossing, crossing + 0.18, 10), 0.2),
        disc("pale", left, 0.1),
        disc("pale", right, 0.1),
    ]


def equip(dice: Random) -> list[Part]:
    """Crossed blades."""
    return [*_blade(0.6, "base", "dim"), *_blade(-0.6, "pale", "light")]


def _blade(lean: float, front: str, back: str) -> list[Part]:
    blade = [(0, -1.0), (0.1, -0.8), (0.1, 0.4), (-0.1, 0.4), (-0.1, -0.8)]
    return [
        fill(back, turned(blade, lean)),
        fill(front, turned([(0, -1.0), (0, 0.4), (-0.1, 0.4), (-0.1, -0.8)], lean)),
        line("dim", turned([(-0.26, 0.44), (0.26, 0.44)], lean), 0.12),
        line("light", turned([(0, 0.5), (0, 0.84)], lean), 0.12),
    ]


def field(dice: Random) -> list[Part]:
    """Return a sun behind a ridge."""
    ridge = [(-0.56, 0.02), (-0.2, -0.2), (0.06, 0.04), (0.26, -0.1), (0.56, 0.06)]
    return [
        *map(_ray, around((0, -0.06), 1.0, dice.choice((12, 14, 16)))),
        disc("pale", (0, -0.06), 0.56),
        fill("base", [*ridge, *arc((0, -0.06), 0.56, 0.27, 0.73, 20)]),
    ]


def _ray(spot: Point) -> Part:
    x, y = spot[0], spot[1] + 0.06
    across, down = y * 0.09, -x * 0.09
    feet = [(x * 0.72 + side * across, y * 0.72 - 0.06 + side * down) for side in (1, -1)]
    return fill("light", [spot, *feet])


def ritual(dice: Random) -> list[Part]:
    """Return a flame over a bowl, in a circle of marks."""
    flame = [
        (0, -0.76), (0.16, -0.36), (0.3, -0.1), (0.2, 0.2), (0, 0.28), (-0.2, 0.2), (-0.3, -0.1),
        (-0.1, -0.36),
    ]  # fmt: skip
    return [
        ring("dim", (0, 0), 0.9, 0.06),
        *(disc("light", spot, 0.1) for spot in around((0, 0), 0.9, 6, math.pi / 6)),
        fill("light", flame),
        fill("pale", moved(flame, (0, 0.1), 0.56)),
        fill("base", [(-0.5, 0.26), (0.5, 0.26), (0.3, 0.56), (-0.3, 0.56)]),
        fill("dim", [(-0.14, 0.56), (0.14, 0.56), (0.28, 0.74), (-0.28, 0.74)]),
    ]


def normal_trap(dice: Random) -> list[Part]:
    """Three triangles around a fourth."""
    turn = dice.choice((0.0, math.pi))
    spots = around((0, 0.06), 0.52, 3, turn + math.pi)
    return [
        *(part for step, spot in enumerate(spots) for part in _triangle(step, spot, turn + math.pi)),
        fill("pale", moved(around((0, 0), 0.26, 3, turn), (0, 0.06))),
        glint((0, 0.06), 0.09),
    ]


def _triangle(step: int, spot: Point, turn: float) -> list[Part]:
    outline = moved(around((0, 0), 0.5, 3, turn), spot)
    return [fill(("light", "base", "light")[step], outline), fill("dim", [outline[0], outline[1], spot])]


def counter(dice: Random) -> list[Part]:
    """Three claws that turn back."""
    lean = dice.uniform(-0.2, 0.2)
    claw = [(0, 0.86), (-0.02, 0.2), (0.22, -0.5), (0.7, -0.96), (0.5, -0.2), (0.32, 0.4)]
    return [
        *(
            fill(shade, turned(moved(claw, (-0.62 + step * 0.46, 0)), lean))
            for step, shade in enumerate(("dim", "base", "light"))
        ),
        diamond((0.66, 0.56), 0.14, 0.24),
    ]


EMBLEMS: dict[tuple[str, str], Callable[[Random], list[Part]]] = {
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

SUBTYPES = frozenset(kind for __, kind in EMBLEMS)
"""Subtypes of Spells and Traps."""


def subtype(kinds: tuple[str, ...]) -> str:
    """Return the subtype of a Spell or Trap; "normal" when none is printed."""
    return next((kind for kind in kinds if kind in SUBTYPES and kind != "normal"), "normal")
