"""Picture of a card without its frame: sky, ground and emblems, all drawn from its facts.

All random values come from dice seeded by the passcode, so a card always looks the same. `composition` says
what goes where.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from random import Random

import pygame

from facedown_client.window.art.composition import Composition, Pose, compose
from facedown_client.window.art.emblems import dark_colours, emblem, second_emblem, tint_colours
from facedown_client.window.art.tints import Tint, tint
from facedown_client.window.look import Brush, Canvas, Colour, Point, arc, around, mix, star
from facedown_client.window.look.brush import Stroke
from facedown_client.window.look.drawings import Drawing
from facedown_shared.cards.facts import Facts

SKY_CELLS_COUNT = 20
"""Width and height of the sky before it is scaled up smoothly, in pixels."""

SKY_GREY_RATIO = 0.25
"""Share of grey in the colours behind the emblems."""

VEIL_OPACITY_RATIO = 0.47
"""Opacity of the part of a picture that is brighter or darker than the rest."""

POLYGONS = {
    "disc": (40, 0.0, 1.0), "diamond": (4, 0.0, 1.3), "square": (4, math.pi / 4, 1.3),
    "hexagon": (6, 0.0, 1.15), "octagon": (8, math.pi / 8, 1.08), "triangle": (3, math.pi, 1.6),
}  # fmt: skip
"""Shapes behind an emblem that are regular polygons: sides, turn and size."""

STARS = {"star": (8, 1.2, 0.78), "burst": (16, 1.15, 0.9), "cross": (4, 1.45, 0.8)}
"""Shapes that are stars: points, outer and inner radius."""

Size = tuple[int, int]


def scenery(facts: Facts, size: Size) -> pygame.Surface:
    """Return the picture at this size, opaque."""
    dice = Random(facts.code)
    colours = tint(facts, dice.uniform(-1, 1))
    plan = compose(facts)
    sky = colours.with_hue_shift(plan.hue_shift).with_grey(SKY_GREY_RATIO)
    canvas = Canvas(*size)
    _draw_sky(canvas, sky, plan)
    _draw_sparks(canvas, sky, dice, size)
    if plan.moon is not None:
        _draw_moon(canvas, sky, plan.moon, bright=not plan.is_sky_bright)
    _GROUNDS[plan.ground](canvas, sky, plan, dice, size)
    if plan.veil:
        tone = sky.light if plan.is_veil_bright else sky.night
        canvas.polygon(
            (*tone[:3], round(255 * VEIL_OPACITY_RATIO)), [(x * size[0], y * size[1]) for x, y in plan.veil]
        )
    _draw_emblems(canvas, facts, colours, plan, size)
    return canvas.finish()


# --- emblems ------------------------------------------------------------------------------------------------


def _draw_emblems(canvas: Canvas, facts: Facts, colours: Tint, plan: Composition, size: Size) -> None:
    """Draw the emblems, the first one last and on its shape."""
    radius = min(size) * 0.4
    first, *others = plan.poses
    for pose in others:
        drawing = second_emblem(facts) if pose.is_second else emblem(facts)
        rim, fill = (colours.night, colours.deep) if plan.is_shape_bright else (colours.light, colours.night)
        centre, reach = _spot(pose, size), radius * pose.size
        canvas.circle(rim, centre, reach * 1.18)
        canvas.circle(fill, centre, reach * 1.1)
        _draw_emblem(canvas, facts, drawing, pose, (centre, reach), tint_colours(colours))
    centre, reach = _spot(first, size), radius * first.size
    _draw_shape(canvas, colours, plan, centre, reach)
    is_dark = bool(plan.shape) and plan.is_shape_bright
    inks = dark_colours(colours) if is_dark else tint_colours(colours)
    _draw_emblem(canvas, facts, emblem(facts), first, (centre, reach), inks)


def _spot(pose: Pose, size: Size) -> Point:
    return pose.x * size[0], pose.y * size[1]


def _draw_emblem(
    canvas: Canvas, facts: Facts, drawing: Drawing, pose: Pose, place: tuple[Point, float],
    inks: dict[str, Colour],
) -> None:  # fmt: skip
    centre, reach = place
    Brush(canvas, centre, reach * 0.92, inks).draw(_turn_strokes(drawing.strokes(Random(facts.code)), pose))


def _draw_shape(canvas: Canvas, colours: Tint, plan: Composition, centre: Point, reach: float) -> None:
    """Draw what is behind the first emblem: its archetype's shape, or a plain ground."""
    if plan.shape:
        shape = colours.with_hue_shift(plan.shape_hue_shift)
        rim, fill = (shape.deep, shape.light) if plan.is_shape_bright else (shape.light, shape.night)
        outline = shape_outline(plan.shape, centre, reach * plan.shape_size)
        canvas.polygon(fill, outline)
        canvas.polygon(rim, outline, max(0.8, reach * 0.07))
    elif plan.is_sky_bright:
        canvas.circle(colours.night, centre, reach * 1.12)
    else:
        canvas.circle(colours.pale, centre, reach * 1.16, max(0.8, reach * 0.03))


def _turn_strokes(strokes: Iterable[Stroke], pose: Pose) -> list[Stroke]:
    """Return strokes that lean, and are mirrored, as their place says."""
    sine, cosine, side = math.sin(pose.turn), math.cos(pose.turn), -1 if pose.mirrored else 1
    return [
        stroke._replace(
            spots=[(side * (x * cosine - y * sine), x * sine + y * cosine) for x, y in stroke.spots]
        )
        for stroke in strokes
    ]


def shape_outline(name: str, centre: Point, reach: float) -> list[Point]:
    """Return the outline of the shape behind an emblem."""
    x, y = centre
    if name in POLYGONS:
        sides, turn, size = POLYGONS[name]
        return around(centre, reach * size, sides, turn)
    if name in STARS:
        points, outer, inner = STARS[name]
        return star(centre, reach * outer, reach * inner, points)
    if name == "drop":
        return [(x, y - 1.4 * reach), *arc(centre, reach, 0.15, 0.85)]
    if name == "gate":
        low = y + 1.2 * reach
        return [(x - reach, low), *arc((x, y - 0.1 * reach), reach, -0.25, 0.25), (x + reach, low)]
    half = ((1.0, -1.0), (1.0, 0.1), (0.7, 0.75), (0.0, 1.25))
    right = [(x + across * reach, y + down * reach) for across, down in half]
    return [*right, *((2 * x - across, down) for across, down in reversed(right[:-1]))]


# --- sky ----------------------------------------------------------------------------------------------------


def _sky_tones(plan: Composition) -> Callable[[float, float], float]:
    """Return the brightness of the sky at a point, 0 to 1."""
    cx, cy = plan.sky_centre
    return {
        "dusk": lambda x, y: y**1.3,
        "dawn": lambda x, y: (1 - y) ** 1.2,
        "left": lambda x, y: 1 - x,
        "right": lambda x, y: x,
        "halo": lambda x, y: 1.15 - 1.7 * math.hypot(x - cx, y - cy),
        "hollow": lambda x, y: 1.7 * math.hypot(x - cx, y - cy) - 0.1,
        "bend": lambda x, y: (x - y) * 2.5 + 0.5,
        "bend_back": lambda x, y: (x + y - 1) * 2.5 + 0.5,
        "band": lambda x, y: 1 - 3 * abs(y - cy),
        "column": lambda x, y: 1 - 3 * abs(x - cx),
    }[plan.sky]


def _draw_sky(canvas: Canvas, colours: Tint, plan: Composition) -> None:
    tones, cells = _sky_tones(plan), SKY_CELLS_COUNT
    dark, light = (colours.deep, colours.light) if plan.is_sky_bright else (colours.night, colours.base)
    sheet = pygame.Surface((cells, cells), pygame.SRCALPHA)
    for row in range(cells):
        for column in range(cells):
            tone = max(0.0, min(1.0, tones(column / (cells - 1), row / (cells - 1))))
            sheet.set_at((column, row), mix(dark, light, tone))
    canvas.sheet.blit(pygame.transform.smoothscale(sheet, canvas.sheet.get_size()), (0, 0))


def _draw_sparks(canvas: Canvas, colours: Tint, dice: Random, size: Size) -> None:
    unit = min(size) / 100
    for _ in range(dice.randint(5, 11)):
        spot = (dice.uniform(0.04, 0.96) * size[0], dice.uniform(0.03, 0.55) * size[1])
        canvas.circle(mix(colours.base, colours.pale, dice.random()), spot, dice.uniform(0.5, 1.3) * unit)


def _draw_moon(canvas: Canvas, colours: Tint, moon: tuple[float, float, float], *, bright: bool) -> None:
    wide, high = canvas.size
    x, y, reach = moon[0] * wide, moon[1] * high, moon[2] * min(wide, high)
    rim, disc = (colours.light, colours.pale) if bright else (colours.dim, colours.deep)
    canvas.circle(rim, (x, y), reach * 1.12)
    canvas.circle(disc, (x, y), reach)


# --- ground -------------------------------------------------------------------------------------------------


def _shades(colours: Tint, plan: Composition) -> tuple[Colour, Colour, Colour]:
    """Return the colours of the ground, the farthest first."""
    if plan.is_ground_bright:
        return mix(colours.dim, colours.base, 0.5), colours.base, colours.light
    return mix(colours.dim, colours.night, 0.3), mix(colours.deep, colours.night, 0.3), colours.night


def _side(plan: Composition, x: float) -> float:
    """Return a horizontal share, counted from the right if the picture is mirrored."""
    return 1 - x if plan.mirrored else x


def _fill(canvas: Canvas, colour: Colour, size: Size, plan: Composition, points: Iterable[Point]) -> None:
    """Draw a filled outline whose points are shares of the picture."""
    canvas.polygon(colour, [(_side(plan, x) * size[0], y * size[1]) for x, y in points])


def _draw_ridges(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    for depth, colour in enumerate(_shades(colours, plan)):
        steps, rough = 4 + 2 * depth, 0.09 - 0.02 * depth
        level, phase = plan.horizon + 0.13 * depth, dice.uniform(0, 6)
        tops = [
            (step / steps, level + rough * math.sin(phase + step * 1.7) + dice.uniform(-rough, rough) * 0.6)
            for step in range(steps + 1)
        ]
        _fill(canvas, colour, size, plan, [*tops, (1.01, 1.01), (-0.01, 1.01)])


def _draw_sea(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    far, near, nearest = _shades(colours, plan)
    for row in range(7):
        top = plan.horizon + (1 - plan.horizon) * row / 7
        shade = (far, near)[row % 2] if row < 6 else nearest
        _fill(canvas, shade, size, plan, [(-0.01, top), (1.01, top), (1.01, 1.01), (-0.01, 1.01)])


def _draw_towers(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    shades, count = _shades(colours, plan), dice.choice((4, 6, 9))
    for step in range(count):
        left, top = step / count, plan.horizon + dice.uniform(-0.34, 0.22)
        right = left + 0.92 / count
        _fill(
            canvas, dice.choice(shades), size, plan, [(left, top), (right, top), (right, 1.01), (left, 1.01)]
        )


def _draw_rays(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    count, turn, (x, y) = dice.choice((5, 7, 10)), dice.uniform(0, 1), plan.sky_centre
    far, near, _ = _shades(colours, plan)
    for step in range(count):
        angles = [turn + math.tau * (step + more) / count for more in (0.0, 0.5)]
        ends = [(x + 1.6 * math.sin(angle), y - 1.6 * math.cos(angle)) for angle in angles]
        _fill(canvas, near if step % 2 else far, size, plan, [(x, y), *ends])


def _draw_pines(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    for depth, colour in enumerate(_shades(colours, plan)):
        for _ in range(6 - depth):
            x, top = dice.uniform(-0.05, 1.05), plan.horizon - 0.3 + 0.14 * depth + dice.uniform(-0.12, 0.12)
            half = 0.09 + 0.03 * depth
            _fill(canvas, colour, size, plan, [(x, top), (x + half, 1.01), (x - half, 1.01)])


def _draw_arch(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    half, x = dice.uniform(0.26, 0.4), dice.uniform(0.4, 0.6)
    top = dice.uniform(0.3, 0.5)
    inner = [(x + half * math.cos(math.pi * (1 - step / 16)), top - half * math.sin(math.pi * step / 16))
             for step in range(17)]  # fmt: skip
    outline = [
        (-0.01, -0.01),
        (-0.01, 1.01),
        (x - half, 1.01),
        *inner,
        (x + half, 1.01),
        (1.01, 1.01),
        (1.01, -0.01),
    ]
    _fill(canvas, _shades(colours, plan)[2], size, plan, outline)


def _draw_pillars(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    shades = _shades(colours, plan)
    for step in range(dice.choice((1, 2, 3))):
        left, wide = (0.04 + 0.34 * step) % 0.9, dice.uniform(0.1, 0.2)
        _fill(
            canvas,
            shades[step],
            size,
            plan,
            [(left, -0.01), (left + wide, -0.01), (left + wide, 1.01), (left, 1.01)],
        )


def _draw_stairs(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    count, shades = dice.choice((4, 5, 7)), _shades(colours, plan)
    for step in range(count):
        left, top = step / count, 1 - (step + 1) / (count + 1) * dice.uniform(0.7, 0.8)
        _fill(
            canvas, shades[step % 2 + 1], size, plan, [(left, top), (1.01, top), (1.01, 1.01), (left, 1.01)]
        )


def _draw_slope(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    far, __, nearest = _shades(colours, plan)
    high, low = dice.uniform(0.15, 0.35), dice.uniform(0.8, 1.0)
    _fill(
        canvas, far, size, plan, [(-0.01, high), (0.4, high + 0.2), (1.01, low), (1.01, 1.01), (-0.01, 1.01)]
    )
    _fill(canvas, nearest, size, plan, [(-0.01, high + 0.3), (0.6, low), (0.8, 1.01), (-0.01, 1.01)])


def _draw_canopy(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    unit = min(size)
    for colour, low in zip(_shades(colours, plan), (0.3, 0.18, 0.06), strict=True):
        for step in range(6):
            x = (step + dice.uniform(0, 0.6)) / 6
            canvas.circle(colour, (x * size[0], (low + dice.uniform(-0.08, 0.06)) * size[1]), unit * 0.16)
        _fill(canvas, colour, size, plan, [(-0.01, -0.01), (1.01, -0.01), (1.01, low), (-0.01, low)])


def _draw_dunes(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    for depth, colour in enumerate(_shades(colours, plan)):
        x, reach = dice.uniform(0, 1), dice.uniform(0.5, 0.8)
        top = plan.horizon + 0.1 * depth
        angles = [math.pi * step / 16 for step in range(17)]
        hill = [(x - reach * math.cos(angle), top + 0.35 * (1 - math.sin(angle))) for angle in angles]
        _fill(canvas, colour, size, plan, [*hill, (x + reach, 1.4), (x - reach, 1.4)])


def _draw_floor(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    shades, (x, _) = _shades(colours, plan), plan.sky_centre
    for row in range(4):
        top, low = (plan.horizon + (1 - plan.horizon) * (part / 4) ** 1.6 for part in (row, row + 1))
        for column in range(-4, 5):
            edges = [(x + (column + more) * 0.12 * (1 + 6 * (y - plan.horizon)), y)
                     for y, more in ((top, 0), (top, 1), (low + 0.004, 1), (low + 0.004, 0))]  # fmt: skip
            _fill(canvas, shades[0 if (row + column) % 2 else 2], size, plan, edges)


def _draw_shards(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    for colour in _shades(colours, plan):
        for _ in range(2):
            x, lean, top = dice.uniform(0.0, 0.55), dice.uniform(-0.3, 0.5), dice.uniform(0.05, 0.6)
            half = dice.uniform(0.08, 0.18)
            _fill(canvas, colour, size, plan, [(x - half, 1.01), (x + lean, top), (x + half, 1.01)])


def _draw_clouds(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    wide, high = size
    for colour in _shades(colours, plan)[:: -1 if plan.mirrored else 1]:
        y = dice.uniform(0.15, 0.9)
        x, reach = dice.uniform(0.1, 0.9), min(size) * dice.uniform(0.1, 0.17)
        for more, size_ratio in ((-1.5, 0.7), (-0.6, 1.0), (0.5, 1.15), (1.4, 0.75)):
            canvas.circle(colour, (x * wide + more * reach, y * high), reach * size_ratio)


def _draw_rings(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    (x, y), shades = plan.sky_centre, _shades(colours, plan)
    for step in range(5, 0, -1):
        canvas.circle(shades[step % 3], (_side(plan, x) * size[0], y * size[1]), min(size) * 0.2 * step)


def _draw_nothing(canvas: Canvas, colours: Tint, plan: Composition, dice: Random, size: Size) -> None:
    """Leave the sky bare."""


_GROUNDS: dict[str, Callable[[Canvas, Tint, Composition, Random, Size], None]] = {
    "ridges": _draw_ridges, "sea": _draw_sea, "towers": _draw_towers, "rays": _draw_rays,
    "pines": _draw_pines, "arch": _draw_arch, "pillars": _draw_pillars, "stairs": _draw_stairs,
    "slope": _draw_slope, "canopy": _draw_canopy, "dunes": _draw_dunes, "floor": _draw_floor,
    "shards": _draw_shards, "clouds": _draw_clouds, "rings": _draw_rings, "bare": _draw_nothing,
}  # fmt: skip
