"""Choosing one of a few words side by side. Arrows choose, as well as the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from client.window.look import BODY, Box, Theme, panel
from client.window.widgets.base import Widget, draw_key, key_name

STEPS = {"LEFT": -1, "UP": -1, "RIGHT": 1, "DOWN": 1}


class OneOf(Widget):
    """One of several words: arrows choose the one before or after."""

    def __init__(
        self,
        box: Box,
        words: Sequence[str],
        chosen: int,
        on_choose: Callable[[int], object],
        *,
        enabled: bool,
    ) -> None:
        super().__init__(box, enabled=enabled)
        self.words, self.chosen, self.on_choose = tuple(words), chosen, on_choose

    def choose(self, index: int) -> None:
        """Choose this one and tell."""
        self.chosen = index
        self.on_choose(index)

    def key(self, event: pygame.event.Event) -> bool:
        step = STEPS.get(key_name(event))
        if step is None:
            return super().key(event)
        self.choose(max(0, min(len(self.words) - 1, self.chosen + step)))
        return True


class Segments(OneOf):
    """One of two to five words, side by side. `keys` are drawn below as key caps and choose directly."""

    def __init__(
        self,
        box: Box,
        words: Sequence[str],
        chosen: int = 0,
        on_choose: Callable[[int], object] = int,
        *,
        keys: Sequence[str] = (),
        enabled: bool = True,
    ) -> None:
        super().__init__(box, words, chosen, on_choose, enabled=enabled)
        self.keys = tuple(keys)

    def cells(self, theme: Theme | None = None) -> list[pygame.Rect]:
        """Where each word lies; with a theme, cells are as wide as their words ask for."""
        count = len(self.words)
        if theme is None:
            edges = [self.rect.x + self.rect.w * step // count for step in range(count + 1)]
        else:
            wide = [theme.width(word, BODY, bold=True) for word in self.words]
            spare = (self.rect.w - sum(wide)) / count
            edges = [round(self.rect.x + sum(wide[:step]) + spare * step) for step in range(count + 1)]
        return [pygame.Rect(left, self.rect.y, right - left, self.rect.h) for left, right in pairwise(edges)]

    def press(self, at: tuple[int, int] | None = None) -> None:
        if at is None:
            self.choose((self.chosen + 1) % len(self.words))
            return
        for index, cell in enumerate(self._cells):
            if cell.left <= at[0] < cell.right:
                self.choose(index)

    @property
    def _cells(self) -> list[pygame.Rect]:
        return self._drawn_cells or self.cells()

    _drawn_cells: list[pygame.Rect] | None = None

    def shortcut(self, name: str) -> bool:
        if name not in self.keys:
            return False
        self.choose(self.keys.index(name))
        return True

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, radius = theme.palette, theme.px(6)
        panel(surface, self.rect, palette.sunk, palette.strong, palette.thin, radius)
        self._drawn_cells = self.cells(theme)
        for index, cell in enumerate(self._drawn_cells):
            chosen = index == self.chosen
            if chosen:
                inner = cell.inflate(-theme.px(4), -theme.px(4))
                fill = palette.focus if palette.contrast else palette.raised
                panel(surface, inner, fill, palette.strong, palette.thin, radius - 1)
            ink = palette.text if chosen else palette.soft
            if chosen and palette.contrast:
                ink = palette.on_accent
            ink = ink if self.enabled else palette.faint
            room = cell.w - theme.px(6)
            word = self.words[index]
            theme.text(surface, word, cell.center, BODY, ink, bold=chosen, anchor="cm", room=room, least=9)
            if self.keys:
                draw_key(surface, theme, self.keys[index], (cell.centerx, cell.bottom + theme.px(14)))
