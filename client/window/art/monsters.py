"""Emblems of monsters, one for each race: a silhouette one knows from across the table. Our own drawings.

Each takes a Brush and draws within the circle of radius 1. The dice vary it from card to card.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from client.window.art.beasts import (
    beast,
    dinosaur,
    dragon,
    fish,
    insect,
    reptile,
    sea_serpent,
    winged_beast,
    wyrm,
)
from client.window.art.brush import Brush, bow, moved, turned
from client.window.look.shapes import Point, around, star


def spellcaster(brush: Brush) -> None:
    """A magician's star: two faceted stars and a glint."""
    tint, points = brush.tint, brush.dice.choice((7, 8, 8, 9))
    turn = brush.dice.uniform(0, 0.5)
    brush.fill(tint.dim, star((0, 0), 1.0, 0.5, points, turn + math.pi / points))
    brush.facets(points, 0.96, 0.42, turn, tint.light, tint.base)
    brush.facets(points, 0.5, 0.24, turn + math.pi / points, tint.pale, tint.light)
    brush.glint()


def warrior(brush: Brush) -> None:
    """An upright blade."""
    tint, lean = brush.tint, brush.dice.uniform(-0.1, 0.55)
    wide, guard = brush.dice.uniform(0.12, 0.18), brush.dice.uniform(0.34, 0.46)
    parts = [
        (tint.pale, [(0, -1.05), (-wide, -0.78), (-wide, 0.42), (0, 0.42)]),
        (tint.base, [(0, -1.05), (wide, -0.78), (wide, 0.42), (0, 0.42)]),
        (tint.dim, [(-guard, 0.36), (guard, 0.36), (guard * 0.8, 0.52), (-guard * 0.8, 0.52)]),
        (tint.light, [(-0.07, 0.52), (0.07, 0.52), (0.07, 0.86), (-0.07, 0.86)]),
    ]
    for colour, spots in parts:
        brush.fill(colour, turned(spots, lean))
    pommel = turned([(0, 0.92)], lean)[0]
    brush.disc(tint.pale, pommel, 0.1)


def fiend(brush: Brush) -> None:
    """A horned crescent with two falling diamonds."""
    tint, lean = brush.tint, brush.dice.uniform(-0.5, 0.3)
    for step in range(6):
        tip = bow((0, 0), 1.02, -0.5 + step * 0.085 - 0.06, 0, 1)[0]
        foot = bow((0, 0), 0.84, -0.5 + step * 0.085 - 0.06, 0, 1)[0]
        side = ((foot[1]) * 0.09, -(foot[0]) * 0.09)
        horn = [tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])]
        brush.fill(tint.light, turned(horn, lean))
    brush.fill(tint.base, turned(_crescent(0.84, 0.66, 0.34), lean))
    brush.fill(tint.light, turned(_crescent(0.84, 0.78, 0.14), lean))
    brush.diamond((0.2, -0.24), 0.13, 0.24)
    brush.diamond((0.2, 0.26), 0.1, 0.19)


def _crescent(outer: float, inner: float, shift: float) -> list[Point]:
    """A moon open to the right."""
    return [*bow((0, 0), outer, 0.06, 0.94, 40)[::-1], *bow((shift, 0), inner, 0.1, 0.9, 40)]


def machine(brush: Brush) -> None:
    """A gear with a two-tone nut."""
    tint, teeth = brush.tint, brush.dice.choice((6, 6, 7, 8))
    turn = brush.dice.uniform(0, 1)
    _gear(brush, teeth, 0.98, 0.7, turn)
    brush.disc(tint.night, (0, 0), 0.47)
    hexagon = around((0, 0), 0.36, 6, math.pi / 6)
    brush.fill(tint.dim, hexagon)
    brush.fill(tint.light, [spot for spot in around((0, 0), 0.36, 6, math.pi / 6) if spot[1] <= 0.01])
    brush.glint(radius=0.11)


def _gear(brush: Brush, teeth: int, outer: float, root: float, turn: float) -> None:
    tint, half = brush.tint, math.pi / teeth * 0.42
    for step in range(teeth):
        angle = turn + math.tau * step / teeth
        tooth = [
            (-half * outer * 0.78, -outer),
            (half * outer * 0.78, -outer),
            (half * 1.1, -root * 0.8),
            (-half * 1.1, -root * 0.8),
        ]
        brush.fill(tint.light if math.cos(angle - 0.8) > 0.2 else tint.base, turned(tooth, angle))
    brush.disc(tint.base, (0, 0), root)
    brush.fill(
        tint.light, [*bow((0, 0), root, -0.32, 0.18, 24), *bow((0, 0), root * 0.86, -0.32, 0.18, 24)[::-1]]
    )


def cyberse(brush: Brush) -> None:
    """A gear of hexagons with wired corners."""
    tint, turn = brush.tint, brush.dice.choice((0.0, math.pi / 6))
    for spot in around((0, 0), 0.86, 6, turn):
        brush.line(tint.dim, [(0, 0), spot], 0.1)
        brush.disc(tint.light, spot, 0.13)
        brush.disc(tint.night, spot, 0.05)
    brush.fill(tint.base, around((0, 0), 0.66, 6, turn))
    brush.fill(
        tint.light,
        [(0, 0), *around((0, 0), 0.66, 6, turn)[4:], around((0, 0), 0.66, 6, turn)[0]],
    )
    brush.fill(tint.night, around((0, 0), 0.42, 6, turn))
    brush.fill(tint.pale, around((0, 0), 0.24, 6, turn))
    brush.glint(radius=0.09)


def beast_warrior(brush: Brush) -> None:
    """A double axe."""
    tint, lean = brush.tint, brush.dice.uniform(-0.4, 0.4)
    shaft = [(-0.06, -0.9), (0.06, -0.9), (0.06, 0.98), (-0.06, 0.98)]
    brush.fill(tint.dim, turned(shaft, lean))
    blade = [(0.1, -0.42), (0.42, -0.66), *bow((0.1, -0.2), 0.78, 0.14, 0.36, 14), (0.42, 0.24), (0.1, 0.02)]
    brush.fill(tint.base, turned(blade, lean))
    brush.fill(tint.light, turned([(-x, y) for x, y in blade], lean))
    for side in (1, -1):
        edge = [(side * x, y) for x, y in bow((0.1, -0.2), 0.76, 0.14, 0.36, 14)]
        brush.line(tint.pale, turned(edge, lean), 0.07)
    brush.disc(tint.pale, turned([(0, -0.2)], lean)[0], 0.13)


def aqua(brush: Brush) -> None:
    """A drop over ripples."""
    tint = brush.tint
    for step in range(3):
        ripple = [(x * (0.5 + 0.25 * step), 0.72 + y * (0.1 + 0.06 * step)) for x, y in around((0, 0), 1, 40)]
        brush.line(tint.light if step == 0 else tint.base, [*ripple, ripple[0]], 0.045)
    drop = [(0, -0.98), (0.2, -0.56), *bow((0, 0.06), 0.52, 0.2, 0.8, 30), (-0.2, -0.56)]
    brush.fill(tint.base, drop)
    brush.fill(tint.light, [(0, -0.98), *bow((0, 0.06), 0.52, 0.8, 0.5, 16), (0, 0.2)])
    brush.line(tint.pale, bow((0, 0.08), 0.34, 0.56, 0.74, 8), 0.09)
    brush.glint((0.16, -0.02), 0.08)


def pyro(brush: Brush) -> None:
    """A flame in three layers."""
    tint, lean = brush.tint, brush.dice.uniform(-0.12, 0.12)
    flame = [
        (0.0, -1.05), (0.16, -0.6), (0.5, -0.3), (0.44, -0.72), (0.76, -0.1), (0.72, 0.42), (0.4, 0.86),
        (0, 0.96), (-0.42, 0.84), (-0.74, 0.4), (-0.66, -0.1), (-0.4, -0.46), (-0.34, -0.1), (-0.12, -0.5),
    ]  # fmt: skip
    for colour, scale, drop in (
        (tint.dim, 1.0, 0),
        (tint.base, 0.78, 0.2),
        (tint.light, 0.52, 0.44),
        (tint.pale, 0.26, 0.66),
    ):
        brush.fill(colour, turned(moved(flame, (0, drop), scale), lean))


def thunder(brush: Brush) -> None:
    """A forked bolt from a cloud."""
    tint = brush.tint
    for x, y, size in ((-0.5, -0.56, 0.3), (0.0, -0.72, 0.38), (0.48, -0.56, 0.3), (0, -0.48, 0.34)):
        brush.disc(tint.dim, (x, y), size)
    for lean, scale, shift in ((0.0, 1.0, 0.0), (0.5, 0.6, 0.42), (-0.5, 0.6, -0.42)):
        bolt = [
            (0.12, -0.4),
            (-0.26, 0.24),
            (-0.02, 0.24),
            (-0.16, 0.98),
            (0.34, 0.06),
            (0.08, 0.06),
            (0.3, -0.4),
        ]
        brush.fill(tint.light if lean else tint.pale, moved(turned(bolt, lean), (shift, 0), scale))
    brush.glint((0.04, 0.14), 0.06)


def rock(brush: Brush) -> None:
    """A cluster of crystals that lean outwards."""
    tint, count = brush.tint, brush.dice.choice((5, 5, 6))
    for step in sorted(range(count), key=lambda number: -abs(number - (count - 1) / 2)):
        side = (step - (count - 1) / 2) / ((count - 1) / 2)
        high = 1.72 - 0.8 * abs(side) + brush.dice.uniform(-0.14, 0.14)
        half, lean = 0.2 - 0.05 * abs(side), side * 0.55
        foot = (side * 0.42, 0.84)
        left = [
            (-half, 0.0),
            (-half * 1.15, -high * 0.72),
            (-half * 0.2, -high),
            (0.05, -high * 0.68),
            (0.05, 0.0),
        ]
        right = [
            (0.05, 0.0),
            (0.05, -high * 0.68),
            (-half * 0.2, -high),
            (half * 1.15, -high * 0.62),
            (half, 0.0),
        ]
        brush.fill(tint.light if side <= 0 else tint.base, moved(turned(left, lean), foot))
        brush.fill(tint.base if side <= 0 else tint.dim, moved(turned(right, lean), foot))
    brush.fill(tint.dim, [(-0.86, 0.96), (-0.6, 0.74), (0.0, 0.66), (0.62, 0.74), (0.86, 0.96)])
    brush.glint((-0.06, -0.5), 0.06)


def plant(brush: Brush) -> None:
    """A blossom of two rings of petals."""
    tint, count = brush.tint, brush.dice.choice((6, 8, 9, 10))
    for ring, (reach, width) in enumerate(((1.0, 0.26), (0.66, 0.2))):
        for step in range(count):
            angle = math.tau * (step + ring / 2) / count
            petal = [(0, 0), (-width, -reach * 0.62), (0, -reach), (width, -reach * 0.62)]
            half = [(0, 0), (-width, -reach * 0.62), (0, -reach)]
            brush.fill((tint.dim, tint.base)[ring], turned(petal, angle))
            brush.fill((tint.base, tint.light)[ring], turned(half, angle))
    brush.glint(radius=0.13)


def fairy(brush: Brush) -> None:
    """Wings beneath a halo."""
    tint = brush.tint
    for step, reach in enumerate((1.02, 0.9, 0.74)):
        wing = [
            (0.06, 0.1),
            (0.3, -0.3 + step * 0.22),
            (reach, -0.62 + step * 0.42),
            (reach * 0.82, -0.1 + step * 0.3),
            (0.3, 0.36 + step * 0.12),
        ]
        brush.both((tint.pale, tint.light, tint.base)[step], (tint.light, tint.base, tint.dim)[step], wing)
    brush.both(tint.pale, tint.light, [(0, -0.36), (0.14, -0.14), (0.1, 0.4), (0.0, 0.92)])
    halo = [(x * 0.4, -0.74 + y * 0.15) for x, y in around((0, 0), 1, 30)]
    brush.line(tint.pale, [*halo, halo[0]], 0.08)
    brush.glint((0, -0.34), 0.11)


def zombie(brush: Brush) -> None:
    """A skull with a cracked brow."""
    tint, lean = brush.tint, brush.dice.uniform(-0.16, 0.16)
    dome = [*bow((0, -0.2), 0.72, -0.34, 0.34, 30), (0.42, 0.5), (0.38, 0.84), (-0.38, 0.84), (-0.42, 0.5)]
    brush.fill(tint.light, turned(dome, lean))
    brush.fill(
        tint.base,
        turned(
            [(0.05, -0.92), *bow((0, -0.2), 0.72, 0.01, 0.34, 20), (0.42, 0.5), (0.38, 0.84), (0.05, 0.84)],
            lean,
        ),
    )
    for side in (1, -1):
        brush.disc(tint.night, turned([(side * 0.3, -0.08)], lean)[0], 0.2)
    brush.fill(tint.night, turned([(0, 0.14), (0.1, 0.36), (-0.1, 0.36)], lean))
    for x in (-0.2, 0.0, 0.2):
        brush.line(tint.dim, turned([(x, 0.56), (x, 0.84)], lean), 0.05)
    crack = [(0.1, -0.9), (0.2, -0.66), (0.08, -0.52), (0.2, -0.36)]
    brush.line(tint.night, turned(crack, lean), 0.045)
    brush.glint(turned([(brush.dice.choice((-0.3, 0.3)), -0.08)], lean)[0], 0.07)


def psychic(brush: Brush) -> None:
    """A spiral of thought."""
    tint, side = brush.tint, brush.dice.choice((1, -1))
    for arm in range(3):
        spiral = [
            (
                side * (0.08 + 0.036 * step) * math.sin(step * 0.2 + arm * math.tau / 3),
                -(0.08 + 0.036 * step) * math.cos(step * 0.2 + arm * math.tau / 3),
            )
            for step in range(25)
        ]
        brush.line((tint.base, tint.light, tint.pale)[arm], spiral, 0.1)
        brush.disc((tint.base, tint.light, tint.pale)[arm], spiral[-1], 0.1)
    brush.glint(radius=0.13)


def divine(brush: Brush) -> None:
    """A pyramid in a sun."""
    tint = brush.tint
    for spot in around((0, 0), 1.02, 16):
        brush.line(tint.dim, [(spot[0] * 0.62, spot[1] * 0.62), spot], 0.06)
    brush.disc(tint.base, (0, 0), 0.7)
    brush.fill(tint.pale, [(0, -0.56), (-0.56, 0.4), (0.1, 0.4)])
    brush.fill(tint.light, [(0, -0.56), (0.1, 0.4), (0.56, 0.4)])
    brush.glint((0, -0.1), 0.09)


def illusion(brush: Brush) -> None:
    """Two halves of one mask."""
    tint = brush.tint
    brush.both(tint.pale, tint.dim, [(0.03, -0.9), (0.56, -0.74), (0.66, -0.1), (0.36, 0.62), (0.03, 0.94)])
    for side, colour in ((-1, tint.night), (1, tint.pale)):
        brush.fill(
            colour, [(side * 0.14, -0.2), (side * 0.46, -0.36), (side * 0.5, -0.12), (side * 0.26, -0.04)]
        )
        brush.line(colour, [(side * 0.08, 0.46), (side * 0.3, 0.36)], 0.07)
    brush.diamond((0, -0.56), 0.09, 0.16)


def stranger(brush: Brush) -> None:
    """Somebody of a race nobody drew: layered polygons, different for every card."""
    tint, dice = brush.tint, brush.dice
    for scale, colour in ((1.0, tint.dim), (0.76, tint.base), (0.5, tint.light)):
        count, turn = dice.choice((3, 4, 5, 6)), dice.uniform(0, 1.5)
        brush.fill(colour, star((0, 0), scale, scale * dice.uniform(0.5, 0.86), count, turn))
    brush.glint()


RACES: dict[str, Callable[[Brush], None]] = {
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
