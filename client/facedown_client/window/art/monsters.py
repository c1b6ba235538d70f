"""Emblems of monsters, one for each race: a silhouette one knows from across the table. Our own drawings.

Each is a list of parts for a Brush, within the circle of radius 1. The dice vary it from card to card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from facedown_client.window.art.brush import (
    Part,
    both,
    diamond,
    disc,
    facets,
    fill,
    glint,
    line,
    moved,
    turned,
)
from facedown_client.window.look import Point, arc, around, star

SIDES = (1, -1)


def dragon(dice: Random) -> list[Part]:
    """Return a spread pair of ribbed wings over a spine."""
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
    """Return a paw."""
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
    """Return an open jaw of fangs."""
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
    """Return a fang of the upper jaw; every second one is longer and has another below."""
    x, y = arc((0, 0.1), 0.7, angle, 0, 1)[0]
    tip = arc((0, 0.1), 0.24 if step % 2 else 0.36, angle, 0, 1)[0]
    upper = fill("pale", [(x - 0.1, y), (x + 0.1, y), tip])
    lower = fill("light", [(x - 0.08, 0.24 - y * 0.86), (x + 0.08, 0.24 - y * 0.86), (tip[0], 0.3)])
    return [upper, lower] if step % 2 else [upper]


def fish(dice: Random) -> list[Part]:
    """Return a leaping fish."""
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
    """Return a serpent rising from waves."""
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
    """Return a beetle from above."""
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
    """Return a bird of prey diving."""
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
    """Return an eye with a slit."""
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
    """Return a dragon that bites its tail."""
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


def spellcaster(dice: Random) -> list[Part]:
    """Return a magician's star: two faceted stars and a glint."""
    points, turn = dice.choice((7, 8, 8, 9)), dice.uniform(0, 0.5)
    return [
        fill("dim", star((0, 0), 1.0, 0.5, points, turn + math.pi / points)),
        facets(points, 0.96, 0.42, turn, "light", "base"),
        facets(points, 0.5, 0.24, turn + math.pi / points, "pale", "light"),
        glint(),
    ]


def warrior(dice: Random) -> list[Part]:
    """Return an upright blade."""
    lean, wide, guard = dice.uniform(-0.1, 0.55), dice.uniform(0.12, 0.18), dice.uniform(0.34, 0.46)
    return [
        fill("pale", turned([(0, -1.05), (-wide, -0.78), (-wide, 0.42), (0, 0.42)], lean)),
        fill("base", turned([(0, -1.05), (wide, -0.78), (wide, 0.42), (0, 0.42)], lean)),
        fill(
            "dim",
            turned([(-guard, 0.36), (guard, 0.36), (guard * 0.8, 0.52), (-guard * 0.8, 0.52)], lean),
        ),
        fill("light", turned([(-0.07, 0.52), (0.07, 0.52), (0.07, 0.86), (-0.07, 0.86)], lean)),
        disc("pale", turned([(0, 0.92)], lean)[0], 0.1),
    ]


def fiend(dice: Random) -> list[Part]:
    """Return a horned crescent with two falling diamonds."""
    lean = dice.uniform(-0.5, 0.3)
    return [
        *(fill("light", turned(_horn(-0.5 + step * 0.085 - 0.06), lean)) for step in range(6)),
        fill("base", turned(_crescent(0.84, 0.66, 0.34), lean)),
        fill("light", turned(_crescent(0.84, 0.78, 0.14), lean)),
        diamond((0.2, -0.24), 0.13, 0.24),
        diamond((0.2, 0.26), 0.1, 0.19),
    ]


def _horn(angle: float) -> list[Point]:
    tip, (x, y) = (arc((0, 0), reach, angle, 0, 1)[0] for reach in (1.02, 0.84))
    return [tip, (x + y * 0.09, y - x * 0.09), (x - y * 0.09, y + x * 0.09)]


def _crescent(outer: float, inner: float, shift: float) -> list[Point]:
    """Return a moon open to the right."""
    return [*arc((0, 0), outer, 0.06, 0.94, 40)[::-1], *arc((shift, 0), inner, 0.1, 0.9, 40)]


def machine(dice: Random) -> list[Part]:
    """Return a gear with a two-tone nut."""
    nut = around((0, 0), 0.36, 6, math.pi / 6)
    teeth, turn = dice.choice((6, 6, 7, 8)), dice.uniform(0, 1)
    return [
        *(_tooth(math.pi / teeth * 0.42, turn + math.tau * step / teeth) for step in range(teeth)),
        disc("base", (0, 0), 0.7),
        fill("light", [*arc((0, 0), 0.7, -0.32, 0.18, 24), *arc((0, 0), 0.7 * 0.86, -0.32, 0.18, 24)[::-1]]),
        disc("night", (0, 0), 0.47),
        fill("dim", nut),
        fill("light", [spot for spot in nut if spot[1] <= 0.01]),
        glint(radius=0.11),
    ]


def _tooth(half: float, angle: float) -> Part:
    """Half as wide as `half` says, in radians; lit from the upper right."""
    outer, root = 0.98, 0.7
    tooth = [
        (-half * outer * 0.78, -outer),
        (half * outer * 0.78, -outer),
        (half * 1.1, -root * 0.8),
        (-half * 1.1, -root * 0.8),
    ]
    return fill("light" if math.cos(angle - 0.8) > 0.2 else "base", turned(tooth, angle))


def cyberse(dice: Random) -> list[Part]:
    """Return a gear of hexagons with wired corners."""
    turn = dice.choice((0.0, math.pi / 6))
    hexagon = around((0, 0), 0.66, 6, turn)
    return [
        *(part for spot in around((0, 0), 0.86, 6, turn) for part in _wire(spot)),
        fill("base", hexagon),
        fill("light", [(0, 0), *hexagon[4:], hexagon[0]]),
        fill("night", around((0, 0), 0.42, 6, turn)),
        fill("pale", around((0, 0), 0.24, 6, turn)),
        glint(radius=0.09),
    ]


def _wire(spot: Point) -> list[Part]:
    return [line("dim", [(0, 0), spot], 0.1), disc("light", spot, 0.13), disc("night", spot, 0.05)]


def beast_warrior(dice: Random) -> list[Part]:
    """Return a double axe."""
    lean = dice.uniform(-0.4, 0.4)
    blade = [(0.1, -0.42), (0.42, -0.66), *arc((0.1, -0.2), 0.78, 0.14, 0.36, 14), (0.42, 0.24), (0.1, 0.02)]
    edge = arc((0.1, -0.2), 0.76, 0.14, 0.36, 14)
    return [
        fill("dim", turned([(-0.06, -0.9), (0.06, -0.9), (0.06, 0.98), (-0.06, 0.98)], lean)),
        fill("base", turned(blade, lean)),
        fill("light", turned([(-x, y) for x, y in blade], lean)),
        *(line("pale", turned([(side * x, y) for x, y in edge], lean), 0.07) for side in SIDES),
        disc("pale", turned([(0, -0.2)], lean)[0], 0.13),
    ]


def aqua(dice: Random) -> list[Part]:
    """Return a drop over ripples."""
    ripples = [
        [(x * (0.5 + 0.25 * step), 0.72 + y * (0.1 + 0.06 * step)) for x, y in around((0, 0), 1, 40)]
        for step in range(3)
    ]
    return [
        *(
            line(shade, [*ripple, ripple[0]], 0.045)
            for shade, ripple in zip(("light", "base", "base"), ripples, strict=True)
        ),
        fill("base", [(0, -0.98), (0.2, -0.56), *arc((0, 0.06), 0.52, 0.2, 0.8, 30), (-0.2, -0.56)]),
        fill("light", [(0, -0.98), *arc((0, 0.06), 0.52, 0.8, 0.5, 16), (0, 0.2)]),
        line("pale", arc((0, 0.08), 0.34, 0.56, 0.74, 8), 0.09),
        glint((0.16, -0.02), 0.08),
    ]


def pyro(dice: Random) -> list[Part]:
    """Return a flame in four layers."""
    lean = dice.uniform(-0.12, 0.12)
    flame = [
        (0.0, -1.05), (0.16, -0.6), (0.5, -0.3), (0.44, -0.72), (0.76, -0.1), (0.72, 0.42), (0.4, 0.86),
        (0, 0.96), (-0.42, 0.84), (-0.74, 0.4), (-0.66, -0.1), (-0.4, -0.46), (-0.34, -0.1), (-0.12, -0.5),
    ]  # fmt: skip
    layers = (("dim", 1.0, 0), ("base", 0.78, 0.2), ("light", 0.52, 0.44), ("pale", 0.26, 0.66))
    return [fill(shade, turned(moved(flame, (0, drop), scale), lean)) for shade, scale, drop in layers]


def thunder(dice: Random) -> list[Part]:
    """Return a forked bolt from a cloud."""
    cloud = ((-0.5, -0.56, 0.3), (0.0, -0.72, 0.38), (0.48, -0.56, 0.3), (0, -0.48, 0.34))
    bolt = [
        (0.12, -0.4), (-0.26, 0.24), (-0.02, 0.24), (-0.16, 0.98), (0.34, 0.06), (0.08, 0.06), (0.3, -0.4),
    ]  # fmt: skip
    forks = (("pale", 0.0, 1.0, 0.0), ("light", 0.5, 0.6, 0.42), ("light", -0.5, 0.6, -0.42))
    return [
        *(disc("dim", (x, y), size) for x, y, size in cloud),
        *(fill(shade, moved(turned(bolt, lean), (shift, 0), scale)) for shade, lean, scale, shift in forks),
        glint((0.04, 0.14), 0.06),
    ]


def rock(dice: Random) -> list[Part]:
    """Return a cluster of crystals that lean outwards."""
    middle = (dice.choice((5, 5, 6)) - 1) / 2
    outermost_first = sorted(range(round(2 * middle) + 1), key=lambda number: -abs(number - middle))
    return [
        *(part for step in outermost_first for part in _crystal((step - middle) / middle, dice)),
        fill("dim", [(-0.86, 0.96), (-0.6, 0.74), (0.0, 0.66), (0.62, 0.74), (0.86, 0.96)]),
        glint((-0.06, -0.5), 0.06),
    ]


def _crystal(side: float, dice: Random) -> list[Part]:
    """One crystal, from the left (-1) to the right (1)."""
    high = 1.72 - 0.8 * abs(side) + dice.uniform(-0.14, 0.14)
    half, lean, foot = 0.2 - 0.05 * abs(side), side * 0.55, (side * 0.42, 0.84)
    top, waist, root = (-half * 0.2, -high), (0.05, -high * 0.68), (0.05, 0.0)
    left = [(-half, 0.0), (-half * 1.15, -high * 0.72), top, waist, root]
    right = [root, waist, top, (half * 1.15, -high * 0.62), (half, 0.0)]
    light, dark = ("light", "base") if side <= 0 else ("base", "dim")
    return [
        fill(light, moved(turned(left, lean), foot)),
        fill(dark, moved(turned(right, lean), foot)),
    ]


def plant(dice: Random) -> list[Part]:
    """Return a blossom of two rings of petals."""
    count = dice.choice((6, 8, 9, 10))
    rings = ((0.0, 1.0, 0.26, "dim", "base"), (0.5, 0.66, 0.2, "base", "light"))
    return [
        *(
            part
            for ahead, reach, width, dark, light in rings
            for step in range(count)
            for part in _petal(math.tau * (step + ahead) / count, reach, width, dark, light)
        ),
        glint(radius=0.13),
    ]


def _petal(angle: float, reach: float, width: float, dark: str, light: str) -> list[Part]:
    left, tip, right = (-width, -reach * 0.62), (0, -reach), (width, -reach * 0.62)
    return [
        fill(dark, turned([(0, 0), left, tip, right], angle)),
        fill(light, turned([(0, 0), left, tip], angle)),
    ]


def fairy(dice: Random) -> list[Part]:
    """Wings beneath a halo."""
    halo = [(x * 0.4, -0.74 + y * 0.15) for x, y in around((0, 0), 1, 30)]
    return [
        *(_wing(step, reach) for step, reach in enumerate((1.02, 0.9, 0.74))),
        both("pale", "light", [(0, -0.36), (0.14, -0.14), (0.1, 0.4), (0.0, 0.92)]),
        line("pale", [*halo, halo[0]], 0.08),
        glint((0, -0.34), 0.11),
    ]


def _wing(step: int, reach: float) -> Part:
    """The uppermost wing is the first, and the palest."""
    outline = [
        (0.06, 0.1),
        (0.3, -0.3 + step * 0.22),
        (reach, -0.62 + step * 0.42),
        (reach * 0.82, -0.1 + step * 0.3),
        (0.3, 0.36 + step * 0.12),
    ]
    return both(("pale", "light", "base")[step], ("light", "base", "dim")[step], outline)


def zombie(dice: Random) -> list[Part]:
    """Return a skull with a cracked brow."""
    lean = dice.uniform(-0.16, 0.16)
    jaw = [(0.42, 0.5), (0.38, 0.84)]
    dome = [*arc((0, -0.2), 0.72, -0.34, 0.34, 30), *jaw, (-0.38, 0.84), (-0.42, 0.5)]
    shaded = [(0.05, -0.92), *arc((0, -0.2), 0.72, 0.01, 0.34, 20), *jaw, (0.05, 0.84)]
    return [
        fill("light", turned(dome, lean)),
        fill("base", turned(shaded, lean)),
        *(disc("night", turned([(side * 0.3, -0.08)], lean)[0], 0.2) for side in SIDES),
        fill("night", turned([(0, 0.14), (0.1, 0.36), (-0.1, 0.36)], lean)),
        *(line("dim", turned([(x, 0.56), (x, 0.84)], lean), 0.05) for x in (-0.2, 0.0, 0.2)),
        line("night", turned([(0.1, -0.9), (0.2, -0.66), (0.08, -0.52), (0.2, -0.36)], lean), 0.045),
        glint(turned([(dice.choice((-0.3, 0.3)), -0.08)], lean)[0], 0.07),
    ]


def psychic(dice: Random) -> list[Part]:
    """Return a spiral of thought."""
    side = dice.choice(SIDES)
    arms = enumerate(("base", "light", "pale"))
    return [*(part for arm, shade in arms for part in _spiral(side, arm, shade)), glint(radius=0.13)]


def _spiral(side: int, arm: int, shade: str) -> list[Part]:
    spots = [
        (
            side * (0.08 + 0.036 * step) * math.sin(step * 0.2 + arm * math.tau / 3),
            -(0.08 + 0.036 * step) * math.cos(step * 0.2 + arm * math.tau / 3),
        )
        for step in range(25)
    ]
    return [line(shade, spots, 0.1), disc(shade, spots[-1], 0.1)]


def divine(dice: Random) -> list[Part]:
    """Return a pyramid in a sun."""
    return [
        *(line("dim", [(x * 0.62, y * 0.62), (x, y)], 0.06) for x, y in around((0, 0), 1.02, 16)),
        disc("base", (0, 0), 0.7),
        fill("pale", [(0, -0.56), (-0.56, 0.4), (0.1, 0.4)]),
        fill("light", [(0, -0.56), (0.1, 0.4), (0.56, 0.4)]),
        glint((0, -0.1), 0.09),
    ]


def illusion(dice: Random) -> list[Part]:
    """Two halves of one mask."""
    eye, mouth = [(0.14, -0.2), (0.46, -0.36), (0.5, -0.12), (0.26, -0.04)], [(0.08, 0.46), (0.3, 0.36)]
    return [
        both("pale", "dim", [(0.03, -0.9), (0.56, -0.74), (0.66, -0.1), (0.36, 0.62), (0.03, 0.94)]),
        both("night", "pale", eye),
        line("night", [(-x, y) for x, y in mouth], 0.07),
        line("pale", mouth, 0.07),
        diamond((0, -0.56), 0.09, 0.16),
    ]


def stranger(dice: Random) -> list[Part]:
    """Somebody of a race nobody drew: layered polygons, different for every card."""
    return [_polygon(dice, *layer) for layer in ((1.0, "dim"), (0.76, "base"), (0.5, "light"))] + [glint()]


def _polygon(dice: Random, scale: float, shade: str) -> Part:
    count, turn = dice.choice((3, 4, 5, 6)), dice.uniform(0, 1.5)
    return fill(shade, star((0, 0), scale, scale * dice.uniform(0.5, 0.86), count, turn))


RACES: dict[str, Callable[[Random], list[Part]]] = {
    "spellcaster": spellcaster,
    "warrior": warrior,
    "fiend": fiend,
    "machine": machine,
    "cyberse": cyberse,
    "dragon": dragon,
    "beast": beast,
    "beast_warrior": beast_warrior,
    "dinosaur": dinosaur,
    "fish": fish,
    "sea_serpent": sea_serpent,
    "aqua": aqua,
    "pyro": pyro,
    "thunder": thunder,
    "rock": rock,
    "plant": plant,
    "insect": insect,
    "winged_beast": winged_beast,
    "fairy": fairy,
    "zombie": zombie,
    "reptile": reptile,
    "psychic": psychic,
    "divine_beast": divine,
    "creator_god": divine,
    "wyrm": wyrm,
    "illusion": illusion,
}
