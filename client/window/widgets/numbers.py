"""Setting numbers: a slider with one handle or two, and a stepper between minus and plus."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.window.look import MAIN, Box, Theme, icon, panel
from client.window.widgets.base import Widget, key_name
from client.window.widgets.choices import STEPS


class Slider(Widget):
    """A range with two handles (`low`, `high`), or a value with one (`low` fixed at the start)."""

    corner = 4

    def __init__(
        self, box: Box, span: tuple[int, int], value: tuple[int, int],
        on_change: Callable[[tuple[int, int]], object] = bool, *, both: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(box)
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
        self._to(round(low + share * (high - low)))

    def _to(self, value: int) -> None:
        low, high = self.value
        value = max(self.span[0], min(self.span[1], value))
        changed = (min(value, high), high) if self._side == 0 else (low, max(value, low))
        if changed != self.value:
            self.value = changed
            self.on_change(changed)

    def key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        if name in ("LEFT", "RIGHT"):
            self._to(self.value[self._side] + STEPS[name])
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
    """A number between a minus and a plus: three copies, best of 3, an amount of Life Points."""

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
        """Count up or down, within the span."""
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
        theme.text(surface, str(self.value), self.rect.center, MAIN + 2, ink, bold=True, anchor="cm")
