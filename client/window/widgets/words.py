"""Words that are only read."""

from __future__ import annotations

import pygame

from client.window.look import BODY, Box, Theme
from client.window.widgets.base import Widget


class Paragraph(Widget):
    """Several lines from the top of its box; what does not fit ends in an ellipsis."""

    focusable = False

    def __init__(self, box: Box, words: str) -> None:
        super().__init__(box)
        self.words = words

    def hit(self, at: tuple[int, int]) -> bool:
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = theme.wrap(self.words, BODY, self.rect.w, lines=max(1, self.rect.h // theme.line(BODY)))
        theme.lines(surface, lines, self.rect.topleft, BODY, theme.palette.soft)
