"""What the pane of a solo table lists: the steps of its line, or the open step of a lesson.

Boxes of pressable steps and buttons are computed here and shared with the scene: drawing and pointer agree.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, panel
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.text import _

BUTTON_HEIGHT_PX = 34
TEXT_SIZES = (MAIN_PX, BODY_PX, SECOND_PX, 11, 10)


class StepRow(NamedTuple):
    """A listed step and its box."""

    number: int
    words: str
    box: Rect


def has_steps(shown: DuelFrame) -> bool:
    """Return whether the pane lists steps: a solo table has no chat."""
    return shown.is_player and shown.table is not None and shown.table.alone


def is_listed(shown: DuelFrame) -> bool:
    """Return whether the list is visible now."""
    return (
        has_steps(shown) and shown.lesson is None and (shown.layout.pane.wide or shown.doing.tab == "steps")
    )


def step_rows(shown: DuelFrame) -> list[StepRow]:
    """Return as many steps as fit. Unless the list is scrolled, the table's current step is in the middle."""
    area, high, listed = shown.layout.pane.chat, shown.theme.hit_length(25), _all_steps(shown)
    fitting, middle = _steps_shown(shown)
    first = max(0, min(middle + shown.doing.steps_offset, len(listed) - fitting))
    return [
        StepRow(number, _short_words(words, shown), Rect(area.x, area.y + index * high, area.w, high))
        for index, (number, words) in enumerate(listed[first : first + fitting])
    ]


def _steps_shown(shown: DuelFrame) -> tuple[int, int]:
    """Return how many steps fit, and the first of them while the list is not scrolled."""
    fitting, count = max(1, shown.layout.pane.chat.h // shown.theme.hit_length(25)), len(_all_steps(shown))
    return fitting, max(0, min(_last_taken_index(shown) - fitting // 2, count - fitting))


def steps_room(shown: DuelFrame) -> tuple[int, int]:
    """Return how far the list can be scrolled up (below 0) and down."""
    fitting, first = _steps_shown(shown)
    return -first, max(0, len(_all_steps(shown)) - fitting - first)


def _short_words(words: str, shown: DuelFrame) -> str:
    """Return the words without the near player's name, to save room: most steps are that player's."""
    rest = words.removeprefix(f"{shown.names[shown.near]} ")
    return rest[:1].upper() + rest[1:]


def _all_steps(shown: DuelFrame) -> list[tuple[int, str]]:
    """Return the beginning and every step that has words."""
    return [(0, _("The beginning")), *shown.steps] if shown.steps else []


def _last_taken_index(shown: DuelFrame) -> int:
    """Return the index of the last listed step that is taken."""
    stands = shown.table.step if shown.table is not None else 0
    return sum(number <= stands for number, _ in _all_steps(shown)) - 1


def draw_steps(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the list: taken steps in full ink, the current one lit up, later ones faint."""
    theme, palette = shown.theme, shown.theme.palette
    rows, current = step_rows(shown), _last_taken_index(shown)
    here = _all_steps(shown)[current][0] if rows else 0
    if not rows:
        area = shown.layout.pane.chat
        words, at = _("Your steps are listed here."), (area.x, area.y + theme.px(10))
        theme.draw_text(surface, words, at, SECOND_PX, palette.faint, room=area.w, least=9)
    wide = theme.width("000", SECOND_PX)
    for number, words, box in rows:
        y = box.centre[1]
        if number == here:
            panel(surface, box, palette.raised, palette.accent, palette.thin, theme.px(5))
        ink = palette.text if number == here else palette.soft if number < here else palette.faint
        x = box.x + theme.px(6) + wide
        theme.draw_text(surface, str(number), (x, y), SECOND_PX, palette.faint, anchor="rm")
        x += theme.px(8)
        room = box.right - theme.px(6) - x
        theme.draw_text(
            surface, words, (x, y), SECOND_PX, ink, bold=number == here, room=room, least=SECOND_PX
        )


# --- a lesson -----------------------------------------------------------------------------------------------


class LessonLines(NamedTuple):
    """The lines of a step, and their size."""

    heading: str
    lines: list[str]
    size: float


def is_lesson_seen(shown: DuelFrame) -> bool:
    """Return whether the step is visible now."""
    return shown.lesson is not None and (shown.layout.pane.wide or shown.doing.tab == "lesson")


def lesson_button_box(shown: DuelFrame) -> Rect:
    """Return the box of the button that leads on."""
    area, high = shown.layout.pane.chat, shown.theme.hit_length(BUTTON_HEIGHT_PX)
    return Rect(area.x, area.bottom - high, area.w, high)


def lesson_lines(shown: DuelFrame) -> LessonLines:
    """Return the lines of the open step, in the first size at which they fit."""
    theme, area, lesson = shown.theme, shown.layout.pane.chat, shown.lesson
    assert lesson is not None, "only a lesson has lines"
    room = (lesson_button_box(shown).y if lesson.button else area.bottom) - area.y
    for size in TEXT_SIZES:
        lines = theme.wrap(lesson.text, size, area.w)
        if theme.line_height(size) * (len(lines) + 1) + theme.px(6) <= room:
            break
    return LessonLines(lesson.heading, lines, size)


def draw_lesson(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the heading and the open step."""
    theme, palette, area = shown.theme, shown.palette, shown.layout.pane.chat
    found = lesson_lines(shown)
    y: float = area.y
    theme.draw_text(
        surface, found.heading, (area.x, y), SECOND_PX, palette.accent, bold=True, anchor="lt",
        room=area.w, least=9,
    )  # fmt: skip
    y += theme.line_height(found.size) + theme.px(4)
    for line in found.lines:
        theme.draw_text(surface, line, (area.x, y), found.size, palette.text, anchor="lt")
        y += theme.line_height(found.size)
