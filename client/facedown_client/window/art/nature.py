"""Emblems of powers and places that names of cards speak of: storms, holes, souls, waves. Our own drawings.

Each is a list of parts for a Brush, within the circle of radius 1. The dice vary it from card to card.
"""

from __future__ import annotations

import math
from random import Random

from facedown_client.window.art.brush import Part, both, diamond, disc, fill, glint, line, moved, ring, turned
from facedown_client.window.look import arc, around, star

SIDES = (1, -1)


def eye(dice: Random) -> list[Part]:
    """Return a wide eye with lashes of light."""
    lid = [*arc((0, 0.5), 1.05, -0.17, 0.17), *arc((0, -0.5), 1.05, 0.33, 0.67)]
    rays = dice.choice((5, 7, 9))
    lashes = [-0.2 + 0.4 * step / (rays - 1) for step in range(rays)]
    return [
        *(
            line("light", [arc((0, 0.2), reach, turn, turn, 1)[0] for reach in (0.86, 1.2)], 0.07)
            for turn in lashes
        ),
        fill("pale", lid),
        disc("base", (0, 0), 0.46),
        disc("night", (0, 0), 0.24),
        glint((-0.16, -0.16), 0.1),
    ]


def heart(dice: Random) -> list[Part]:
    """Return a heart, cracked or whole."""
    half = [(0, -0.42), (0.24, -0.74), (0.62, -0.74), (0.9, -0.4), (0.82, 0.06), (0.44, 0.52), (0, 0.94)]
    crack = [(0, -0.42), (-0.14, -0.1), (0.12, 0.16), (-0.08, 0.46), (0, 0.9)]
    return [
        both("light", "base", half),
        *([line("night", crack, 0.07)] if dice.random() < 0.6 else []),
        glint((-0.44, -0.44), 0.11),
    ]


def swap(dice: Random) -> list[Part]:
    """Two arrows that run after each other."""
    start = dice.uniform(0, 0.5)
    parts = list[Part]()
    for shade, turn in (("pale", start), ("base", start + 0.5)):
        inner, outer, tip = (
            arc((0, 0), reach, turn + 0.38, turn + 0.38, 1)[0] for reach in (0.38, 1.02, 0.7)
        )
        ahead = arc((0, 0), 0.74, turn + 0.5, turn + 0.5, 1)[0]
        parts += [
            line(shade, [*arc((0, 0), 0.7, turn, turn + 0.37, 20), tip], 0.22),
            fill(shade, [inner, outer, ahead]),
        ]
    return parts


def pit(dice: Random) -> list[Part]:
    """A hole in the ground that draws everything in."""
    turn, squash = dice.uniform(0, 6), dice.choice((0.5, 1.0))
    layers = (("dim", 0.98), ("base", 0.78), ("deep", 0.58), ("night", 0.4))
    spiral = [(0.1 + 0.9 * step / 30, turn + step * 0.3) for step in range(31)]
    return [
        *(fill(shade, [(x, y * squash) for x, y in around((0, 0), size, 40)]) for shade, size in layers),
        *(
            line(shade, [(r * math.sin(a + more), -squash * r * math.cos(a + more)) for r, a in spiral], 0.06)
            for shade, more in (("light", 0.0), ("pale", math.pi))
        ),
        fill("night", [(x, y * squash) for x, y in around((0, 0), 0.26, 30)]),
    ]


def crack(dice: Random) -> list[Part]:
    """Return the ground split open, light below."""
    steps = [(dice.uniform(-0.24, 0.24), -1.0 + 2.0 * step / 6) for step in range(7)]
    wide = [0.02, 0.16, 0.3, 0.36, 0.26, 0.14, 0.02]
    sides = [(x + w, y) for (x, y), w in zip(steps, wide, strict=True)]
    back = [(x - w, y) for (x, y), w in zip(steps, wide, strict=True)][::-1]
    branches = [(steps[2], (-0.8, -0.5)), (steps[3], (0.86, 0.1)), (steps[4], (-0.7, 0.6))]
    return [
        *(line("light", [spot, end], 0.07) for spot, end in branches),
        fill("pale", [*sides, *back]),
        fill("deep", moved([*sides, *back], (0, 0), 0.8)),
        line("light", [(x * 0.8, y * 0.7) for x, y in steps], 0.05),
    ]


def tornado(dice: Random) -> list[Part]:
    """Return a funnel of wind."""
    sway = dice.uniform(-0.3, 0.3)
    parts = list[Part]()
    for step in range(7):
        wide, y = 0.94 - 0.13 * step, -0.8 + 0.29 * step
        x = sway * math.sin(step * 1.1)
        shade = ("pale", "base", "light", "dim")[step % 4]
        parts.append(fill(shade, [(x + wide * a, y + 0.17 * b) for a, b in around((0, 0), 1, 26)]))
    return parts


def whirl(dice: Random) -> list[Part]:
    """Return a typhoon from above: arms around a still eye."""
    arms, side = dice.choice((3, 4, 5)), dice.choice(SIDES)
    parts = list[Part]()
    for arm in range(arms):
        outer = [(1.0 - 0.05 * step, arm / arms + 0.03 * step) for step in range(15)]
        spots = [arc((0, 0), reach, turn, turn, 1)[0] for reach, turn in outer]
        inner = [arc((0, 0), reach * 0.72, turn + 0.02, turn + 0.02, 1)[0] for reach, turn in outer[::-1]]
        parts.append(fill("light" if arm % 2 else "pale", [(side * x, y) for x, y in (*spots, *inner)]))
    return [disc("dim", (0, 0), 0.5), *parts, disc("night", (0, 0), 0.16), ring("pale", (0, 0), 0.22, 0.06)]


def wing(dice: Random) -> list[Part]:
    """One wing of long feathers."""
    side, count = dice.choice(SIDES), dice.choice((5, 6))
    feathers = [
        fill(
            ("base", "light", "pale")[step % 3],
            [
                (side * (x - 0.5), y - 0.4)
                for x, y in turned(
                    [(0, -0.1), (1.42 - 0.17 * step, -0.12), (1.5 - 0.17 * step, 0.06), (0, 0.16)],
                    -0.36 + 0.3 * step,
                )
            ],
        )
        for step in range(count)
    ]
    return [
        *feathers[::-1],
        line("pale", [(-side * 0.6, 0.5), (-side * 0.56, -0.4), (side * 0.2, -0.8)], 0.2),
    ]


def ankh(dice: Random) -> list[Part]:
    """The looped cross of those who come back."""
    loop = [(x * 0.34, y * 0.46 - 0.5) for x, y in around((0, 0), 1, 30)]
    return [
        *(line("dim", [(x * 0.74, y * 0.74), (x, y)], 0.05) for x, y in around((0, 0), 1.06, 12)),
        line("light", [*loop, loop[0]], 0.2),
        line("light", [(0, -0.06), (0, 0.98)], 0.24),
        line("light", [(-0.6, 0.12), (0.6, 0.12)], 0.24),
        line("pale", [(-0.05, 0.0), (-0.05, 0.9)], 0.07),
    ]


def merged(dice: Random) -> list[Part]:
    """Two drops that flow into one."""
    full = [*arc((0, -0.48), 0.48, 0.0, 0.5, 16), *arc((0, 0.48), 0.48, 0.0, -0.5, 16)]
    whole = [*full, *arc((0, 0), 0.96, 0.5, 1.0, 30)]
    lean = dice.uniform(0, 6)
    return [
        disc("dim", (0, 0), 0.98),
        fill("pale", turned(whole, lean)),
        disc("dim", turned([(0, -0.48)], lean)[0], 0.16),
        disc("pale", turned([(0, 0.48)], lean)[0], 0.16),
        ring("light", (0, 0), 0.98, 0.07),
    ]


def soul(dice: Random) -> list[Part]:
    """Return a soul that rises, with two eyes."""
    side = dice.choice(SIDES)
    body = [
        *arc((0, -0.3), 0.58, 0.75, 1.25, 20),
        (0.56, 0.2),
        (0.3, 0.5),
        (0.24, 0.76),
        (-0.04, 0.98),
        (0.04, 0.66),
        (-0.3, 0.4),
        (-0.56, 0.14),
    ]
    return [
        fill("light", [(side * x, y) for x, y in body]),
        fill("pale", moved([(side * x, y) for x, y in body], (-0.06, -0.08), 0.74)),
        *(disc("night", (x, -0.34), 0.12) for x in (-0.22, 0.2)),
        fill("night", [(x * 0.11, -0.02 + y * 0.15) for x, y in around((0, 0), 1, 16)]),
        *(disc("light", spot, 0.08) for spot in ((-0.8, -0.6), (0.82, -0.2), (0.7, 0.6))),
    ]


def arrow(dice: Random) -> list[Part]:
    """Return an arrow that shoots up, and what it leaves behind."""
    lean = dice.choice((-0.5, 0.0, 0.5))
    half = [(0, -1.04), (0.62, -0.3), (0.26, -0.3), (0.26, 0.4), (0, 0.4)]
    trail = [(-0.44, 0.1, 0.7), (0.44, 0.1, 0.7), (-0.14, 0.56, 0.98), (0.14, 0.56, 0.98)]
    return [
        fill("pale", turned([(-x, y) for x, y in half], lean)),
        fill("base", turned(half, lean)),
        *(line("light", turned([(x, top), (x, foot)], lean), 0.08) for x, top, foot in trail),
    ]


def eclipse(dice: Random) -> list[Part]:
    """Return a dark sun with a burning rim."""
    count = dice.choice((10, 12, 14))
    return [
        *(
            fill("base", [a, b, tip])
            for a, b, tip in zip(
                around((0, 0), 0.7, count, -0.12),
                around((0, 0), 0.7, count, 0.12),
                around((0, 0), 1.06, count),
                strict=True,
            )
        ),
        disc("pale", (0, 0), 0.74),
        disc("night", (0, 0), 0.64),
        line("light", arc((0, 0), 0.52, 0.6, 0.86, 16), 0.05),
    ]


def peaks(dice: Random) -> list[Part]:
    """Snowy mountains."""
    parts = list[Part]()
    for x, high, shade in (
        (-0.46, 1.0, "dim"),
        (0.5, 1.2, "base"),
        (0.04, 1.6 + dice.uniform(-0.1, 0.1), "light"),
    ):
        half, top = 0.34 * high + 0.1, 0.86 - high
        parts += [
            fill(shade, [(x - half, 0.86), (x, top), (x + half, 0.86)]),
            fill(
                "pale",
                [
                    (x - half * 0.3, top + high * 0.3),
                    (x, top),
                    (x + half * 0.3, top + high * 0.3),
                    (x + 0.04, top + high * 0.2),
                    (x - 0.06, top + high * 0.34),
                ],
            ),
        ]
    return parts


def waves(dice: Random) -> list[Part]:
    """Return a breaker over waves."""
    side = dice.choice(SIDES)
    crest = [
        (-0.98, 0.5),
        (-0.7, -0.2),
        (-0.2, -0.74),
        (0.4, -0.76),
        (0.74, -0.4),
        (0.66, -0.02),
        (0.5, -0.26),
        (0.16, -0.3),
        (-0.06, 0.06),
        (0.12, 0.5),
    ]
    rows = [
        [(x / 10, y + 0.09 * math.sin(x * 0.9 + y * 9)) for x in range(-10, 11)] for y in (0.56, 0.76, 0.94)
    ]
    return [
        fill("base", [(side * x, y) for x, y in crest]),
        line("pale", [(side * x, y) for x, y in crest[:6]], 0.12),
        *(
            disc("pale", (side * x, y), 0.09)
            for x, y in ((0.74, -0.4), (0.66, -0.02), (0.9, -0.66), (0.98, -0.2))
        ),
        *(line(shade, row, 0.13) for shade, row in zip(("light", "base", "dim"), rows, strict=True)),
    ]


def grass(dice: Random) -> list[Part]:
    """Blades of grass in the wind."""
    side = dice.choice(SIDES)
    parts = list[Part]()
    for step in range(9):
        x, high = -0.88 + 0.22 * step, dice.uniform(0.9, 1.6)
        tip = (x + side * 0.32, 0.9 - high)
        parts.append(
            fill(
                ("dim", "light", "base")[step % 3],
                [(x - 0.13, 0.9), tip, (x + 0.13, 0.9), (x + side * 0.1, 0.9 - high * 0.5)],
            )
        )
    return [*parts, disc("pale", (-side * 0.5, -0.66), 0.24)]


def hand(dice: Random) -> list[Part]:
    """Return an open hand."""
    side = dice.choice(SIDES)
    fingers = ((-0.4, -0.5), (-0.14, -0.86), (0.16, -0.92), (0.42, -0.62))
    return [
        *(line("light", [(side * x * 0.9, 0.2), (side * x * 1.2, y)], 0.23) for x, y in fingers),
        line("base", [(side * -0.3, 0.5), (side * -0.84, 0.04)], 0.24),
        fill(
            "light",
            [
                (side * x, y)
                for x, y in ((-0.52, 0.1), (0.52, 0.1), (0.48, 0.6), (0.3, 1.0), (-0.3, 1.0), (-0.48, 0.6))
            ],
        ),
        fill("base", star((0, 0.46), 0.3, 0.12, dice.choice((4, 5, 6)))),
    ]


def boot(dice: Random) -> list[Part]:
    """Return a leg in a boot."""
    side = dice.choice(SIDES)
    shape = [(-0.4, -0.98), (0.2, -0.98), (0.16, 0.3), (0.8, 0.56), (0.86, 0.86), (-0.44, 0.86)]
    return [
        fill("light", [(side * x, y) for x, y in shape]),
        line("dim", [(-side * 0.42, -0.7), (side * 0.2, -0.7)], 0.14),
        line("dim", [(-side * 0.44, 0.9), (side * 0.86, 0.9)], 0.14),
        fill("pale", [(side * x, y) for x, y in ((-0.34, -0.5), (-0.12, -0.5), (-0.14, 0.5), (-0.36, 0.5))]),
        diamond((-side * 0.1, -0.1), 0.1, 0.18),
    ]


def horns(dice: Random) -> list[Part]:
    """Return a horned head."""
    lift = dice.uniform(-0.16, 0.1)
    return [
        both(
            "base",
            "base",
            [(0.2, -0.34), (0.56, -0.5), (0.7, -0.9 + lift), (0.98, -0.5), (0.84, -0.06), (0.34, 0.0)],
        ),
        both("pale", "light", [(0, -0.5), (0.34, -0.4), (0.44, 0.1), (0.22, 0.76), (0, 0.96)]),
        both("night", "night", [(0.1, 0.0), (0.36, -0.12), (0.32, 0.1)]),
        line("dim", [(-0.12, 0.6), (0.12, 0.6)], 0.06),
    ]


def batwings(dice: Random) -> list[Part]:
    """Return a body with one eye between bat's wings."""
    drop = dice.uniform(-0.1, 0.14)
    wing = [
        (0.2, -0.1),
        (0.5, -0.66 + drop),
        (1.04, -0.5 + drop),
        (0.9, 0.04),
        (0.74, -0.1),
        (0.62, 0.3),
        (0.46, 0.08),
        (0.3, 0.36),
    ]
    return [
        both("base", "dim", wing),
        disc("light", (0, 0.06), 0.42),
        both("light", "light", [(0.1, -0.2), (0.32, -0.66), (0.38, -0.1)]),
        disc("pale", (0, 0.04), 0.26),
        disc("night", (0, 0.04), 0.12),
        *(line("light", [(side * 0.16, 0.4), (side * 0.24, 0.84)], 0.1) for side in SIDES),
    ]


def head(dice: Random) -> list[Part]:
    """Return the head of a dragon, from the side."""
    side = dice.choice(SIDES)
    skull = [
        (-0.7, 0.9),
        (-0.66, 0.1),
        (-0.3, -0.5),
        (0.2, -0.56),
        (0.92, -0.1),
        (0.9, 0.1),
        (0.3, 0.12),
        (0.84, 0.34),
        (0.6, 0.46),
        (0.1, 0.36),
        (-0.06, 0.9),
    ]
    crest = [
        (-0.2, -0.5),
        (-0.5, -0.98),
        (-0.44, -0.5),
        (-0.92, -0.62),
        (-0.64, -0.2),
        (-1.0, 0.0),
        (-0.66, 0.16),
    ]
    return [
        fill("dim", [(side * x, y) for x, y in crest]),
        fill("light", [(side * x, y) for x, y in skull]),
        fill("base", [(side * x, y) for x, y in ((-0.7, 0.9), (-0.66, 0.1), (-0.3, 0.1), (-0.06, 0.9))]),
        *(
            fill("pale", [(side * (x - 0.06), 0.1), (side * (x + 0.06), 0.1), (side * x, 0.26)])
            for x in (0.46, 0.66)
        ),
        disc("night", (side * 0.14, -0.22), 0.11),
        glint((side * 0.16, -0.25), 0.05),
    ]
