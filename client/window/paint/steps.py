"""The steps of a line as a list in the pane, at a table played alone: those around the one it stands after.

Boxes are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from client.board import Rect
from client.window.look import SECOND, panel
from client.window.paint.state import Shown


class StepRow(NamedTuple):
    """One step and where it is listed."""

    number: int
    words: str
    box: Rect


def has_steps(shown: Shown) -> bool:
    """Whether the pane lists steps: alone there is nobody to talk to."""
    return shown.player and shown.table is not None and shown.table.alone


def is_listed(shown: Shown) -> bool:
    """Whether the list can be seen now."""
    return has_steps(shown) and (shown.layout.pane.wide or shown.doing.tab == "steps")


def step_rows(shown: Shown) -> list[StepRow]:
    """As many steps as fit, with the one the table stands after in their midst."""
    theme, area = shown.theme, shown.layout.pane.chat
    high = theme.hit(25)
    fitting = max(1, area.h // high)
    listed = _listed(shown)
    first = max(0, min(_current(shown) - fitting // 2, len(listed) - fitting))
    return [
        StepRow(number, _short(words, shown), Rect(area.x, area.y + index * high, area.w, high))
        for index, (number, words) in enumerate(listed[first : first + fitting])
    ]


def _short(words: str, shown: Shown) -> str:
    """Without the name of whoever sits below: there is little room, and most steps are theirs."""
    rest = words.removeprefix(f"{shown.names[shown.near]} ")
    return rest[:1].upper() + rest[1:]


def _listed(shown: Shown) -> list[tuple[int, str]]:
    """The beginning, to go back to, and every step that there are words for."""
    return [(0, "The beginning"), *shown.steps] if shown.steps else []


def _current(shown: Shown) -> int:
    """The index of the last listed step that is taken."""
    stands = shown.table.step if shown.table is not None else 0
    return sum(number <= stands for number, _ in _listed(shown)) - 1


def draw_steps(surface: pygame.Surface, shown: Shown) -> None:
    """The list: what is taken in full ink, where the table stands lit up, what lies ahead faint."""
    theme, palette = shown.theme, shown.theme.palette
    rows, current = step_rows(shown), _current(shown)
    here = _listed(shown)[current][0] if rows else 0
    if not rows:
        area = shown.layout.pane.chat
        words, at = "What you do is listed here.", (area.x, area.y + theme.px(10))
        theme.text(surface, words, at, SECOND, palette.faint, room=area.w, least=9)
    wide = theme.width("000", SECOND)
    for number, words, box in rows:
        y = box.centre[1]
        if number == here:
            panel(surface, box, palette.raised, palette.accent, palette.thin, theme.px(5))
        ink = palette.text if number == here else palette.soft if number < here else palette.faint
        x = box.x + theme.px(6) + wide
        theme.text(surface, str(number), (x, y), SECOND, palette.faint, anchor="rm")
        x += theme.px(8)
        room = box.right - theme.px(6) - x
        theme.text(surface, words, (x, y), SECOND, ink, bold=number == here, room=room, least=SECOND)
