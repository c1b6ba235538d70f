"""Emblems of objects that names of cards speak of: pots, books, crowns, harps. Our own drawings.

Each is a list of parts for a Brush, within the circle of radius 1. The dice vary it from card to card.
"""

from __future__ import annotations

import itertools
from random import Random

from facedown_client.window.art.brush import Part, both, diamond, disc, fill, glint, line, moved, ring, turned
from facedown_client.window.look import Point, arc, around, star

SIDES = (1, -1)


def pot(dice: Random) -> list[Part]:
    """Return a grinning pot with a lid, or with two handles."""
    body = [(0, -0.5), (0.34, -0.5), (0.3, -0.36), (0.74, 0.1), (0.66, 0.58), (0.36, 0.9), (0, 0.9)]
    grin = [(-0.4, 0.34), (-0.2, 0.5), (0, 0.54), (0.2, 0.5), (0.4, 0.34)]
    lid = [
        both(
            "pale", "light", [(0, -0.86), (0.12, -0.8), (0.12, -0.68), (0.44, -0.6), (0.44, -0.5), (0, -0.5)]
        )
    ]
    handles = [ring("dim", (side * 0.6, -0.16), 0.28, 0.13) for side in SIDES]
    lidded = dice.random() < 0.5
    return [
        *([] if lidded else handles),
        both("light", "base", body),
        *(lid if lidded else [both("pale", "light", [(0, -0.66), (0.46, -0.66), (0.4, -0.48), (0, -0.48)])]),
        *(disc("night", (side * 0.26, 0.04), 0.11) for side in SIDES),
        line("night", grin, 0.09),
    ]


def book(dice: Random) -> list[Part]:
    """Return an open book with a sign above it."""
    page = [(0, -0.1), (0.3, -0.24), (0.94, -0.2), (0.94, 0.56), (0.3, 0.52), (0, 0.68)]
    lines = [
        line("dim", [(side * 0.18, y), (side * 0.78, y - 0.06)], 0.05)
        for y in (0.08, 0.24, 0.4)
        for side in SIDES
    ]
    points = dice.choice((4, 5, 6, 8))
    return [
        both("base", "dim", moved(page, (0, 0.12))),
        both("pale", "light", page),
        *lines,
        fill("pale", star((0, -0.62), 0.34, 0.14, points)),
        glint((0, -0.62), 0.06),
    ]


def scroll(dice: Random) -> list[Part]:
    """Return an unrolled scroll with a seal."""
    lean = dice.uniform(-0.2, 0.2)
    sheet = [(-0.56, -0.7), (0.56, -0.7), (0.56, 0.7), (-0.56, 0.7)]
    rolls = [line("light", turned([(-0.7, y), (0.7, y)], lean), 0.24) for y in (-0.74, 0.74)]
    writing = [
        line("dim", turned([(-0.36, y), (0.36 - 0.3 * (y > 0), y)], lean), 0.06)
        for y in (-0.4, -0.18, 0.04, 0.26)
    ]
    seal = turned([(0.28, 0.4)], lean)[0]
    return [
        fill("pale", turned(sheet, lean)),
        *rolls,
        *writing,
        disc("base", seal, 0.2),
        disc("deep", seal, 0.1),
    ]


def ring_of_power(dice: Random) -> list[Part]:
    """Return a ring with a stone."""
    return [
        ring("light", (0, 0.24), 0.56, 0.22),
        line("pale", arc((0, 0.24), 0.56, 0.62, 0.86, 14), 0.07),
        fill("pale", around((0, -0.52), 0.42, 6)),
        fill("base", [*around((0, -0.52), 0.42, 6)[:4], (0, -0.52)]),
        glint((-0.12, -0.62), 0.07),
    ]


def pendant(dice: Random) -> list[Part]:
    """Return a drop on a chain."""
    beads = list(arc((0, -0.5), 0.72, 0.27, 0.73, 10))
    stone = [(0, -0.02), (0.34, 0.42), (0.2, 0.84), (0, 0.98)]
    upper = [(x, 2 * -0.5 - y) for x, y in beads]
    return [
        *(disc("light" if step % 2 else "base", spot, 0.08) for step, spot in enumerate([*beads, *upper])),
        both("pale", "base", stone),
        diamond((0, 0.5), 0.12, 0.26),
    ]


def gem(dice: Random) -> list[Part]:
    """Return a cut stone."""
    top, waist, foot = (-0.62, 0.62), -0.16, 0.96
    return [
        fill("light", [(-0.96, waist), (-0.56, -0.66), (0.56, -0.66), (0.96, waist), (0, foot)]),
        fill("pale", [(-0.96, waist), (-0.56, -0.66), (-0.34, waist)]),
        fill("base", [(0.34, waist), (0.56, -0.66), (0.96, waist)]),
        fill("pale", [(-0.34, waist), (0, -0.66), (0.34, waist)]),
        fill("base", [(0.34, waist), (0.96, waist), (0, foot)]),
        fill("dim", [(-0.34, waist), (0.34, waist), (0, foot)]),
        *(glint((side * top[1], -0.8), 0.06) for side in SIDES),
    ]


def orb(dice: Random) -> list[Part]:
    """Return a sphere of force with rings around it."""
    lean = dice.uniform(-0.6, 0.6)
    band = turned([(x, y * 0.3) for x, y in around((0, 0), 0.98, 40)], lean)
    return [
        line("dim", [*band, band[0]], 0.06),
        disc("base", (0, 0), 0.6),
        disc("light", (-0.08, -0.1), 0.42),
        disc("pale", (-0.16, -0.2), 0.2),
        line("pale", band[10:31], 0.07),
    ]


def mirror(dice: Random) -> list[Part]:
    """Return an oval mirror that throws light back."""
    oval = [(x * 0.58, y * 0.74 - 0.2) for x, y in around((0, 0), 1, 40)]
    beams = [
        line("pale", [(side * 0.72, -0.2 + y), (side * 1.05, -0.2 + 1.6 * y)], 0.07)
        for y in (-0.3, 0.0, 0.3)
        for side in SIDES
    ]
    return [
        *beams,
        line("dim", [(0, 0.5), (0, 1.0)], 0.18),
        fill("light", oval),
        fill("deep", moved(oval, (0, -0.04), 0.82)),
        fill("base", [(-0.3, 0.1), (-0.34, -0.2), (0.2, -0.74), (0.36, -0.56)]),
        fill("pale", [(-0.12, 0.24), (-0.2, 0.16), (0.38, -0.4), (0.4, -0.28)]),
    ]


def key(dice: Random) -> list[Part]:
    """Return a key."""
    lean = dice.choice((-0.7, 0.7))
    return [
        ring("light", turned([(0, -0.6)], lean)[0], 0.32, 0.17),
        line("light", turned([(0, -0.28), (0, 0.96)], lean), 0.17),
        *(line("pale", turned([(0, y), (0.36, y)], lean), 0.15) for y in (0.6, 0.9)),
        glint(turned([(0, -0.92)], lean)[0], 0.06),
    ]


def scales(dice: Random) -> list[Part]:
    """Return a pair of scales, one pan lower."""
    tip = 0.16 * dice.choice((-1, 0, 1))
    parts: list[Part] = [
        line("dim", [(0, -0.8), (0, 0.8)], 0.1),
        line("base", [(-0.4, 0.86), (0.4, 0.86)], 0.14),
    ]
    for side in SIDES:
        end, pan = (side * 0.74, -0.6 + side * tip), (side * 0.74, 0.24 + side * tip)
        parts += [
            line("base", [end, (pan[0] - 0.32, pan[1])], 0.045),
            line("base", [end, (pan[0] + 0.32, pan[1])], 0.045),
            fill("light", [(pan[0] + 0.38 * x, pan[1] + 0.3 * y) for x, y in arc((0, 0), 1, 0.25, 0.75, 14)]),
        ]
    return [
        *parts,
        line("pale", [(-0.74, -0.6 - tip), (0.74, -0.6 + tip)], 0.1),
        disc("pale", (0, -0.8), 0.13),
    ]


def jaws(dice: Random) -> list[Part]:
    """Return an iron trap with its teeth open."""
    teeth = dice.choice((5, 6, 7))
    parts: list[Part] = [
        line("base", arc((0, 0.34), 0.86, 0.77, 1.23, 24), 0.16),
        line("dim", [(-0.9, 0.5), (0.9, 0.5)], 0.2),
    ]
    for step in range(teeth):
        turn = 0.79 + 0.42 * (step + 0.5) / teeth
        left, right = arc((0, 0.34), 0.84, turn - 0.028, turn + 0.028, 1)
        parts.append(fill("pale", [left, right, arc((0, 0.34), 0.52, turn, turn, 1)[0]]))
        x = -0.7 + 1.4 * (step + 0.5) / teeth
        parts.append(fill("light", [(x - 0.1, 0.44), (x + 0.1, 0.44), (x, 0.16)]))
    return [*parts, disc("light", (0, 0.66), 0.2), disc("night", (0, 0.66), 0.08)]


def bomb(dice: Random) -> list[Part]:
    """Return a round bomb whose fuse burns."""
    side = dice.choice(SIDES)
    fuse = [(side * 0.34, -0.4), (side * 0.5, -0.66), (side * 0.78, -0.7)]
    return [
        disc("dim", (0, 0.22), 0.72),
        disc("base", (-0.06, 0.16), 0.6),
        line("pale", arc((0, 0.22), 0.5, 0.78, 0.94, 8), 0.09),
        line("light", fuse, 0.12),
        fill("pale", star((side * 0.82, -0.74), 0.28, 0.1, 8)),
        glint((side * 0.82, -0.74), 0.07),
    ]


def cylinders(dice: Random) -> list[Part]:
    """Two tubes, what goes into the one comes out of the other."""
    parts = list[Part]()
    for x, low, shade in ((-0.46, 0.16, "base"), (0.46, -0.16, "light")):
        lid = [(x + 0.36 * a, low - 0.6 + 0.14 * b) for a, b in around((0, 0), 1, 24)]
        parts += [
            fill(
                shade,
                [(x - 0.36, low - 0.6), (x + 0.36, low - 0.6), (x + 0.36, low + 0.7), (x - 0.36, low + 0.7)],
            ),
            fill(
                "dim",
                [(x + 0.12, low - 0.6), (x + 0.36, low - 0.6), (x + 0.36, low + 0.7), (x + 0.12, low + 0.7)],
            ),
            line("pale", [(x - 0.36, low + 0.3), (x + 0.36, low + 0.3)], 0.08),
            fill("night", lid),
            line("pale", [*lid, lid[0]], 0.05),
        ]
    return [
        *parts,
        fill("pale", [(-0.46, -0.2), (-0.6, -0.62), (-0.32, -0.62)]),
        fill("pale", [(0.46, -1.08), (0.32, -0.7), (0.6, -0.7)]),
    ]


def chain(dice: Random) -> list[Part]:
    """Return a chain from corner to corner."""
    lean = 0.78 * dice.choice(SIDES)
    links = list[Part]()
    for step, y in enumerate((-0.8, -0.4, 0.0, 0.4, 0.8)):
        oval = [(x * (0.24 if step % 2 == 0 else 0.09), y + z * 0.32) for x, z in around((0, 0), 1, 24)]
        spots = turned(oval, lean)
        links.append(line("light" if step % 2 == 0 else "base", [*spots, spots[0]], 0.12))
    return [disc("deep", (0, 0), 0.7), *links]


def crown(dice: Random) -> list[Part]:
    """Return a crown of three points, or of five."""
    points = dice.choice((3, 5))
    tips = [
        (-0.86 + 1.72 * step / (points - 1), -0.62 + 0.18 * abs(step - points // 2)) for step in range(points)
    ]
    dips = [((a[0] + b[0]) / 2, 0.02) for a, b in itertools.pairwise(tips)]
    zigzag = [spot for pair in zip(tips, dips, strict=False) for spot in pair] + [tips[-1]]
    return [
        fill("light", [(-0.7, 0.6), *zigzag, (0.7, 0.6)]),
        fill("base", [(-0.7, 0.36), (0.7, 0.36), (0.7, 0.66), (-0.7, 0.66)]),
        *(disc("pale", spot, 0.11) for spot in tips),
        *(diamond((x, 0.5), 0.09, 0.12) for x in (-0.4, 0.0, 0.4)),
    ]


def horn(dice: Random) -> list[Part]:
    """Return a horn that sounds."""
    side = dice.choice(SIDES)
    bow = arc((-0.1, -0.34), 0.76, 0.3, 0.66, 20)
    parts = [
        disc("light" if step % 5 else "base", (side * x, y), 0.05 + 0.016 * (20 - step))
        for step, (x, y) in enumerate(bow)
    ]
    bell = bow[0]
    return [
        *parts[::-1],
        disc("night", (side * bell[0], bell[1]), 0.22),
        ring("pale", (side * bell[0], bell[1]), 0.32, 0.08),
        *(
            line("pale", [(side * x, y) for x, y in arc(bell, reach, -0.06, 0.12, 8)], 0.05)
            for reach in (0.5, 0.68)
        ),
    ]


def flute(dice: Random) -> list[Part]:
    """Return a flute and its notes."""
    lean = 0.8
    return [
        line("light", turned([(0, -1.0), (0, 1.0)], lean), 0.22),
        line("pale", turned([(-0.06, -0.96), (-0.06, 0.9)], lean), 0.05),
        *(disc("night", turned([(0, y)], lean)[0], 0.065) for y in (-0.4, -0.1, 0.2, 0.5)),
        *(part for x, y in ((-0.5, -0.34), (0.42, 0.72)) for part in _note(x, y)),
    ]


def _note(x: float, y: float) -> list[Part]:
    return [
        disc("pale", (x, y), 0.13),
        line("pale", [(x + 0.1, y), (x + 0.1, y - 0.46), (x + 0.3, y - 0.34)], 0.06),
    ]


def harp(dice: Random) -> list[Part]:
    """Return a harp."""
    frame = [(-0.56, 0.86), (-0.6, -0.7), (-0.2, -0.9), (0.2, -0.7), (0.5, -0.8), (0.62, -0.5)]
    return [
        line("base", [(-0.56, 0.86), (0.1, 0.5), (0.6, -0.5)], 0.18),
        line("light", frame, 0.17),
        *(
            line("pale", [(x, -0.7), (x, 0.66 - 0.9 * (x + 0.5))], 0.035)
            for x in (-0.4, -0.2, 0.0, 0.2, 0.38)
        ),
        disc("pale", (-0.56, 0.86), 0.14),
    ]


def hat(dice: Random) -> list[Part]:
    """Return a pointed hat with a band."""
    side = dice.choice(SIDES)
    cone = [(-0.5, 0.44), (side * 0.2, -0.9), (side * 0.5, -0.74), (0.5, 0.44)]
    brim = [(x * 1.0, 0.52 + y * 0.26) for x, y in around((0, 0), 1, 30)]
    return [
        fill("dim", brim),
        fill("base", cone),
        fill("light", [cone[0], cone[1], (0.0, 0.5)]),
        fill("pale", [(-0.52, 0.5), (-0.44, 0.24), (0.44, 0.24), (0.52, 0.5), (0, 0.6)]),
        glint((side * 0.5, -0.74), 0.09),
        fill("pale", star((-side * 0.7, -0.5), 0.2, 0.08, 5)),
    ]


def staff(dice: Random) -> list[Part]:
    """A staff whose head holds a star."""
    lean = dice.choice((-0.45, 0.45))
    head = turned([(0, -0.62)], lean)[0]
    return [
        line("dim", turned([(0, -0.3), (0, 1.05)], lean), 0.13),
        line("light", [*arc(head, 0.38, 0.1, 0.9, 24)], 0.12),
        fill("pale", star(head, 0.3, 0.11, dice.choice((4, 5, 6)))),
        disc("light", turned([(0, -0.2)], lean)[0], 0.12),
        *(glint(turned([(x, y)], lean)[0], 0.05) for x, y in ((-0.6, -0.5), (0.56, -0.3), (0.4, -0.9))),
    ]


def hourglass(dice: Random) -> list[Part]:
    """An hourglass that runs."""
    lean = dice.uniform(-0.3, 0.3)
    half = [(0, 0), (0.1, -0.06), (0.5, -0.5), (0.5, -0.78), (0, -0.78)]
    sand = [(-0.3, -0.34), (0.3, -0.34), (0.04, -0.04), (-0.04, -0.04)]
    heap = [(-0.42, 0.76), (0, 0.36), (0.42, 0.76)]
    return [
        *(
            fill("base", turned([(x * side, y * end) for x, y in half], lean))
            for side in SIDES
            for end in SIDES
        ),
        *(fill("pale", turned(spots, lean)) for spots in (sand, heap)),
        line("pale", turned([(0, -0.1), (0, 0.5)], lean), 0.05),
        *(line("light", turned([(-0.62, y), (0.62, y)], lean), 0.18) for y in (-0.86, 0.86)),
    ]


def mask(dice: Random) -> list[Part]:
    """A mask that smiles or does not."""
    glad = 0.2 if dice.random() < 0.5 else -0.16
    half = [(0, -0.84), (0.5, -0.8), (0.78, -0.4), (0.66, 0.3), (0.36, 0.76), (0, 0.94)]
    eye = [(0.14, -0.2), (0.34, -0.36), (0.6, -0.24), (0.36, -0.1)]
    return [
        both("pale", "light", half),
        both("night", "night", eye),
        line("night", [(-0.34, 0.44 - glad * 0.5), (0, 0.44 + glad * 0.5), (0.34, 0.44 - glad * 0.5)], 0.1),
        diamond((0, -0.6), 0.08, 0.14),
        fill("base", [(0, -0.14), (0.1, 0.16), (0, 0.2)]),
    ]


def chest(dice: Random) -> list[Part]:
    """Return a chest, its lid a mouth."""
    lid = [(-0.84, -0.2), (-0.7, -0.7), (0.7, -0.7), (0.84, -0.2)]
    return [
        fill("base", [(-0.84, 0.1), (0.84, 0.1), (0.84, 0.84), (-0.84, 0.84)]),
        fill("light", lid),
        fill("night", [(-0.84, -0.2), (0.84, -0.2), (0.84, 0.1), (-0.84, 0.1)]),
        *(fill("pale", [(x - 0.12, -0.2), (x + 0.12, -0.2), (x, 0.06)]) for x in (-0.6, -0.3, 0.0, 0.3, 0.6)),
        *(line("dim", [(x, 0.14), (x, 0.8)], 0.07) for x in (-0.5, 0.5)),
        disc("pale", (0, 0.4), 0.14),
    ]


def lamp(dice: Random) -> list[Part]:
    """Return an oil lamp and what rises from it."""
    side = dice.choice(SIDES)
    smoke = [(side * 0.8, 0.06), (side * 0.56, -0.26), (side * 0.86, -0.56), (side * 0.4, -0.9)]
    bowl = [
        (side * x, y)
        for x, y in ((0.96, 0.14), (0.5, 0.28), (-0.5, 0.22), (-0.56, 0.5), (-0.1, 0.7), (0.4, 0.6))
    ]
    return [
        line("pale", smoke, 0.13),
        fill("light", bowl),
        ring("base", (-side * 0.66, 0.36), 0.2, 0.1),
        fill("base", [(-0.3, 0.86), (0.3, 0.86), (0.14, 0.62), (-0.14, 0.62)]),
        fill("dim", [(-0.3, 0.24), (0, -0.02), (0.3, 0.26)]),
        disc("pale", (0, 0.0), 0.08),
    ]


def tomb(dice: Random) -> list[Part]:
    """Return a gravestone."""
    lean = dice.uniform(-0.14, 0.14)
    stone = [(-0.54, 0.8), (-0.54, -0.3), *arc((0, -0.3), 0.54, 0.75, 1.25, 18), (0.54, 0.8)]
    return [
        fill("dim", turned(moved(stone, (0.12, 0)), lean)),
        fill("light", turned(stone, lean)),
        line("dim", turned([(0, -0.6), (0, 0.2)], lean), 0.12),
        line("dim", turned([(-0.26, -0.32), (0.26, -0.32)], lean), 0.12),
        fill("deep", [(-0.95, 0.98), (-0.6, 0.7), (0.1, 0.62), (0.7, 0.72), (0.95, 0.98)]),
    ]


def castle(dice: Random) -> list[Part]:
    """Return a wall between two towers."""
    tower = [
        (-0.24, 0.9),
        (-0.24, -0.5),
        (-0.34, -0.5),
        (-0.34, -0.84),
        (-0.14, -0.84),
        (-0.14, -0.68),
        (0.14, -0.68),
        (0.14, -0.84),
        (0.34, -0.84),
        (0.34, -0.5),
        (0.24, -0.5),
        (0.24, 0.9),
    ]
    door: list[Point] = [(-0.18, 0.9), (-0.18, 0.4), *arc((0, 0.4), 0.18, 0.75, 1.25, 10), (0.18, 0.9)]
    return [
        fill("base", [(-0.6, 0.9), (-0.6, -0.1), (0.6, -0.1), (0.6, 0.9)]),
        *(
            fill("base", [(x - 0.1, -0.1), (x - 0.1, -0.28), (x + 0.1, -0.28), (x + 0.1, -0.1)])
            for x in (-0.2, 0.14)
        ),
        fill("light", moved(tower, (-0.64, 0))),
        fill("dim", moved(tower, (0.64, 0))),
        fill("night", door),
        *(
            fill("night", [(x - 0.06, -0.1), (x + 0.06, -0.1), (x + 0.06, 0.18), (x - 0.06, 0.18)])
            for x in (-0.64, 0.64)
        ),
    ]


def cards(dice: Random) -> list[Part]:
    """Return a fan of cards."""
    sheet = [(-0.34, -0.9), (0.34, -0.9), (0.34, 0.1), (-0.34, 0.1)]
    shades = ("dim", "base", "light", "pale")
    parts = [
        fill(shade, moved(turned(sheet, -0.66 + 0.42 * step), (0, 0.5))) for step, shade in enumerate(shades)
    ]
    return [
        *parts,
        fill("base", moved(turned([(0, -0.66), (0.18, -0.4), (0, -0.14), (-0.18, -0.4)], 0.6), (0, 0.5))),
    ]
