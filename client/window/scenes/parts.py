"""What screens are made of: the scene itself, boxes of the design, panels, headings, banners, tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from client.window.app_port import AppPort
from client.window.look import BODY, HEADING, MAIN, SECOND, Box, Look, Theme, glow, icon, mix, panel
from client.window.widgets import Group, Pressable, Widget, draw_key


class FormScene:
    """A scene made of widgets: subclasses say which (`build`) and what lies behind them (`paint`).

    `build` is called again after a resize or `rebuild()`, so it reads the scene's own values and keeps
    none in widgets that it cannot put back.
    """

    def __init__(self, look: Look, app: AppPort) -> None:
        self.look, self.app = look, app
        self.group = Group()
        self._theme: Theme | None = None
        self._stale = False
        self._watched: object = None

    @property
    def theme(self) -> Theme:
        """The theme of the window as last drawn (of 1280x720 before)."""
        return self._theme or self.look.theme((1280, 720))

    def build(self, theme: Theme) -> Sequence[Widget]:
        """All widgets, in the order of the focus."""
        return ()

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what lies behind the widgets."""
        theme.ground(surface)

    def unused(self, event: pygame.event.Event) -> None:
        """An event no widget used."""

    def rebuild(self) -> None:
        """Lay the widgets out anew before the next frame: values have changed. An open list is chosen from
        first."""
        self._stale = True

    def event(self, event: pygame.event.Event) -> None:
        """Hand an event to the widgets, then to the scene."""
        if not self.group.event(event):
            self.unused(event)

    def watched(self) -> object:
        """What its widgets are made of besides its own values: they are laid out anew when that changes."""

    def update(self, now: float) -> None:
        """See whether something has changed."""
        before, self._watched = self._watched, self.watched()
        if self._watched != before:
            self.rebuild()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, laying it out first when the window or the look has changed."""
        theme = self._theme
        listed = any(widget.popup for widget in self.group.widgets)
        resized = theme is None or theme.size != surface.get_size() or theme.look != self.look
        if theme is None or resized or (self._stale and not listed):
            theme = self._theme = self.look.theme(surface.get_size())
            self._stale = False
            self.group.set(self.build(theme))
        self.paint(surface, theme)
        self.group.draw(surface, theme)


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


class Tile(Pressable):
    """A large button with an icon, a title, a line below and its key: the cards of the home screen."""

    corner = 10

    def __init__(
        self, box: Box, image: str, title: str, detail: str, key: str, on_press: Callable[[], object]
    ) -> None:
        super().__init__(box, on_press, key)
        self.image, self.title, self.detail = image, title, detail

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, radius = theme.palette, theme.px(self.corner)
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


class Press(Pressable):
    """A place to press that the painters draw: a phase, a tab."""

    def __init__(self, box: Box, label: str, on_press: Callable[[], object], key: str = "") -> None:
        super().__init__(box, on_press, key)
        self.label = label
