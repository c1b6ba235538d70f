"""Picture of a card without its frame: sky, halo, landscape and emblem, all drawn from its facts.

All random values come from dice seeded by the passcode, so a card always looks the same.
"""

from __future__ import annotations

import math
from random import Random

import pygame

from facedown_client.window.art.emblems import emblem, tint_colours
from facedown_client.window.art.tints import Tint, tint
from facedown_client.window.look import Brush, Canvas, mix
from facedown_shared.cards.facts import Facts

BACKDROPS_COUNT = 5
"""Number of kinds of landscape behind an emblem."""

TURNS = (-0.3, -0.18, -0.1, 0.0, 0.1, 0.18, 0.3)
"""Hue differences between sky and emblem, in turns of the colour wheel."""


def scenery(facts: Facts, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture at this size, opaque."""
    dice = Random(facts.code)
    colours = tint(facts, dice.uniform(-1, 1))
    looks = Random(f"sky-{facts.code}")
    sky = colours.with_hue_shift(looks.choice(TURNS))
    canvas = Canvas(*size)
    wide, high = size
    centre = (wide / 2, high * (0.5 if wide > high else 0.47))
    radius = min(wide, high) * (0.4 if wide > high else 0.42)
    _sky(canvas, sky)
    _halo(canvas, sky, centre, radius)
    _sparks(canvas, colours, dice, size)
    _backdrop(canvas, sky, looks, size)
    for reach, strength in ((1.3, 34), (1.08, 54)):
        canvas.circle((*colours.pale, strength), centre, (reach + 0.009) * radius, 0.018 * radius)
    Brush(canvas, centre, radius, tint_colours(colours)).draw(emblem(facts).strokes(dice))
    return canvas.finish()


def _sky(canvas: Canvas, colours: Tint) -> None:
    wide, high = canvas.sheet.get_size()
    column = pygame.Surface((1, 24), pygame.SRCALPHA)
    for row in range(24):
        column.set_at((0, row), mix(colours.night, colours.dim, min(1.0, (row / 23) ** 1.3 * 0.85)))
    canvas.sheet.blit(pygame.transform.smoothscale(column, (wide, high)), (0, 0))


def _halo(canvas: Canvas, colours: Tint, centre: tuple[float, float], radius: float) -> None:
    """Draw a soft light behind the emblem."""
    soft = pygame.Surface((48, 48), pygame.SRCALPHA)
    soft.fill((*colours.light, 0))
    for step in range(24, 0, -1):
        strength = round(120 * (1 - step / 24) ** 1.6)
        pygame.draw.circle(soft, (*colours.light, strength), (24, 24), step)
    reach = round(radius * 1.7 * canvas.by)
    light = pygame.transform.smoothscale(soft, (2 * reach, 2 * reach))
    canvas.sheet.blit(light, (centre[0] * canvas.by - reach, centre[1] * canvas.by - reach))


def _sparks(canvas: Canvas, colours: Tint, dice: Random, size: tuple[int, int]) -> None:
    unit = min(size) / 100
    for _ in range(dice.randint(5, 11)):
        spot = (dice.uniform(0.04, 0.96) * size[0], dice.uniform(0.03, 0.55) * size[1])
        canvas.circle((*colours.pale, dice.randint(60, 150)), spot, dice.uniform(0.5, 1.3) * unit)


def _backdrop(canvas: Canvas, colours: Tint, dice: Random, size: tuple[int, int]) -> None:
    """Draw the landscape of this card: hills, a sea, towers, rays, or bare sky with a great moon."""
    wide, high = size
    middle, reach = (wide / 2, high * 0.47), math.hypot(wide, high)
    kind = dice.randrange(BACKDROPS_COUNT)
    if kind == 0:
        _ridges(canvas, colours, dice, size)
    elif kind == 1:
        for row in range(6):
            top, shade = high * (0.68 + 0.055 * row), colours.deep if row % 2 else colours.night
            canvas.polygon(shade, [(-1, top), (wide + 1, top), (wide + 1, high + 1), (-1, high + 1)])
    elif kind == 2:
        for step in range(9):
            left, top = wide * step / 9, high * dice.uniform(0.58, 0.88)
            shade = mix(colours.deep, colours.night, dice.random())
            corners = [(left, top), (left + wide / 8, top), (left + wide / 8, high + 1), (left, high + 1)]
            canvas.polygon(shade, corners)
    elif kind == 3:
        count, turn = dice.choice((8, 10, 12)), dice.uniform(0, 1)
        for step in range(count):
            ends = [turn + math.tau * (step + more) / count for more in (0.0, 0.5)]
            far = [(middle[0] + reach * math.sin(a), middle[1] - reach * math.cos(a)) for a in ends]
            canvas.polygon((*colours.base, 70), [middle, *far])
    else:
        spot = (wide * dice.choice((0.2, 0.8)), high * dice.uniform(0.14, 0.24))
        canvas.circle((*colours.light, 120), spot, min(size) * dice.uniform(0.14, 0.24))
        _ridges(canvas, colours, dice, size)


def _ridges(canvas: Canvas, colours: Tint, dice: Random, size: tuple[int, int]) -> None:
    """Draw three ranges of hills, the nearest the darkest."""
    wide, high = size
    for depth, (level, shade) in enumerate(((0.66, 0.3), (0.78, 0.62), (0.89, 0.92))):
        colour = mix(colours.dim, colours.night, shade)
        steps = 4 + 2 * depth
        rough = 0.09 - 0.02 * depth
        phase = dice.uniform(0, 6)
        tops = [
            (
                wide * step / steps,
                high * (level + rough * math.sin(phase + step * 1.7) + dice.uniform(-rough, rough) * 0.6),
            )
            for step in range(steps + 1)
        ]
        canvas.polygon(colour, [*tops, (wide + 1, high + 1), (-1, high + 1)])
