"""Emblems of animals, on land, in water and in the air. Our own drawings, used by `monsters`."""

from __future__ import annotations

import math
from random import Random

from client.window.art.brush import Part, both, diamond, disc, fill, glint, line, moved, turned
from client.window.look import arc

SIDES = (1, -1)


def dragon(dice: Random) -> list[Part]:
    """A spread pair of ribbed wings over a spine."""
    lift = dice.uniform(-0.1, 0.12)
    wing = [
        (0.05, -0.2), (0.42, -0.78 + lift), (0.98, -0.5 + lift), (0.84, -0.12), (0.74, 0.16),
        (0.58, 0.0), (0.46, 0.34), (0.32, 0.12), (0.14, 0.46),
    ]  # fmt: skip
    tips = ((0.74, 0.16), (0.46, 0.34), (0.98, -0.5 + lift))
    return [
        both("light", "base", wing),
        *(
            line("dim", [(side * 0.42, -0.74 + lift), (side * x, y)], 0.035)
            for x, y in tips
            for side in SIDES
        ),
        both("pale", "light", [(0, -0.9), (0.1, -0.62), (0.16, -0.3), (0.1, 0.3), (0.0, 0.98)]),
        both("pale", "light", [(0.03, -0.86), (0.2, -1.04), (0.12, -0.7)]),
        glint((0, -0.3), 0.07),
    ]


def beast(dice: Random) -> list[Part]:
    """A paw."""
    lean = dice.uniform(-0.25, 0.25)
    toes = ((-0.62, -0.2, 0.21), (-0.24, -0.62, 0.24), (0.24, -0.62, 0.24), (0.62, -0.2, 0.21))
    pad = [
        *arc((0, 0.3), 0.5, -0.24, 0.24, 20),
        *arc((0.2, 0.5), 0.34, 0.2, 0.5, 8),
        *arc((-0.2, 0.5), 0.34, 0.5, 0.8, 8),
    ]
    return [
        *(part for toe in toes for part in _toe(*toe, lean)),
        fill("base", turned(pad, lean)),
        fill("light", turned(moved(pad, (-0.03, 0.07), 0.68), lean)),
    ]


def _toe(x: float, y: float, size: float, lean: float) -> list[Part]:
    spot = turned([(x, y)], lean)[0]
    claw = [(x - size * 0.5, y - size * 0.7), (x, y - size * 2.0), (x + size * 0.5, y - size * 0.7)]
    return [
        fill("pale", turned(claw, lean)),
        disc("base", spot, size),
        disc("light", (spot[0] - 0.05, spot[1] - 0.05), size * 0.6),
    ]


def dinosaur(dice: Random) -> list[Part]:
    """An open jaw of fangs."""
    last = dice.choice((4, 5)) * 2 - 2
    upper = [*arc((0, 0.1), 0.98, -0.25, 0.25, 30), *arc((0, 0.1), 0.66, 0.25, -0.25, 30)]
    lower = [(x, 0.3 - y) for x, y in moved(upper, (0, -0.08), 0.86)]
    return [
        fill("base", upper),
        fill("dim", lower),
        *(part for step in range(last + 1) for part in _fangs(step, -0.2 + 0.4 * step / last)),
        *(disc("night", (side * 0.52, -0.42), 0.09) for side in SIDES),
    ]


def _fangs(step: int, angle: float) -> list[Part]:
    """A fang of the upper jaw; every second one is longer and has another below."""
    x, y = arc((0, 0.1), 0.7, angle, 0, 1)[0]
    tip = arc((0, 0.1), 0.24 if step % 2 else 0.36, angle, 0, 1)[0]
    upper = fill("pale", [(x - 0.1, y), (x + 0.1, y), tip])
    lower = fill("light", [(x - 0.08, 0.24 - y * 0.86), (x + 0.08, 0.24 - y * 0.86), (tip[0], 0.3)])
    return [upper, lower] if step % 2 else [upper]


def fish(dice: Random) -> list[Part]:
    """A leaping fish."""
    lean = dice.uniform(-0.7, -0.2)
    belly = arc((0, -0.62), 1.0, 0.36, 0.64, 20)
    return [
        fill("light", turned([(0.66, 0), (1.04, -0.42), (0.92, 0), (1.04, 0.42)], lean)),
        fill("light", turned([(-0.12, -0.34), (0.26, -0.72), (0.34, -0.22)], lean)),
        fill("base", turned([*arc((0, 0.62), 1.0, -0.14, 0.14, 20), *belly], lean)),
        fill("dim", turned([*belly, *arc((0, -0.2), 0.86, 0.62, 0.38, 20)], lean)),
        *(
            line("pale", turned(arc((-0.1 + step * 0.26, 0), 0.22, 0.06, 0.44, 10), lean), 0.045)
            for step in range(3)
        ),
        glint(turned([(-0.46, -0.06)], lean)[0], 0.08),
    ]


def sea_serpent(dice: Random) -> list[Part]:
    """A serpent rising from waves."""
    side = dice.choice(SIDES)
    spine = [
        (side * 0.46 * math.sin(step / 24 * math.tau * 1.1), 0.95 - 1.75 * step / 24) for step in range(25)
    ]
    x, y = spine[-1]
    return [
        *(disc("dim" if step < 8 else "base", spot, 0.25 - 0.005 * step) for step, spot in enumerate(spine)),
        *(part for step, spot in enumerate(spine[4::3]) for part in _scale(step, side, *spot)),
        fill("pale", [(x - side * 0.5, y + 0.12), (x, y - 0.2), (x + side * 0.16, y + 0.12)]),
        glint((x - side * 0.06, y), 0.06),
    ]


def _scale(step: int, side: int, x: float, y: float) -> list[Part]:
    return [
        fill("light", [(x - 0.06, y - 0.1), (x + side * 0.34, y - 0.16), (x + 0.06, y + 0.1)]),
        disc("light", (x - side * 0.06, y), 0.09 - 0.006 * step),
    ]


def insect(dice: Random) -> list[Part]:
    """A beetle from above."""
    legs = ((-0.3, 0.9), (0.12, 0.98), (0.5, 0.86))
    return [
        *(
            line("dim", [(side * 0.2, y), (side * reach * 0.7, y - 0.16), (side * reach, y + 0.22)], 0.075)
            for y, reach in legs
            for side in SIDES
        ),
        both("light", "base", [(0, -0.42), (0.36, -0.36), (0.52, 0.1), (0.4, 0.6), (0, 0.94)]),
        line("night", [(0, -0.4), (0, 0.92)], 0.05),
        both("base", "dim", [(0, -0.78), (0.2, -0.74), (0.34, -0.46), (0, -0.38)]),
        *(
            line("light", [(side * 0.1, -0.74), (side * 0.2, -0.98), (side * 0.42, -0.94)], 0.06)
            for side in SIDES
        ),
        *(disc("pale", (side * 0.24, 0.06), 0.09) for side in SIDES),
        *(disc("pale", (side * 0.17, 0.46), 0.06) for side in SIDES),
    ]


def winged_beast(dice: Random) -> list[Part]:
    """A bird of prey diving."""
    return [
        *map(_feather, range(dice.choice((4, 5)))),
        both("pale", "light", [(0, -0.56), (0.18, -0.4), (0.24, 0.06), (0.1, 0.5), (0, 0.5)]),
        both("light", "base", [(0, 0.4), (0.12, 0.46), (0.3, 0.96), (0.0, 0.8)]),
        fill("dim", [(-0.08, -0.56), (0.08, -0.56), (0, -0.82)]),
        glint((0, -0.36), 0.06),
    ]


def _feather(step: int) -> Part:
    """One on each side, the first the uppermost."""
    upright = [(-0.1, 0), (-0.12, -0.8), (0, -1.04 + step * 0.06), (0.12, -0.8), (0.1, 0)]
    shade = "light" if step % 2 else "base"
    return both(shade, shade, turned(upright, 0.55 + step * 0.28))


def reptile(dice: Random) -> list[Part]:
    """An eye with a slit."""
    lid = [*arc((0, 0.55), 1.12, -0.17, 0.17), *arc((0, -0.55), 1.12, 0.33, 0.67)]
    return [
        *(
            fill("dim", turned([(-0.1, -0.5), (0, -0.98), (0.1, -0.5)], (step - 4) * 0.34))
            for step in range(9)
        ),
        fill("base", lid),
        disc("pale", (0, 0), 0.46),
        disc("light", (0, 0), 0.36),
        fill("night", [(0, -0.46), (0.12, 0), (0, 0.46), (-0.12, 0)]),
        glint((-0.16, -0.16), 0.08),
    ]


def wyrm(dice: Random) -> list[Part]:
    """A dragon that bites its tail."""
    turn = dice.uniform(0, 6)
    *body, head = [turned([(0, -0.74)], turn + step * 0.13)[0] for step in range(45)]
    return [
        *(
            disc("base" if step % 4 else "light", spot, 0.08 + 0.0036 * step)
            for step, spot in enumerate(body)
        ),
        disc("pale", head, 0.26),
        disc("night", head, 0.08),
        diamond((0, 0), 0.22, 0.36),
    ]
