"""Small marks on cards: attribute discs, Level and Rank stars, Link Arrows, the card back.

Also pitch and cost of a Flesh and Blood card, by number and shape, not colour alone. Red is one disc, yellow
two diamonds, blue three bars; so the three can be told apart in grey as well.
"""

from __future__ import annotations

import math
from pathlib import Path

import pygame

from facedown_client.window.art.tints import ATTRIBUTES, BLACK, FRAMES
from facedown_client.window.look import (
    Canvas,
    Colour,
    Point,
    blit,
    blit_centred,
    draw_cached,
    draw_in_square,
    icon,
    lettering,
    mix,
    parse_hex,
    read_drawings,
    star,
    write_text,
)
from facedown_shared.cards.facts import Facts

LEVEL, RANK = parse_hex("FFD04A"), parse_hex("E9EEF5")
"""Colours of a Level star and of a Rank star."""

SIGNS = read_drawings(Path(__file__).parent / "drawings" / "signs.txt")
"""Signs of the attributes, and of Spells and Traps."""


def draw_attribute(canvas: Canvas, name: str, centre: Point, across: float) -> None:
    """Draw an attribute's disc with its white sign on a canvas."""
    colour = ATTRIBUTES.get(name)
    if colour is None:
        return
    canvas.circle(BLACK, centre, across / 2 + 0.8)
    canvas.circle(mix(colour, (255, 255, 255), 0.08), centre, across / 2)
    inner = across * 0.86
    corner = (centre[0] - inner / 2, centre[1] - inner / 2)
    draw_in_square(canvas, SIGNS[name], corner, inner, (255, 255, 255))


def attribute(surface: pygame.Surface, name: str, centre: Point, across: float) -> None:
    """Draw an attribute's disc around a point; nothing for an unknown one."""
    if name not in ATTRIBUTES:
        return
    side, key = across + 4, ("attribute", name, round(across, 2))
    made = draw_cached(
        key, side, side, lambda canvas: draw_attribute(canvas, name, (side / 2, side / 2), across)
    )
    blit_centred(surface, made, centre)


def draw_star(canvas: Canvas, centre: Point, across: float, colour: Colour) -> None:
    """Draw a Level or Rank star on a canvas."""
    canvas.polygon(BLACK, star(centre, across * 0.6, across * 0.28, 5))
    canvas.polygon(colour, star(centre, across * 0.5, across * 0.21, 5))


def level_star(surface: pygame.Surface, centre: Point, across: float, rank: bool = False) -> None:
    """Draw a Level star (or the pale star of a Rank) around a point."""
    colour, side = RANK if rank else LEVEL, across * 1.3
    at, key = (side / 2, side / 2 + across * 0.04), ("star", colour, round(across, 2))
    made = draw_cached(key, side, side, lambda canvas: draw_star(canvas, at, across, colour))
    blit_centred(surface, made, centre)


DIRECTIONS: dict[str, Point] = {
    "top_left": (-1, -1),
    "top": (0, -1),
    "top_right": (1, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "bottom_left": (-1, 1),
    "bottom": (0, 1),
    "bottom_right": (1, 1),
}
"""Position of each Link Arrow on an upright card."""


def draw_arrow(canvas: Canvas, direction: str, centre: Point, size: float, colour: Colour) -> None:
    """Draw a Link Arrow: a triangle that points outwards, with a dark edge."""
    across, away = DIRECTIONS[direction]
    angle = math.atan2(across, -away)
    diagonal = across != 0 and away != 0
    for reach, ink in ((size * 0.72, BLACK), (size * 0.56, colour)):
        spread = math.pi * (0.75 if diagonal else 0.68)
        points = [
            (centre[0] + reach * math.sin(angle + turn), centre[1] - reach * math.cos(angle + turn))
            for turn in (0.0, spread, -spread)
        ]
        canvas.polygon(ink, points)


def link_arrow(surface: pygame.Surface, direction: str, centre: Point, size: float, colour: Colour) -> None:
    """Draw a Link Arrow around a point of a surface."""
    side, key = size * 1.7, ("link arrow", direction, round(size, 2), colour)
    made = draw_cached(
        key, side, side, lambda canvas: draw_arrow(canvas, direction, (side / 2, side / 2), size, colour)
    )
    blit_centred(surface, made, centre)


def card_back(size: tuple[int, int]) -> pygame.Surface:
    """Return the back of every card: a lattice with the facedown diamond."""
    return draw_cached(("back",), *size, lambda canvas: _draw_back(canvas, *size))


def _draw_back(canvas: Canvas, wide: float, high: float) -> None:
    radius = wide * 0.05
    canvas.box(parse_hex("05070C"), (0, 0, wide, high), radius)
    edge = max(1.0, wide * 0.018)
    inner = (edge, edge, wide - 2 * edge, high - 2 * edge)
    canvas.box(parse_hex("2A3C6E"), inner, radius)
    canvas.box(parse_hex("1D2A52"), (inner[0], high * 0.5, inner[2], high * 0.5 - edge), radius)
    left, top = wide * 0.1, wide * 0.1
    field = (left, top, wide - 2 * left, high - 2 * top)
    canvas.box(parse_hex("172244"), field, radius * 0.6)
    _lattice(canvas, field, wide)
    canvas.box(parse_hex("6F86BE"), field, radius * 0.6, max(0.7, wide * 0.012))
    centre = (wide / 2, high / 2)
    for reach, colour in ((0.36, "8094CC"), (0.335, "101832"), (0.2, "7D94D0")):
        canvas.polygon(parse_hex(colour), _diamond(centre, wide * reach, wide * reach * 1.3))
    x, y = centre
    half = [(x, y - wide * 0.26), (x - wide * 0.2, y), (x, y + wide * 0.26)]
    canvas.polygon(parse_hex("A7B9E8"), half)


def _diamond(centre: Point, across: float, deep: float) -> list[Point]:
    x, y = centre
    return [(x, y - deep), (x + across, y), (x, y + deep), (x - across, y)]


def _lattice(canvas: Canvas, field: tuple[float, float, float, float], wide: float) -> None:
    left, top, across, deep = field
    step = wide * 0.13
    sheet = canvas.sheet
    sheet.set_clip(pygame.Rect(*(round(part * canvas.by) for part in field)))
    count = int((across + deep) / step) + 2
    for number in range(count):
        offset = number * step
        for points in (
            [(left + offset, top), (left + offset - deep, top + deep)],
            [(left + across - offset, top), (left + across - offset + deep, top + deep)],
        ):
            canvas.path(parse_hex("2B3B6C"), points, max(0.5, wide * 0.008))
    sheet.set_clip(None)


COLOURS = ("red", "yellow", "blue")
DARK: Colour = (8, 10, 14)
PALE: Colour = (246, 246, 242)


CHIP_HEIGHT_UNITS = 1.6
"""Height of a chip, in units."""


def has_pips(facts: Facts) -> bool:
    """Return whether this is a Flesh and Blood card: neither monster nor Spell nor Trap."""
    return bool(facts.kinds or facts.extra) and not (facts.is_monster or facts.is_spell or facts.is_trap)


def pitch_value(facts: Facts) -> int:
    """Return the pitch value of a card: 1, 2 or 3; 0 without one."""
    value = facts.extra.get("pitch", 0)
    return value if value in (1, 2, 3) else 0


def draw_pips(
    made: pygame.Surface, facts: Facts, corner: tuple[float, float], unit: float, *, upright: bool = False
) -> None:
    """Draw the pips of a card on a dark chip, `unit` wide each; nothing for a card without pips.

    `corner` is the chip's upper left one; with `upright` it is the lower left one, and the pips are stacked.
    """
    count = pitch_value(facts)
    if not count:
        return
    step = unit * (1.3 if upright else 1.1)
    long, short = step * count + unit * 0.5, unit * CHIP_HEIGHT_UNITS
    wide, high = (short, long) if upright else (long, short)
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    for number in range(count):
        along = unit * 0.25 + step * (number + 0.5)
        x, y = (wide / 2, along) if upright else (along, high / 2)
        _pip(canvas, count, x, y, unit * 0.42)
    blit(made, canvas.finish(), (corner[0], corner[1] - high) if upright else corner)


def _pip(canvas: Canvas, count: int, x: float, y: float, reach: float) -> None:
    colour = FRAMES[COLOURS[count - 1]].title
    if count == 1:
        canvas.circle(colour, (x, y), reach)
    elif count == 2:
        canvas.polygon(colour, [(x, y - 1.3 * reach), (x + reach, y), (x, y + 1.3 * reach), (x - reach, y)])
    else:
        canvas.box(colour, (x - 0.7 * reach, y - 1.3 * reach, 1.4 * reach, 2.6 * reach), reach * 0.2)


def draw_numbers(made: pygame.Surface, facts: Facts, right: float, bottom: float, unit: float) -> None:
    """Draw power with a blade and defense with a shield, on dark chips in the lower right corner.

    Draw nothing if they would cover the pips.
    """
    size, high = unit * 1.3, unit * CHIP_HEIGHT_UNITS
    shown = [
        (str(value), name, lettering.picture(str(value), size, PALE, True).get_width() + unit * 1.75)
        for value, name in ((facts.defense, "shield"), (facts.attack, "blade"))
        if value is not None
    ]
    gap, y = unit * 0.1, bottom - high / 2
    left = made.get_width() - right + (high * 0.8 if pitch_value(facts) else 0)
    if right - sum(wide for _, _, wide in shown) - gap < left:
        return
    for words, name, wide in shown:
        _chip(made, (right - wide, bottom - high), wide, high, unit)
        icon(made, name, (right - wide + unit * 0.82, y), unit * 1.15, PALE)
        write_text(made, words, (right - unit * 0.3, y), size, PALE, bold=True, anchor="rm")
        right -= wide + gap


def _chip(made: pygame.Surface, at: tuple[float, float], wide: float, high: float, unit: float) -> None:
    """Draw the dark background of numbers."""
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    blit(made, canvas.finish(), at)


def draw_cost(made: pygame.Surface, facts: Facts, right: float, top: float, unit: float) -> None:
    """Draw the cost in a pale disc whose upper right corner is given; nothing for a card without a cost."""
    cost = facts.extra.get("cost")
    if cost is None:
        return
    across = unit * 1.7
    canvas = Canvas(across, across)
    canvas.circle(DARK, (across / 2, across / 2), across / 2)
    canvas.circle(PALE, (across / 2, across / 2), across / 2 - unit * 0.14)
    blit(made, canvas.finish(), (right - across, top))
    middle = (right - across / 2, top + across / 2)
    write_text(made, str(cost), middle, unit * 1.25, DARK, bold=True, anchor="cm")
