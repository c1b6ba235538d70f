"""Emblems of weapons and of what keeps them off: swords, axes, shields, helmets. Our own drawings.

Each is a list of parts for a Brush, within the circle of radius 1. The dice vary it from card to card.
"""

from __future__ import annotations

from random import Random

from facedown_client.window.art.brush import Part, both, diamond, disc, fill, glint, line, moved, turned
from facedown_client.window.look import arc, star

SIDES = (1, -1)


def shield(dice: Random) -> list[Part]:
    """Return a shield with a field of its own."""
    half = [(0, -0.92), (0.7, -0.74), (0.7, 0.06), (0.5, 0.56), (0, 1.0)]
    fields = (
        [
            fill("deep", [(-0.1, -0.6), (0.1, -0.6), (0.1, 0.7), (-0.1, 0.7)]),
            line("deep", [(-0.5, -0.14), (0.5, -0.14)], 0.2),
        ],
        [fill("deep", [(-0.5, 0.0), (0, -0.5), (0.5, 0.0), (0.5, 0.3), (0, -0.2), (-0.5, 0.3)])],
        [fill("deep", star((0, -0.04), 0.44, 0.18, 5)), glint((0, -0.04), 0.08)],
        [disc("deep", (0, -0.04), 0.36), diamond((0, -0.04), 0.14, 0.24)],
    )
    return [
        both("pale", "light", half),
        both("light", "base", moved(half, (0, 0.0), 0.8)),
        *dice.choice(fields),
    ]


def sword(dice: Random) -> list[Part]:
    """Return a broad sword, point down, with a round hilt."""
    lean = dice.choice((-0.6, 0.0, 0.6))
    left = [(0, 1.05), (-0.2, 0.7), (-0.16, -0.36), (0, -0.36)]
    return [
        fill("pale", turned(left, lean)),
        fill("base", turned([(-x, y) for x, y in left], lean)),
        line("light", turned([(-0.5, -0.4), (0.5, -0.4)], lean), 0.16),
        line("dim", turned([(0, -0.46), (0, -0.8)], lean), 0.14),
        disc("pale", turned([(0, -0.9)], lean)[0], 0.15),
    ]


def swords(dice: Random) -> list[Part]:
    """Three swords that fall side by side."""
    blade = [(0, 1.0), (-0.12, 0.76), (-0.12, -0.5), (0.12, -0.5), (0.12, 0.76)]
    parts = list[Part]()
    for x, drop, shade in ((-0.56, -0.14, "base"), (0.56, -0.14, "base"), (0.0, 0.04, "pale")):
        parts += [
            fill(shade, moved(blade, (x, drop))),
            line("light", [(x - 0.22, drop - 0.5), (x + 0.22, drop - 0.5)], 0.1),
            line("dim", [(x, drop - 0.56), (x, drop - 0.84)], 0.1),
        ]
    return parts


def axe(dice: Random) -> list[Part]:
    """Return an axe with one wide blade."""
    side = dice.choice(SIDES)
    blade = [(0.06, -0.66), (0.4, -0.74), *arc((0.1, -0.3), 0.84, 0.12, 0.38, 14), (0.4, 0.12), (0.06, 0.04)]
    return [
        line("dim", turned([(0, -0.96), (0, 0.98)], 0.2 * side), 0.14),
        fill("base", turned([(side * x, y) for x, y in blade], 0.2 * side)),
        line(
            "pale",
            turned([(side * x, y) for x, y in arc((0.1, -0.3), 0.82, 0.12, 0.38, 14)], 0.2 * side),
            0.09,
        ),
        disc("light", turned([(0, -0.3)], 0.2 * side)[0], 0.12),
    ]


def spear(dice: Random) -> list[Part]:
    """Return a spear in flight."""
    lean = 0.7 * dice.choice(SIDES)
    head = [(0, -1.1), (0.22, -0.62), (0, -0.42)]
    return [
        line("dim", turned([(0, -0.5), (0, 1.05)], lean), 0.1),
        fill("light", turned(head, lean)),
        fill("pale", turned([(-x, y) for x, y in head], lean)),
        *(line("base", turned([(x, 0.1), (x, 0.8)], lean), 0.045) for x in (-0.3, 0.3)),
        line("light", turned([(-0.16, -0.36), (0.16, -0.36)], lean), 0.1),
    ]


def trident(dice: Random) -> list[Part]:
    """Return a fork of two prongs, or of three."""
    prongs = (-0.5, 0.5) if dice.random() < 0.6 else (-0.5, 0.0, 0.5)
    tips = [[(x - 0.13, -0.5), (x, -1.0), (x + 0.13, -0.5)] for x in prongs]
    return [
        line("dim", [(0, 0.0), (0, 1.0)], 0.13),
        line("base", [(-0.5, -0.5), (-0.5, -0.1), (-0.3, 0.06), (0.3, 0.06), (0.5, -0.1), (0.5, -0.5)], 0.14),
        *([line("base", [(0, 0.0), (0, -0.5)], 0.14)] if len(prongs) == 3 else []),
        *(fill("pale", tip) for tip in tips),
        disc("light", (0, 0.06), 0.14),
    ]


def armor(dice: Random) -> list[Part]:
    """Return a breastplate with high shoulders."""
    half = [
        (0, -0.4),
        (0.24, -0.66),
        (0.94, -0.5),
        (0.86, -0.06),
        (0.56, -0.02),
        (0.5, 0.5),
        (0.6, 0.86),
        (0, 0.96),
    ]
    return [
        both("light", "base", half),
        line("dim", [(0, -0.36), (0, 0.92)], 0.05),
        *(line("dim", [(0, y), (side * 0.5, y - 0.12)], 0.05) for y in (0.3, 0.56) for side in SIDES),
        *(disc("pale", (side * 0.66, -0.3), 0.12) for side in SIDES),
        diamond((0, 0.02), 0.14, 0.22),
    ]


def helmet(dice: Random) -> list[Part]:
    """Return a closed helmet with a plume."""
    side = dice.choice(SIDES)
    half = [(0, -0.7), (0.4, -0.6), (0.64, -0.2), (0.6, 0.4), (0.3, 0.9), (0, 1.0)]
    plume = [(0, -0.66), (side * -0.1, -1.06), (side * 0.7, -0.98), (side * 0.98, -0.4), (side * 0.5, -0.66)]
    return [
        fill("dim", plume),
        both("pale", "light", half),
        both("night", "night", [(0.06, -0.1), (0.5, -0.2), (0.5, 0.0), (0.14, 0.1), (0.1, 0.5), (0.0, 0.5)]),
        line("base", [(0, -0.7), (0, -0.16)], 0.08),
    ]
