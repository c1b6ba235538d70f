"""The sections of the rail: tools and the line of steps at tables without rules; below them room for the
Chain and for questions.

Boxes of pressable things are computed here and shared with the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.window.look import SECOND_PX
from facedown_client.window.paint.state import DuelFrame, ToolGroup
from facedown_shared.tables import TABLES
from facedown_shared.text import _

TITLED_GROUPS_COUNT = 2
"""Groups that always have a title: those that are shown during every prompt, so that they keep their
place.
"""


class ToolBoxes(NamedTuple):
    """Boxes of the tools, from above.

    First the words over the line and, in solo play, the button to switch sides; then back, the line, forward;
    then the titles of groups and their buttons.
    """

    words: Rect
    turn: Rect
    back: Rect
    line: Rect
    forth: Rect
    titles: tuple[Rect, ...]
    cells: tuple[Rect, ...]
    bottom: int
    """The y below which the rail is free."""


def has_phases(shown: DuelFrame) -> bool:
    """Return whether this game has the six phases, which is so for tables with columns."""
    table = TABLES.get(shown.view.table)
    return table is not None and bool(table.columns)


def is_manual(shown: DuelFrame) -> bool:
    """Return whether cards are moved by hand, so that there are no response prompts."""
    return shown.table is not None and shown.table.mode == "free"


def has_line(shown: DuelFrame) -> bool:
    """Return whether this viewer can take back steps at this table."""
    return shown.is_player and shown.table is not None and (shown.table.mode == "free" or shown.table.alone)


def tool_boxes(shown: DuelFrame, groups: Sequence[ToolGroup]) -> ToolBoxes:
    """Return the boxes of the tools, from the top of the free part of the rail down.

    Nothing moves when lower groups are hidden. Groups after the first ones have titles only if there is room
    for all titles.
    """
    room, theme = _tool_room(shown), shown.theme
    high, gap = theme.hit_length(29), theme.px(5)
    rows = sum(-(-group.size // group.columns) for group in groups)
    alone = shown.table is not None and shown.table.alone
    words = Rect(room.x, room.y, room.w, theme.hit_length(26) if alone else theme.px(20))
    turn = words._replace(x=words.x + words.w // 2, w=words.w - words.w // 2)
    y, side = words.bottom + theme.px(4 if alone else 2), max(high, theme.px(34))
    back, forth = Rect(room.x, y, side, high), Rect(room.right - side, y, side, high)
    line = Rect(back.right + gap, y, forth.x - back.right - 2 * gap, high)
    y += high + gap
    spare = room.bottom - y - rows * (high + gap)
    all_titled = spare >= len(groups) * theme.px(18)
    titles: list[Rect] = []
    cells: list[Rect] = []
    for place, group in enumerate(groups):
        head = theme.px(18) if all_titled or place < TITLED_GROUPS_COUNT else 0
        titles.append(Rect(room.x, y, room.w, head))
        y += head
        wide = (room.w - gap * (group.columns - 1)) // group.columns
        for step in range(group.size):
            row, column = divmod(step, group.columns)
            cells.append(Rect(room.x + column * (wide + gap), y + row * (high + gap), wide, high))
        y += -(-group.size // group.columns) * (high + gap)
    return ToolBoxes(words, turn, back, line, forth, tuple(titles), tuple(cells), y)


def _tool_room(shown: DuelFrame) -> Rect:
    """Return the part of the rail for tools, the Chain and prompts.

    Without responses it reaches down to the table's buttons; without phases it begins at the top of their
    strip.
    """
    room, phases = shown.layout.rail.chain, shown.layout.rail.phases
    if not has_phases(shown):
        room = room._replace(y=phases.y, h=room.bottom - phases.y)
    if is_manual(shown):
        return room._replace(h=shown.layout.rail.buttons[0].y - shown.theme.px(12) - room.y)
    return room


def free_room(shown: DuelFrame) -> Rect:
    """Return the part of the rail that is left for the Chain and for questions."""
    room = _tool_room(shown)
    if not has_line(shown):
        return room
    top = tool_boxes(shown, shown.tools).bottom + shown.theme.px(4)
    return room._replace(y=top, h=max(0, room.bottom - top))


def draw_tools(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the words over the line (the step and the number of steps), and the titles of the groups below."""
    if not has_line(shown) or shown.table is None:
        return
    boxes = tool_boxes(shown, shown.tools)
    words, table, theme = boxes.words, shown.table, shown.theme
    for group, box in zip(shown.tools, boxes.titles, strict=True):
        if box.h:
            at, faint = (box.x, box.centre[1]), theme.palette.faint
            theme.draw_text(surface, group.title, at, SECOND_PX - 1, faint, room=box.w, least=8)
    title = (
        _("Nothing done yet")
        if not table.steps
        else _("Step {step} of {steps}", step=table.step, steps=table.steps)
    )
    y = words.centre[1]
    room = (boxes.turn.x if table.alone else words.right) - words.x - theme.px(6)
    theme.draw_text(
        surface, title, (words.x, y), SECOND_PX, theme.palette.soft, bold=True, room=room, least=9
    )
