"""Widgets to choose a word or a number: segments, a dropdown, a slider with one or two handles, a stepper.

Arrow keys work in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Box, Theme, icon, mix, panel, shadow
from facedown_client.window.widgets.base import Widget, draw_key, key_name
from facedown_client.window.widgets.lists import scroll_bar

SEGMENT_INSET_PX = 12
"""Space beside the words of a segment, in design pixels."""
MIN_SEGMENT_PX = 9

STEPS = {"LEFT": -1, "UP": -1, "RIGHT": 1, "DOWN": 1}
ENDS = {"HOME": -1, "END": 1}
"""Keys that mark the first or the last choice of an open list."""


class OneOf(Widget):
    """Choice of one word from several; arrow keys choose the previous or next one, Space the next."""

    confirms = False

    def __init__(
        self, box: Box, words: Sequence[str], chosen: int = 0, on_choose: Callable[[int], object] = int
    ) -> None:
        super().__init__(box)
        self.words, self.chosen, self.on_choose = tuple(words), chosen, on_choose

    def choose(self, index: int) -> None:
        """Choose a word and report the choice."""
        self.chosen = index
        self.on_choose(index)

    def key(self, event: pygame.event.Event) -> bool:
        step = STEPS.get(key_name(event))
        if step is None:
            return super().key(event)
        self.choose(max(0, min(len(self.words) - 1, self.chosen + step)))
        return True


class Segments(OneOf):
    """Choice of one of two to five words, side by side. `keys` are drawn below as key caps and choose
    directly.
    """

    def __init__(
        self, box: Box, words: Sequence[str], chosen: int = 0, on_choose: Callable[[int], object] = int, *,
        keys: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(box, words, chosen, on_choose)
        self.keys = tuple(keys)
        self._cells: list[pygame.Rect] = []

    def cells(self, theme: Theme) -> list[pygame.Rect]:
        """Return the cell of each word; cells are as wide as their words need."""
        size = self._type_size(theme)
        wide = [theme.width(word, size, bold=True) for word in self.words]
        spare = (self.rect.w - sum(wide)) / len(wide)
        edges = [round(self.rect.x + sum(wide[:step]) + spare * step) for step in range(len(wide) + 1)]
        return [pygame.Rect(left, self.rect.y, right - left, self.rect.h) for left, right in pairwise(edges)]

    def _type_size(self, theme: Theme) -> float:
        """Return the type size at which all words fit beside each other, the same for each."""
        size, room = float(BODY_PX), self.rect.w - len(self.words) * theme.px(SEGMENT_INSET_PX)
        while size > MIN_SEGMENT_PX and sum(theme.width(word, size, True) for word in self.words) > room:
            size -= 0.5
        return size

    def press(self, at: tuple[int, int] | None = None) -> None:
        if at is None:
            self.choose((self.chosen + 1) % len(self.words))
            return
        for index, cell in enumerate(self._cells):
            if cell.left <= at[0] < cell.right:
                self.choose(index)

    def shortcut(self, name: str) -> bool:
        if name not in self.keys:
            return False
        self.choose(self.keys.index(name))
        return True

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, radius = theme.palette, theme.px(6)
        panel(surface, self.rect, palette.sunk, palette.strong, palette.thin, radius)
        self._cells, size = self.cells(theme), self._type_size(theme)
        for index, cell in enumerate(self._cells):
            chosen = index == self.chosen
            if chosen:
                inner = cell.inflate(-theme.px(4), -theme.px(4))
                fill = palette.focus if palette.contrast else palette.raised
                panel(surface, inner, fill, palette.strong, palette.thin, radius - 1)
            ink = palette.on_accent if palette.contrast else palette.text
            ink, word = ink if chosen else palette.soft, self.words[index]
            theme.draw_text(
                surface, word, cell.center, size, ink, bold=chosen, anchor="cm", room=cell.w - theme.px(6),
                least=9,
            )  # fmt: skip
            if self.keys:
                draw_key(surface, theme, self.keys[index], (cell.centerx, cell.bottom + theme.px(14)))


class Dropdown(OneOf):
    """Choice of one of many from a list that opens over everything else. `label` precedes the choice."""

    def __init__(
        self, box: Box, words: Sequence[str], chosen: int = 0, on_choose: Callable[[int], object] = int, *,
        label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(box, words, chosen, on_choose)
        self.label = label
        self.open = False
        self.marked = chosen
        self.first = 0
        self._screen = pygame.Rect(0, 0, 100_000, 100_000)

    @property
    def has_popup(self) -> bool:
        return self.open

    def press(self, at: tuple[int, int] | None = None) -> None:
        self.open, self.marked = True, self.chosen
        self.first = max(0, min(self.chosen - self._fit() // 2, len(self.words) - self._fit()))

    def choose(self, index: int) -> None:
        """Choose a word, close the list, and report the choice."""
        self.open = False
        super().choose(index)

    def _fit(self) -> int:
        """Return the number of rows that the list shows at once."""
        below = max(1, (self._screen.bottom - self.rect.bottom - 8) // self._row())
        above = max(1, (self.rect.top - self._screen.top - 8) // self._row())
        return max(1, min(len(self.words), max(below, above), 10))

    def _row(self) -> int:
        return max(28, self.rect.h)

    def list_box(self) -> pygame.Rect:
        """Return the rectangle of the open list: below, or above if there is more space."""
        high = self._fit() * self._row() + 8
        top = self.rect.bottom + 4
        if top + high > self._screen.bottom and self.rect.top - 4 - high >= self._screen.top:
            top = self.rect.top - 4 - high
        return pygame.Rect(self.rect.x, top, self.rect.w, high)

    def row(self, index: int) -> pygame.Rect:
        """Return the rectangle of one row of the open list."""
        sheet = self.list_box()
        return pygame.Rect(
            sheet.x + 4, sheet.y + 4 + (index - self.first) * self._row(), sheet.w - 8, self._row()
        )

    def other(self, event: pygame.event.Event) -> bool:
        if not self.open:
            return False
        if event.type == pygame.KEYDOWN:
            self._open_key(key_name(event))
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        elif event.type == pygame.MOUSEMOTION:
            self.marked = self._row_under(event.pos, self.marked)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            index = self._row_under(event.pos, -1)
            if index >= 0:
                self.choose(index)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._row_under(event.pos, -1) < 0:
            self.open = False
        return True

    def _open_key(self, name: str) -> None:
        if name in ("Esc", "TAB"):
            self.open = False
        elif name in ("Enter", "Space"):
            self.choose(self.marked)
        elif name in (*STEPS, *ENDS):
            steps = ENDS[name] * len(self.words) if name in ENDS else STEPS[name]
            self.marked = max(0, min(len(self.words) - 1, self.marked + steps))
            self._scroll(min(0, self.marked - self.first))
            self._scroll(max(0, self.marked - self.first - self._fit() + 1))

    def _scroll(self, steps: int) -> None:
        self.first = max(0, min(len(self.words) - self._fit(), self.first + steps))

    @property
    def _visible_choices(self) -> range:
        """Return the choices that the open list shows."""
        return range(self.first, min(len(self.words), self.first + self._fit()))

    def _row_under(self, at: tuple[int, int], otherwise: int) -> int:
        return next((index for index in self._visible_choices if self.row(index).collidepoint(at)), otherwise)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self._screen = surface.get_rect()
        palette, radius = theme.palette, theme.px(6)
        fill = mix(palette.raised, palette.text, 0.09) if self.hovered else palette.raised
        panel(surface, self.rect, fill, palette.strong, palette.thin, radius)
        x, y, end = self.rect.x + theme.px(12), self.rect.centery, self.rect.right - theme.px(14)
        word = self.words[self.chosen] if 0 <= self.chosen < len(self.words) else ""
        room = end - theme.px(12) - x
        label = theme.width(self.label, SECOND_PX) + theme.px(6) if self.label else 0
        if label and label + theme.width(word, BODY_PX, bold=True) <= room:
            theme.draw_text(surface, self.label, (x, y), SECOND_PX, palette.soft)
            x, room = x + label, room - label
        theme.draw_text(surface, word, (x, y), BODY_PX, bold=True, room=room, least=10)
        icon(surface, "down", (end, y), theme.px(10), palette.soft)

    def draw_popup(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, sheet = theme.palette, self.list_box()
        shadow(surface, sheet, theme.px(8))
        panel(surface, sheet, palette.raised, palette.strong, palette.thin, theme.px(8))
        for index in self._visible_choices:
            row, marked = self.row(index), index == self.marked
            if marked:
                panel(surface, row, palette.accent, None, 0, theme.px(6))
            ink = palette.on_accent if marked else palette.text
            at = (row.x + theme.px(10), row.centery)
            bold = index == self.chosen
            theme.draw_text(
                surface, self.words[index], at, BODY_PX, ink, bold=bold, room=row.w - theme.px(36), least=10
            )
            if bold:
                icon(surface, "check", (row.right - theme.px(12), row.centery), theme.px(12), ink)
        inside = sheet.inflate(-4, -8)
        scroll_bar(surface, theme, inside, len(self.words) * self._row(), self.first * self._row(), 4)


class Slider(Widget):
    """Slider for a range with two handles (`low`, `high`), or for a value with one (`low` fixed at the
    start).
    """

    corner = 4

    def __init__(
        self, box: Box, span: tuple[int, int], value: tuple[int, int],
        on_change: Callable[[tuple[int, int]], object] = bool, *, both: bool = True, called: str = "",
    ) -> None:  # fmt: skip
        super().__init__(box)
        self.label = called
        self.span, self.value, self.on_change, self.both = span, value, on_change, both
        self._side = 1

    def _x(self, value: int) -> float:
        low, high = self.span
        inside = self.rect.w - 12
        return self.rect.x + 6 + inside * (value - low) / max(1, high - low)

    def down(self, at: tuple[int, int]) -> None:
        near = [abs(at[0] - self._x(value)) for value in self.value]
        first = near[0] < near[1] or (near[0] == near[1] and at[0] < self._x(self.value[0]))
        self._side = 0 if self.both and first else 1
        self.drag(at)

    def drag(self, at: tuple[int, int]) -> None:
        low, high = self.span
        share = (at[0] - self.rect.x - 6) / max(1, self.rect.w - 12)
        self._set_handle(round(low + share * (high - low)))

    def _set_handle(self, value: int) -> None:
        low, high = self.value
        value = max(self.span[0], min(self.span[1], value))
        changed = (min(value, high), high) if self._side == 0 else (low, max(value, low))
        if changed != self.value:
            self.value = changed
            self.on_change(changed)

    def wheel(self, steps: int) -> bool:
        """Move a single handle by one step: up is back."""
        if not self.both:
            self._set_handle(self.value[1] - steps)
        return not self.both

    def key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        if name in ("LEFT", "RIGHT"):
            self._set_handle(self.value[self._side] + STEPS[name])
        elif name == "Space" and self.both:
            self._side = 1 - self._side
        return name in ("LEFT", "RIGHT", "Space")

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, y, high = theme.palette, self.rect.centery, max(2, theme.px(3))
        surface.fill(palette.line, (self.rect.x, y - high // 2, self.rect.w, high))
        left, right = self._x(self.value[0]), self._x(self.value[1])
        surface.fill(palette.mine, (left, y - high // 2, right - left, high))
        for side, x in enumerate((left, right)):
            if side or self.both:
                icon(surface, "dot", (x, y), theme.px(13), palette.mine)


class Stepper(Widget):
    """Number between a minus and a plus button: three copies, best of 3, an amount of Life Points."""

    def __init__(
        self, box: Box, value: int, span: tuple[int, int], on_change: Callable[[int], object] = int,
        *, wrong: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(box)
        self.value, self.span, self.on_change, self.wrong = value, span, on_change, wrong

    def _side(self, left: bool) -> pygame.Rect:
        wide = max(28, self.rect.h)
        return pygame.Rect(self.rect.x if left else self.rect.right - wide, self.rect.y, wide, self.rect.h)

    def change(self, steps: int) -> None:
        """Add steps to the number, within its limits."""
        value = max(self.span[0], min(self.span[1], self.value + steps))
        if value != self.value:
            self.value = value
            self.on_change(value)

    def press(self, at: tuple[int, int] | None = None) -> None:
        if at is not None:
            self.change(-1 if self._side(True).collidepoint(at) else int(self._side(False).collidepoint(at)))

    def key(self, event: pygame.event.Event) -> bool:
        step = {"LEFT": -1, "DOWN": -1, "-": -1, "RIGHT": 1, "UP": 1, "+": 1, "=": 1}.get(key_name(event), 0)
        self.change(step)
        return step != 0

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette = theme.palette
        for left, name, able in (
            (True, "minus", self.value > self.span[0]),
            (False, "plus", self.value < self.span[1]),
        ):
            side = self._side(left)
            panel(surface, side, palette.raised if able else None, palette.strong, palette.thin, theme.px(6))
            ink = palette.text if able else palette.faint
            icon(surface, name, side.center, theme.px(14), ink)
        ink = palette.harm if self.wrong else palette.text
        theme.draw_text(surface, str(self.value), self.rect.center, MAIN_PX + 2, ink, bold=True, anchor="cm")
