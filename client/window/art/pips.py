"""What a Flesh and Blood card is pitched for and what it costs: told by number and shape, not colour alone.

Red is one disc, yellow two diamonds, blue three bars; so the three can be told apart in grey as well.
"""

from __future__ import annotations

import pygame

from client.window.art.tints import FRAMES
from client.window.look import Canvas, Colour, icon, lettering, put, write
from shared.cards.facts import Facts

COLOURS = ("red", "yellow", "blue")
DARK: Colour = (8, 10, 14)
PALE: Colour = (246, 246, 242)


HIGH = 1.6
"""How high a chip is, in units."""


def has_pips(facts: Facts) -> bool:
    """Whether this is a card of that game: one that is neither monster nor Spell nor Trap."""
    return bool(facts.kinds or facts.extra) and not (facts.is_monster or facts.is_spell or facts.is_trap)


def worth(facts: Facts) -> int:
    """What a card is pitched for: 1, 2 or 3; 0 for one that is not."""
    value = facts.extra.get("pitch", 0)
    return value if value in (1, 2, 3) else 0


def draw_pips(
    made: pygame.Surface, facts: Facts, corner: tuple[float, float], unit: float, *, upright: bool = False
) -> None:
    """The pips of a card on a dark chip, `unit` wide each; nothing for a card without.

    `corner` is the chip's left upper one; `upright`: its left lower one, and the pips lie over each other.
    """
    count = worth(facts)
    if not count:
        return
    step = unit * (1.3 if upright else 1.1)
    long, short = step * count + unit * 0.5, unit * HIGH
    wide, high = (short, long) if upright else (long, short)
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    for number in range(count):
        along = unit * 0.25 + step * (number + 0.5)
        x, y = (wide / 2, along) if upright else (along, high / 2)
        _pip(canvas, count, x, y, unit * 0.42)
    put(made, canvas.done(), (corner[0], corner[1] - high) if upright else corner)


def _pip(canvas: Canvas, count: int, x: float, y: float, reach: float) -> None:
    colour = FRAMES[COLOURS[count - 1]].title
    if count == 1:
        canvas.circle(colour, (x, y), reach)
    elif count == 2:
        canvas.polygon(colour, [(x, y - 1.3 * reach), (x + reach, y), (x, y + 1.3 * reach), (x - reach, y)])
    else:
        canvas.box(colour, (x - 0.7 * reach, y - 1.3 * reach, 1.4 * reach, 2.6 * reach), reach * 0.2)


def draw_numbers(made: pygame.Surface, facts: Facts, right: float, bottom: float, unit: float) -> None:
    """Power with a blade and defense with a shield, on dark chips in the right lower corner; nothing where
    they would cover the pips."""
    size, high = unit * 1.3, unit * HIGH
    shown = [
        (str(value), name, lettering.picture(str(value), size, PALE, True).get_width() + unit * 1.75)
        for value, name in ((facts.defense, "shield"), (facts.attack, "blade"))
        if value is not None
    ]
    gap, y = unit * 0.1, bottom - high / 2
    left = made.get_width() - right + (high * 0.8 if worth(facts) else 0)
    if right - sum(wide for _, _, wide in shown) - gap < left:
        return
    for words, name, wide in shown:
        _chip(made, (right - wide, bottom - high), wide, high, unit)
        icon(made, name, (right - wide + unit * 0.82, y), unit * 1.15, PALE)
        write(made, words, (right - unit * 0.3, y), size, PALE, bold=True, anchor="rm")
        right -= wide + gap


def _chip(made: pygame.Surface, at: tuple[float, float], wide: float, high: float, unit: float) -> None:
    """The dark ground of numbers."""
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    put(made, canvas.done(), at)


def draw_cost(made: pygame.Surface, facts: Facts, right: float, top: float, unit: float) -> None:
    """The cost in a pale disc, its right upper corner there; nothing for a card without."""
    cost = facts.extra.get("cost")
    if cost is None:
        return
    across = unit * 1.7
    canvas = Canvas(across, across)
    canvas.circle(DARK, (across / 2, across / 2), across / 2)
    canvas.circle(PALE, (across / 2, across / 2), across / 2 - unit * 0.14)
    put(made, canvas.done(), (right - across, top))
    middle = (right - across / 2, top + across / 2)
    write(made, str(cost), middle, unit * 1.25, DARK, bold=True, anchor="cm")
