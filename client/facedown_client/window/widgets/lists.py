"""Lists of rows, scroll areas, and paragraphs.

Wheel, arrows, Page and Home/End scroll them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Box, Theme, clip, mix, panel
from facedown_client.window.widgets.base import Widget, as_rect, key_name


@dataclass(frozen=True, slots=True)
class ListRow:
    """Row of a list: a title, a line below it, words at its right end; `letter` in a disc at its left."""

    title: str
    detail: str = ""
    right: str = ""
    letter: str = ""
    enabled: bool = True


class Scroll(Widget):
    """Scroll area over higher content, drawn by `paint(surface, theme, rect)` with rect moved up.

    `content` is the height of the content; with `follow` the area stays at the end as it grows (a log).
    """

    STEP = 40
    corner = 4

    def __init__(
        self,
        box: Box,
        paint: Callable[[pygame.Surface, Theme, pygame.Rect], object] | None = None,
        *,
        content: int = 0,
        follow: bool = False,
    ) -> None:
        super().__init__(box)
        self.paint, self.follow, self.content = paint, follow, content
        self.offset = self.max_offset if follow else 0

    @property
    def max_offset(self) -> int:
        """Return the maximum offset."""
        return max(0, self.content - self.rect.h)

    def set_height(self, content: int) -> None:
        """Set a new content height."""
        at_end = self.offset >= self.max_offset
        self.content = content
        self.offset = self.max_offset if self.follow and at_end else min(self.offset, self.max_offset)

    def to_end(self) -> None:
        """Scroll to the end."""
        self.offset = self.max_offset

    def scroll(self, pixels: int) -> bool:
        """Scroll by so many pixels; return whether the offset changed."""
        before, self.offset = self.offset, max(0, min(self.max_offset, self.offset + pixels))
        return before != self.offset

    def wheel(self, steps: int) -> bool:
        self.scroll(-steps * self.STEP)
        return self.max_offset > 0

    def key(self, event: pygame.event.Event) -> bool:
        page = self.rect.h - self.STEP
        steps = {
            "UP": -self.STEP, "DOWN": self.STEP, "PAGE UP": -page, "PAGE DOWN": page, "HOME": -self.content,
            "END": self.content,
        }  # fmt: skip
        step = steps.get(key_name(event))
        return step is not None and (self.scroll(step) or True)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        inside = self.rect.move(0, -self.offset)
        inside.h = max(self.content, self.rect.h)
        with clip(surface, self.rect):
            self.draw_content(surface, theme, inside)
        scroll_bar(surface, theme, self.rect, self.content, self.offset, 4)

    def draw_content(self, surface: pygame.Surface, theme: Theme, inside: pygame.Rect) -> None:
        """Draw the whole content, with its top at `inside`."""
        if self.paint is not None:
            self.paint(surface, theme, inside)


def scroll_bar(
    surface: pygame.Surface, theme: Theme, box: Box, content: int, offset: int, thick: float
) -> None:
    """Draw a thin scroll bar at the right edge of a box; `offset` is how far its content is moved up."""
    x, y, w, h = as_rect(box)
    most, wide = content - h, theme.px(thick)
    if most > 0:
        high = max(theme.px(24), h * h // content)
        top = y + (h - high) * max(0, min(most, offset)) // most
        panel(surface, (x + w - wide, top, wide, high), theme.palette.strong, None, 0, wide / 2)


class ListBox(Scroll):
    """List of rows of equal height. A click or Enter picks; `paint_row` may replace the drawing of a row."""

    def __init__(
        self,
        box: Box,
        rows: Sequence[ListRow],
        on_pick: Callable[[int], object] = int,
        *,
        row_height: int = 48,
        chosen: int = -1,
        on_choose: Callable[[int], object] = int,
        paint_row: Callable[[pygame.Surface, Theme, pygame.Rect, int, bool], object] | None = None,
        empty: str = "",
        label: str = "",
    ) -> None:
        self.label = label
        """Name of the list, for screen readers."""
        self.row_height = max(28, row_height)
        super().__init__(box, content=len(rows) * self.row_height)
        self.rows, self.on_pick, self.on_choose = tuple(rows), on_pick, on_choose
        self.chosen, self.paint_row, self.empty = chosen, paint_row, empty
        self.under = -1

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Replace the rows; keep the offset and, if it is still valid, the choice."""
        self.rows = tuple(rows)
        self.chosen = min(self.chosen, len(rows) - 1)
        self.set_height(len(rows) * self.row_height)

    def row(self, index: int) -> pygame.Rect:
        """Return the rectangle of a row at the present offset."""
        top = self.rect.y - self.offset + index * self.row_height
        return pygame.Rect(self.rect.x, top, self.rect.w - (10 if self.max_offset else 0), self.row_height)

    def index_at(self, at: tuple[int, int]) -> int:
        """Return the index of the row under a point, -1 for none."""
        index = (at[1] - self.rect.y + self.offset) // self.row_height
        return index if self.rect.collidepoint(at) and 0 <= index < len(self.rows) else -1

    def press(self, at: tuple[int, int] | None = None) -> None:
        index = self.chosen if at is None else self.index_at(at)
        if 0 <= index < len(self.rows) and self.rows[index].enabled:
            self.choose(index)
            self.on_pick(index)

    def choose(self, index: int) -> None:
        """Choose a row and scroll it into view."""
        self.chosen = max(0, min(len(self.rows) - 1, index))
        top, bottom = self.chosen * self.row_height, (self.chosen + 1) * self.row_height
        self.scroll(min(0, top - self.offset))
        self.scroll(max(0, bottom - self.rect.h - self.offset))
        self.on_choose(self.chosen)

    def key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        page = max(1, self.rect.h // self.row_height)
        step = {"UP": -1, "DOWN": 1, "PAGE UP": -page, "PAGE DOWN": page}.get(name)
        if step is not None and self.rows:
            self.choose(self.chosen + step)
            return True
        if name in ("Enter", "Space"):
            self.press()
            return True
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self.under = self.index_at(pygame.mouse.get_pos()) if self.hovered else -1
        super().draw(surface, theme)
        if not self.rows and self.empty:
            room = self.rect.w - theme.px(16)
            at = (self.rect.centerx, self.rect.y + theme.px(24))
            theme.draw_text(
                surface, self.empty, at, MAIN_PX - 1, theme.palette.faint, anchor="cm", room=room, least=10
            )

    def draw_content(self, surface: pygame.Surface, theme: Theme, inside: pygame.Rect) -> None:
        first = self.offset // self.row_height
        last = (self.offset + self.rect.h) // self.row_height + 1
        for index in range(first, min(len(self.rows), last)):
            row = self.row(index)
            if self.paint_row is not None:
                self.paint_row(surface, theme, row, index, index in (self.chosen, self.under))
            else:
                self._row(surface, theme, row.inflate(0, -theme.px(4)), index)

    def _row(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect, index: int) -> None:
        palette, row, chosen = theme.palette, self.rows[index], index == self.chosen
        lit = mix(palette.sunk, palette.text, 0.06) if index == self.under else palette.sunk
        fill, line = (palette.raised, palette.strong) if chosen else (lit, palette.line)
        panel(surface, box, fill, line, palette.thin, theme.px(6))
        ink = palette.text if row.enabled else palette.faint
        x, end, y = box.x + theme.px(14), box.right - theme.px(14), box.centery
        if row.letter:
            disc(surface, theme, row.letter, (x + theme.px(12), y), theme.px(26))
            x += theme.px(38)
        room = end - x - (theme.width(row.right, SECOND_PX) + theme.px(8) if row.right else 0)
        up = theme.px(9) if row.detail else 0
        theme.draw_text(surface, row.title, (x, y - up), MAIN_PX, ink, bold=True, room=room, least=10)
        below = (x, y + theme.px(10))
        theme.draw_text(surface, row.detail, below, SECOND_PX, palette.soft, room=room, least=10)
        theme.draw_text(surface, row.right, (end, y), SECOND_PX, palette.soft, anchor="rm")


def disc(
    surface: pygame.Surface, theme: Theme, letter: str, centre: tuple[float, float], across: float,
    colour: tuple[int, int, int] | None = None,
) -> None:  # fmt: skip
    """Draw a player's initial in a disc, with an outline if a colour is given."""
    palette = theme.palette
    box = (centre[0] - across / 2, centre[1] - across / 2, across, across)
    line = colour or palette.soft
    panel(surface, box, mix(palette.panel, line, 0.3), line, max(1.0, theme.px(1.5)), across / 2)
    points = theme.points(across * 0.55)
    theme.draw_text(surface, letter[:1].upper(), centre, points, palette.text, bold=True, anchor="cm")


class Paragraph(Widget):
    """Several lines from the top of a box; text that does not fit ends in an ellipsis."""

    focusable = False

    def __init__(self, box: Box, words: str) -> None:
        super().__init__(box)
        self.words = words

    def hit(self, at: tuple[int, int]) -> bool:
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = theme.wrap(
            self.words, BODY_PX, self.rect.w, lines=max(1, self.rect.h // theme.line_height(BODY_PX))
        )
        theme.draw_lines(surface, lines, self.rect.topleft, BODY_PX, theme.palette.soft)
