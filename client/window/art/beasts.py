"""Emblems of animals, on land, in water and in the air. Our own drawings, used by `monsters`."""

from __future__ import annotations

import math

from client.window.art.brush import Brush, bow, moved, turned


def dragon(brush: Brush) -> None:
    """A spread pair of ribbed wings over a spine."""
    tint, lift = brush.tint, brush.dice.uniform(-0.1, 0.12)
    wing = [
        (0.05, -0.2),
        (0.42, -0.78 + lift),
        (0.98, -0.5 + lift),
        (0.84, -0.12),
        (0.74, 0.16),
        (0.58, 0.0),
        (0.46, 0.34),
        (0.32, 0.12),
        (0.14, 0.46),
    ]
    brush.both(tint.light, tint.base, wing)
    for tip in ((0.74, 0.16), (0.46, 0.34), (0.98, -0.5 + lift)):
        for side in (1, -1):
            brush.line(tint.dim, [(side * 0.42, -0.74 + lift), (side * tip[0], tip[1])], 0.035)
    brush.both(tint.pale, tint.light, [(0, -0.9), (0.1, -0.62), (0.16, -0.3), (0.1, 0.3), (0.0, 0.98)])
    brush.both(tint.pale, tint.light, [(0.03, -0.86), (0.2, -1.04), (0.12, -0.7)])
    brush.glint((0, -0.3), 0.07)


def beast(brush: Brush) -> None:
    """A paw."""
    tint, lean = brush.tint, brush.dice.uniform(-0.25, 0.25)
    toes = [(-0.62, -0.2, 0.21), (-0.24, -0.62, 0.24), (0.24, -0.62, 0.24), (0.62, -0.2, 0.21)]
    for x, y, size in toes:
        spot = turned([(x, y)], lean)[0]
        claw = turned(
            [(x - size * 0.5, y - size * 0.7), (x, y - size * 2.0), (x + size * 0.5, y - size * 0.7)], lean
        )
        brush.fill(tint.pale, claw)
        brush.disc(tint.base, spot, size)
        brush.disc(tint.light, (spot[0] - 0.05, spot[1] - 0.05), size * 0.6)
    pad = [
        *bow((0, 0.3), 0.5, -0.24, 0.24, 20),
        *bow((0.2, 0.5), 0.34, 0.2, 0.5, 8),
        *bow((-0.2, 0.5), 0.34, 0.5, 0.8, 8),
    ]
    brush.fill(tint.base, turned(pad, lean))
    brush.fill(tint.light, turned(moved(pad, (-0.03, 0.07), 0.68), lean))


def dinosaur(brush: Brush) -> None:
    """An open jaw of fangs."""
    tint = brush.tint
    count = brush.dice.choice((4, 5))
    upper = [*bow((0, 0.1), 0.98, -0.25, 0.25, 30), *bow((0, 0.1), 0.66, 0.25, -0.25, 30)]
    lower = [(x, 0.3 - y) for x, y in moved(upper, (0, -0.08), 0.86)]
    brush.fill(tint.base, upper)
    brush.fill(tint.dim, lower)
    for step in range(count * 2 - 1):
        angle = -0.2 + 0.4 * step / (count * 2 - 2)
        foot, tip = (
            bow((0, 0.1), 0.7, angle, 0, 1)[0],
            bow((0, 0.1), 0.24 if step % 2 else 0.36, angle, 0, 1)[0],
        )
        brush.fill(tint.pale, [(foot[0] - 0.1, foot[1]), (foot[0] + 0.1, foot[1]), tip])
        if step % 2:
            brush.fill(
                tint.light,
                [
                    (foot[0] - 0.08, 0.24 - foot[1] * 0.86),
                    (foot[0] + 0.08, 0.24 - foot[1] * 0.86),
                    (tip[0], 0.3),
                ],
            )
    for side in (1, -1):
        brush.disc(tint.night, (side * 0.52, -0.42), 0.09)


def fish(brush: Brush) -> None:
    """A leaping fish."""
    tint, lean = brush.tint, brush.dice.uniform(-0.7, -0.2)
    body = [*bow((0, 0.62), 1.0, -0.14, 0.14, 20), *bow((0, -0.62), 1.0, 0.36, 0.64, 20)]
    tail = [(0.66, 0), (1.04, -0.42), (0.92, 0), (1.04, 0.42)]
    fin = [(-0.12, -0.34), (0.26, -0.72), (0.34, -0.22)]
    brush.fill(tint.light, turned(tail, lean))
    brush.fill(tint.light, turned(fin, lean))
    brush.fill(tint.base, turned(body, lean))
    brush.fill(
        tint.dim, turned([*bow((0, -0.62), 1.0, 0.36, 0.64, 20), *bow((0, -0.2), 0.86, 0.62, 0.38, 20)], lean)
    )
    for step in range(3):
        brush.line(tint.pale, turned(bow((-0.1 + step * 0.26, 0), 0.22, 0.06, 0.44, 10), lean), 0.045)
    brush.glint(turned([(-0.46, -0.06)], lean)[0], 0.08)


def sea_serpent(brush: Brush) -> None:
    """A serpent rising from waves."""
    tint, side = brush.tint, brush.dice.choice((1, -1))
    spine = [
        (side * 0.46 * math.sin(step / 24 * math.tau * 1.1), 0.95 - 1.75 * step / 24) for step in range(25)
    ]
    for step, (x, y) in enumerate(spine):
        brush.disc(tint.dim if step < 8 else tint.base, (x, y), 0.25 - 0.005 * step)
    for step, (x, y) in enumerate(spine[4::3]):
        brush.fill(tint.light, [(x - 0.06, y - 0.1), (x + side * 0.34, y - 0.16), (x + 0.06, y + 0.1)])
        brush.disc(tint.light, (x - side * 0.06, y), 0.09 - 0.006 * step)
    head = spine[-1]
    brush.fill(
        tint.pale,
        [
            (head[0] - side * 0.5, head[1] + 0.12),
            (head[0], head[1] - 0.2),
            (head[0] + side * 0.16, head[1] + 0.12),
        ],
    )
    brush.glint((head[0] - side * 0.06, head[1]), 0.06)


def insect(brush: Brush) -> None:
    """A beetle from above."""
    tint = brush.tint
    for y, reach in ((-0.3, 0.9), (0.12, 0.98), (0.5, 0.86)):
        for side in (1, -1):
            brush.line(
                tint.dim, [(side * 0.2, y), (side * reach * 0.7, y - 0.16), (side * reach, y + 0.22)], 0.075
            )
    brush.both(tint.light, tint.base, [(0, -0.42), (0.36, -0.36), (0.52, 0.1), (0.4, 0.6), (0, 0.94)])
    brush.line(tint.night, [(0, -0.4), (0, 0.92)], 0.05)
    brush.both(tint.base, tint.dim, [(0, -0.78), (0.2, -0.74), (0.34, -0.46), (0, -0.38)])
    for side in (1, -1):
        brush.line(tint.light, [(side * 0.1, -0.74), (side * 0.2, -0.98), (side * 0.42, -0.94)], 0.06)
        brush.disc(tint.pale, (side * 0.24, 0.06), 0.09)
        brush.disc(tint.pale, (side * 0.17, 0.46), 0.06)


def winged_beast(brush: Brush) -> None:
    """A bird of prey diving."""
    tint, feathers = brush.tint, brush.dice.choice((4, 5))
    for step in range(feathers):
        angle = 0.55 + step * 0.28
        feather = turned([(-0.1, 0), (-0.12, -0.8), (0, -1.04 + step * 0.06), (0.12, -0.8), (0.1, 0)], angle)
        colour = tint.light if step % 2 else tint.base
        brush.fill(colour, feather)
        brush.fill(colour, [(-x, y) for x, y in feather])
    brush.both(tint.pale, tint.light, [(0, -0.56), (0.18, -0.4), (0.24, 0.06), (0.1, 0.5), (0, 0.5)])
    brush.both(tint.light, tint.base, [(0, 0.4), (0.12, 0.46), (0.3, 0.96), (0.0, 0.8)])
    brush.fill(tint.dim, [(-0.08, -0.56), (0.08, -0.56), (0, -0.82)])
    brush.glint((0, -0.36), 0.06)


def reptile(brush: Brush) -> None:
    """An eye with a slit."""
    tint = brush.tint
    lid = [*bow((0, 0.55), 1.12, -0.17, 0.17, 24), *bow((0, -0.55), 1.12, 0.33, 0.67, 24)]
    for step in range(9):
        brush.fill(tint.dim, turned([(-0.1, -0.5), (0, -0.98), (0.1, -0.5)], (step - 4) * 0.34))
    brush.fill(tint.base, lid)
    brush.disc(tint.pale, (0, 0), 0.46)
    brush.disc(tint.light, (0, 0), 0.36)
    brush.fill(tint.night, [(0, -0.46), (0.12, 0), (0, 0.46), (-0.12, 0)])
    brush.glint((-0.16, -0.16), 0.08)


def wyrm(brush: Brush) -> None:
    """A dragon that bites its tail."""
    tint, turn = brush.tint, brush.dice.uniform(0, 6)
    for step in range(44):
        spot = turned([(0, -0.74)], turn + step * 0.13)[0]
        brush.disc(tint.base if step % 4 else tint.light, spot, 0.08 + 0.0036 * step)
    head = turned([(0, -0.74)], turn + 44 * 0.13)[0]
    brush.disc(tint.pale, head, 0.26)
    brush.disc(tint.night, head, 0.08)
    brush.diamond((0, 0), 0.22, 0.36)
