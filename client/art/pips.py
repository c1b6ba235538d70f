"""What a Flesh and Blood card is pitched for and what it costs: told by number and shape, not colour alone.

Red is one disc, yellow two diamonds, blue three bars; so the three can be told apart in grey as well.
"""

from __future__ import annotations

import pygame

from client import lettering
from client.art.tints import FRAMES
from client.lettering import Colour
from client.shapes import Canvas, put
from shared.cards import Facts

COLOURS = ("red", "yellow", "blue")
DARK: Colour = (8, 10, 14)
PALE: Colour = (246, 246, 242)


HIGH = 1.6
"""How high a chip is, in units."""


def has_pips(facts: Facts) -> bool:
    """Whether this is a card of that game: one that is neither monster nor Spell nor Trap."""
    return bool(facts.kinds) and not (facts.is_monster or facts.is_spell or facts.is_trap)


def worth(facts: Facts) -> int:
    """What a card is pitched for: 1, 2 or 3; 0 for one that is not."""
    value = facts.extra.get("pitch", 0)
    return value if value in (1, 2, 3) else 0


def draw_pips(made: pygame.Surface, facts: Facts, corner: tuple[float, float], unit: float) -> None:
    """The pips of a card on a dark chip, `unit` wide each; nothing for a card without."""
    count = worth(facts)
    if not count:
        return
    wide, high = unit * (count * 1.1 + 0.5), unit * HIGH
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    for step in range(count):
        x, y = unit * (0.8 + 1.1 * step), high / 2
        _pip(canvas, count, x, y, unit * 0.42)
    put(made, canvas.done(), corner)


def _pip(canvas: Canvas, count: int, x: float, y: float, reach: float) -> None:
    colour = FRAMES[COLOURS[count - 1]].title
    if count == 1:
        canvas.circle(colour, (x, y), reach)
    elif count == 2:
        canvas.polygon(colour, [(x, y - 1.3 * reach), (x + reach, y), (x, y + 1.3 * reach), (x - reach, y)])
    else:
        canvas.box(colour, (x - 0.7 * reach, y - 1.3 * reach, 1.4 * reach, 2.6 * reach), reach * 0.2)


def draw_numbers(made: pygame.Surface, facts: Facts, right: float, bottom: float, unit: float) -> None:
    """Power, a stroke, defense on a dark chip in the right lower corner; nothing for a card without."""
    if facts.attack is None and facts.defense is None:
        return
    words = "/".join("-" if value is None else str(value) for value in (facts.attack, facts.defense))
    size = unit * 1.3
    picture = lettering.picture(words, size, PALE, True)
    wide, high = picture.get_width() + unit * 0.7, unit * HIGH
    canvas = Canvas(wide, high)
    canvas.box((*DARK, 225), (0, 0, wide, high), unit * 0.4)
    put(made, canvas.done(), (right - wide, bottom - high))
    base = bottom - high / 2 + size * lettering.CAP / 2
    put(made, picture, (right - wide + unit * 0.35, base - lettering.baseline(size)))


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
    words, size = str(cost), unit * 1.25
    picture = lettering.picture(words, size, DARK, True)
    base = top + across / 2 + size * lettering.CAP / 2
    put(made, picture, (right - across / 2 - picture.get_width() / 2, base - lettering.baseline(size)))
