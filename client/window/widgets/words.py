"""Words that are only read: a label on one line, a paragraph on several."""

from __future__ import annotations

import pygame

from client.window.look import BODY, Box, Colour, Theme
from client.window.widgets.base import Widget


class Label(Widget):
    """One line in its box. `colour` names a colour of the palette; `align` is l, c or r."""

    focusable = False

    def __init__(
        self,
        box: Box,
        words: str,
        size: float = BODY,
        *,
        colour: str = "text",
        bold: bool = False,
        align: str = "l",
    ) -> None:
        super().__init__(box)
        self.words, self.size, self.colour, self.bold, self.align = words, size, colour, bold, align

    def hit(self, at: tuple[int, int]) -> bool:
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        x = {"l": self.rect.x, "c": self.rect.centerx, "r": self.rect.right}[self.align]
        ink: Colour = getattr(theme.palette, self.colour)
        at, anchor = (x, self.rect.centery), self.align + "m"
        room = self.rect.w
        theme.text(
            surface, self.words, at, self.size, ink, bold=self.bold, anchor=anchor, room=room, least=10
        )


class Paragraph(Label):
    """Several lines from the top of its box; what does not fit ends in an ellipsis."""

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        most = max(1, self.rect.h // theme.line(self.size))
        lines = theme.wrap(self.words, self.size, self.rect.w, self.bold, most)
        ink: Colour = getattr(theme.palette, self.colour)
        theme.lines(surface, lines, self.rect.topleft, self.size, ink, bold=self.bold)
