"""The tools of tables without an arbiter, in the rail: the line of steps, and buttons for what belongs to no
card. Boxes only, and the words between them; the buttons are the scene's.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from client.board import Rect, Shape
from client.window.look import SECOND
from client.window.paint.state import Shown

COLUMNS = 2


class ToolBoxes(NamedTuple):
    """Where they lie: the words over the line, what goes back, the line, what goes on; then the buttons."""

    words: Rect
    back: Rect
    line: Rect
    forth: Rect
    cells: tuple[Rect, ...]

    @property
    def top(self) -> int:
        """Where the rail is free above them."""
        return min((rect.y for rect in (self.words, *self.cells) if rect.h), default=self.words.y)


def by_hand(shown: Shown) -> bool:
    """Whether cards are moved by hand, so that nobody is ever asked to respond."""
    return shown.table is not None and shown.table.mode == "free"


def has_line(shown: Shown) -> bool:
    """Whether steps can be taken back at this table, by this viewer."""
    return shown.player and shown.table is not None and (shown.table.mode == "free" or shown.table.alone)


def tools(shown: Shown, count: int) -> ToolBoxes:
    """Everything from the lower end of the free part of the rail upwards, with so many buttons."""
    rail, theme = shown.layout.rail, shown.theme
    bottom = rail.buttons[0].y - theme.px(12) if by_hand(shown) else rail.chain.bottom
    high, gap = theme.hit(29), theme.px(5)
    rows = -(-count // COLUMNS)
    first = bottom - rows * high - max(0, rows - 1) * gap
    wide = (rail.rect.right - rail.chain.x - (rail.rect.right - rail.chain.right) - gap) // COLUMNS
    cells = tuple(
        Rect(rail.chain.x + step % COLUMNS * (wide + gap), first + step // COLUMNS * (high + gap), wide, high)
        for step in range(count)
    )
    y = first - (gap + theme.px(4) if rows else 0) - high
    side = max(high, theme.px(34))
    back = Rect(rail.chain.x, y, side, high)
    forth = Rect(rail.chain.right - side, y, side, high)
    line = Rect(back.right + gap, y, forth.x - back.right - 2 * gap, high)
    words = Rect(rail.chain.x, y - theme.px(22), rail.chain.w, theme.px(20))
    return ToolBoxes(words, back, line, forth, cells)


def free_room(shown: Shown) -> Rect:
    """What is left of the rail for the chain and for questions."""
    room = shown.layout.rail.chain
    if not has_line(shown):
        return room
    used = tools(shown, shown.tools)
    return room._replace(h=max(0, used.top - shown.theme.px(8) - room.y))


def draw_tools(surface: pygame.Surface, shown: Shown) -> None:
    """The words over the line: which step of how many."""
    if not has_line(shown) or shown.table is None:
        return
    words = tools(shown, shown.tools).words
    table, theme = shown.table, shown.theme
    title = "Nothing done yet" if not table.steps else f"Step {table.step} of {table.steps}"
    y = words.centre[1]
    spot = theme.text(surface, title, (words.x, y), SECOND, theme.palette.soft, bold=True)
    if shown.choices.shape is Shape.HANDS and table.alone:
        room = words.w - spot.w - theme.px(8)
        side = f"{shown.names[shown.near]}'s side"
        theme.text(
            surface, side, (words.right, y), SECOND, theme.palette.faint, anchor="rm", room=room, least=9
        )
