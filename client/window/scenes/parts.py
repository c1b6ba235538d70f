"""What several screens are made of: boxes of the design, panels, headings, banners, tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from client.window.look import BODY, HEADING, MAIN, SECOND, Box, Theme, glow, icon, mix, panel
from client.window.widgets import Widget, draw_key
from client.window.widgets.base import focus_ring


class Design(NamedTuple):
    """Boxes given as in the 1280x720 design, in the middle of whatever window there is."""

    theme: Theme

    def box(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """A box of the design in pixels of the window."""
        theme = self.theme
        left = (theme.size[0] - 1280 * theme.u) / 2
        top = (theme.size[1] - 720 * theme.u) / 2
        return pygame.Rect(
            round(left + x * theme.u), round(top + y * theme.u), round(w * theme.u), round(h * theme.u)
        )

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A point of the design in the window."""
        return self.box(x, y, 0, 0).topleft


def card(surface: pygame.Surface, theme: Theme, box: Box) -> None:
    """A panel that things lie on."""
    palette = theme.palette
    panel(surface, box, palette.panel, palette.line, palette.thin, theme.px(10))


def heading(surface: pygame.Surface, theme: Theme, words: str, at: tuple[float, float], room: float) -> None:
    """The title of a panel; `at` is its left middle."""
    theme.text(surface, words, at, HEADING, theme.palette.text, bold=True, room=room, least=12)


def banner(surface: pygame.Surface, theme: Theme, box: pygame.Rect, *, harm: bool = False) -> None:
    """The outlined strip for what matters most on a screen."""
    palette = theme.palette
    colour = palette.harm if harm else palette.accent
    if not palette.contrast:
        glow(surface, box, colour, theme.px(6), 0.35, theme.px(10))
    panel(surface, box, palette.raised, colour, max(2, theme.px(2)), theme.px(10))


def logo(surface: pygame.Surface, theme: Theme, at: tuple[float, float]) -> None:
    """The mark and the name; `at` is the left middle."""
    palette = theme.palette
    middle = (at[0] + theme.px(14), at[1])
    icon(surface, "diamond", middle, theme.px(34), mix(palette.mine, (70, 100, 190), 0.45))
    icon(surface, "diamond", middle, theme.px(15), palette.ground)
    theme.text(surface, "facedown", (at[0] + theme.px(38), at[1]), 30, palette.text, bold=True)


def tick(
    surface: pygame.Surface, theme: Theme, words: str, at: tuple[float, float], room: float, good: bool | None
) -> None:
    """A line with a tick (True), a cross (False) or nothing (None) before it."""
    palette = theme.palette
    x = at[0]
    if good is not None:
        name, ink = ("check", palette.good) if good else ("close", palette.harm)
        icon(surface, name, (x + theme.px(7), at[1]), theme.px(13), ink)
        x += theme.px(22)
    ink = palette.text if good else palette.harm if good is False else palette.soft
    for number, line in enumerate(theme.wrap(words, BODY, room - (x - at[0]), lines=2)):
        theme.text(surface, line, (x, at[1] + number * theme.line(BODY)), BODY, ink, anchor="lm")


class Tile(Widget):
    """A large button with an icon, a title, a line below and its key: the cards of the home screen."""

    def __init__(
        self, box: Box, image: str, title: str, detail: str, key: str, on_press: Callable[[], object]
    ) -> None:
        super().__init__(box)
        self.image, self.title, self.detail, self.key_cap, self.on_press = image, title, detail, key, on_press

    def press(self, at: tuple[int, int] | None = None) -> None:
        self.on_press()

    def shortcut(self, name: str) -> bool:
        if name != self.key_cap:
            return False
        self.press()
        return True

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, radius = theme.palette, theme.px(10)
        live = self.hovered or self.pressed
        fill = mix(palette.panel, palette.text, 0.10 if self.pressed else 0.05) if live else palette.panel
        panel(surface, self.rect, fill, palette.strong if live else palette.line, palette.thin, radius)
        x, room = self.rect.x + theme.px(24), self.rect.w - theme.px(48)
        icon(surface, self.image, (x + theme.px(14), self.rect.y + theme.px(44)), theme.px(30), palette.text)
        theme.text(
            surface, self.title, (x, self.rect.y + theme.px(88)), 18, palette.text, bold=True, room=room
        )
        at = (x, self.rect.y + theme.px(112))
        theme.text(surface, self.detail, at, BODY, palette.soft, room=room, least=10)
        cap = (self.rect.right - theme.px(31), self.rect.y + theme.px(30))
        draw_key(surface, theme, self.key_cap, cap)
        if self.focused:
            focus_ring(surface, theme, self.rect, radius)


def dot(
    surface: pygame.Surface, theme: Theme, words: str, right: tuple[float, float], room: float, lit: bool
) -> None:
    """A line that ends at a point, with a dot before it that says whether something is going on."""
    palette = theme.palette
    box = theme.text(surface, words, right, SECOND, palette.soft, anchor="rm", room=room, least=10)
    colour = palette.good if lit else palette.faint
    icon(surface, "dot" if lit else "ring", (box.x - theme.px(12), right[1]), theme.px(8), colour)


def facts_line(
    surface: pygame.Surface, theme: Theme, label: str, value: str, at: tuple[float, float], room: float
) -> None:
    """A label at the left and its value at the right end of a line."""
    theme.text(surface, label, at, BODY, theme.palette.soft, room=room * 0.6, least=10)
    end = (at[0] + room, at[1])
    theme.text(
        surface, value, end, MAIN, theme.palette.text, bold=True, anchor="rm", room=room * 0.5, least=10
    )


class Press(Widget):
    """A place to press that the painters draw: a phase, a tab."""

    def __init__(self, box: Box, label: str, act: object, key: str = "") -> None:
        super().__init__(box)
        self.label, self.act, self.key_cap = label, act, key

    def press(self, at: tuple[int, int] | None = None) -> None:
        if callable(self.act):
            self.act()

    def shortcut(self, name: str) -> bool:
        if not self.key_cap or name != self.key_cap:
            return False
        self.press()
        return True

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            focus_ring(surface, theme, self.rect, theme.px(6))
