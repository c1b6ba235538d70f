"""Building blocks of screens: the scene base class, the page it is drawn on, tiles and pressable places."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pygame

from facedown_client.window.app_port import AppPort
from facedown_client.window.look import (
    BODY_PX,
    HEADING_PX,
    SECOND_PX,
    Box,
    Colour,
    Look,
    Palette,
    Point,
    Theme,
    glow,
    icon,
    mix,
    panel,
)
from facedown_client.window.widgets import Group, Pressable, Widget, draw_key, key_name, key_width
from facedown_shared.tables import FORMATS, PLAYED
from facedown_shared.text import BadInput, _, gettext_noop

JUST_CHANGED = gettext_noop("Just changed")
"""Text of a button that ignores presses because what it agrees to has only just changed."""

INPUT_GUARD_S = 0.5
"""Seconds for which a new question to open the Decks ignores presses: they were meant for what was shown
before.
"""


@contextmanager
def show_errors(tell: Callable[[str], object]) -> Iterator[None]:
    """Show an error raised within this context as a sentence, and skip the rest of it."""
    try:
        yield
    except BadInput as refused:
        tell(str(refused))


class Page(NamedTuple):
    """Drawing area of a scene.

    Boxes and points are those of the 1280x720 design, centred in a window of any size, and counted from
    `left` and `top` (of an overlay's panel).
    """

    surface: pygame.Surface
    theme: Theme
    left: float = 0
    top: float = 0
    wide: float = 1280
    high: float = 720

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return self.theme.palette

    def box(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """Return a box of the design in window pixels."""
        (width, height), u = self.theme.size, self.theme.u
        left = (width - 1280 * u) / 2 + (self.left + x) * u
        top = (height - 720 * u) / 2 + (self.top + y) * u
        return pygame.Rect(round(left), round(top), round(w * u), round(h * u))

    def foot(self, x: float, w: float) -> pygame.Rect:
        """Return the box of a button at the lower edge of a panel. A negative `x` counts from the right
        edge.
        """
        return self.box(x if x >= 0 else self.wide + x, self.high - 60, w, 40)

    def columns(self, count: int) -> list[tuple[float, float]]:
        """Return the left edge and width of `count` columns on a panel."""
        wide = (self.wide - 48 - 12 * (count - 1)) / max(1, count)
        return [(24 + step * (wide + 12), wide) for step in range(count)]

    def point(self, x: float, y: float) -> tuple[int, int]:
        """Return a point of the design in window pixels."""
        return self.box(x, y, 0, 0).topleft

    def text(
        self, words: str, at: Point, size: float, ink: Colour | None = None, *, bold: bool = False,
        anchor: str = "lm", room: float | None = None, least: float | None = None,
    ) -> pygame.Rect:  # fmt: skip
        """Draw one line of text as Theme does and return its box; `at` and `room` are in design
        units."""
        room = None if room is None else room * self.theme.u
        return self.theme.draw_text(
            self.surface, words, self.point(*at), size, ink, bold=bold, anchor=anchor, room=room, least=least
        )

    def draw_wrapped(
        self, words: str, at: Point, room: float, size: float, ink: Colour, lines: int | None = None
    ) -> None:
        """Draw text in several lines no wider than `room`."""
        broken = self.theme.wrap(words, size, room * self.theme.u, lines=lines)
        self.theme.draw_lines(self.surface, broken, self.point(*at), size, ink)

    def icon(self, name: str, at: Point, size: float, ink: Colour) -> None:
        """Draw an icon centred on a point."""
        icon(self.surface, name, self.point(*at), self.theme.px(size), ink)

    def fill(self, colour: Colour, x: float, y: float, w: float, h: float) -> None:
        """Draw a plain box, such as a thin line."""
        self.surface.fill(colour, self.box(x, y, w, h))

    def card(self, x: float, y: float, w: float, h: float) -> None:
        """Draw a panel."""
        theme, palette, box = self.theme, self.palette, self.box(x, y, w, h)
        panel(self.surface, box, palette.panel, palette.line, palette.thin, theme.px(10))

    def banner(self, x: float, y: float, w: float, h: float, *, harm: bool = False) -> None:
        """Draw the outlined strip for the most important thing on a screen."""
        theme, palette, box = self.theme, self.palette, self.box(x, y, w, h)
        colour = palette.harm if harm else palette.accent
        if not palette.contrast:
            glow(self.surface, box, colour, theme.px(6), 0.35, theme.px(10))
        panel(self.surface, box, palette.raised, colour, max(2, theme.px(2)), theme.px(10))

    def heading(self, words: str, at: Point, room: float) -> None:
        """Draw the title of a panel; `at` is the middle of its left edge."""
        self.text(words, at, HEADING_PX, bold=True, room=room, least=12)

    def tick(self, words: str, at: Point, room: float, good: bool | None, lines: int = 2) -> None:
        """Draw a line of text after a tick (True), a cross (False) or nothing (None)."""
        theme, palette, (x, y) = self.theme, self.palette, self.point(*at)
        edge = x + room * theme.u
        ink = palette.text if good else palette.harm if good is False else palette.soft
        if good is not None:
            name, colour = ("check", palette.good) if good else ("close", palette.harm)
            icon(self.surface, name, (x + theme.px(7), y), theme.px(13), colour)
            x += theme.px(22)
        for number, line in enumerate(theme.wrap(words, BODY_PX, edge - x, lines=lines)):
            theme.draw_text(self.surface, line, (x, y + number * theme.line_height(BODY_PX)), BODY_PX, ink)

    def dot(self, words: str, right: Point, room: float, lit: bool) -> None:
        """Draw a line of text that ends at a point, after a dot that shows whether something is active."""
        box = self.text(words, right, SECOND_PX, self.palette.soft, anchor="rm", room=room, least=10)
        colour = self.palette.good if lit else self.palette.faint
        at = (box.x - self.theme.px(12), self.point(*right)[1])
        icon(self.surface, "dot" if lit else "ring", at, self.theme.px(8), colour)


class FormScene:
    """A scene made of widgets. Subclasses return them (`build`) and draw what is behind them (`paint`).

    `build` is called again after a resize or `rebuild()`. It must read the scene's own values and store none
    in widgets that it cannot restore.
    """

    covers = True
    """Whether the scene fills the window, so that no scene below it needs to be drawn."""

    def __init__(self, look: Look, app: AppPort) -> None:
        self.look, self.app = look, app
        self.group = Group()
        self._theme: Theme | None = None
        self._stale = False
        self._watched: object = None

    def page(self, surface: pygame.Surface, theme: Theme) -> Page:
        """Return the page on which the scene is laid out and drawn."""
        return Page(surface, theme)

    def build(self, page: Page) -> Sequence[Widget]:
        """Return all widgets, in focus order."""
        return ()

    def paint(self, page: Page) -> None:
        """Draw what lies behind the widgets."""
        page.theme.fill_background(page.surface)

    def handle_key(self, name: str) -> None:
        """Handle a key that no widget used."""

    def handle_dropped(self, path: str) -> None:
        """Handle a file dropped on the window."""

    def handle_unused(self, event: pygame.event.Event) -> None:
        """Handle an event that no widget used."""
        if event.type == pygame.KEYDOWN:
            self.handle_key(key_name(event))
        elif event.type == pygame.DROPFILE:
            self.handle_dropped(event.file)

    def rebuild(self) -> None:
        """Lay the widgets out again before the next frame because values have changed. Waits until an open
        list is closed.
        """
        self._stale = True

    def event(self, event: pygame.event.Event) -> None:
        """Pass an event to the widgets, then to the scene."""
        if not self.group.event(event):
            self.handle_unused(event)

    def watched_values(self) -> object:
        """Return the values outside this scene that its widgets depend on. A change causes a new layout."""

    def update(self, now: float) -> None:
        """Check whether the layout must change."""
        before, self._watched = self._watched, self.watched_values()
        if self._watched != before:
            self.rebuild()

    def next_change(self, now: float) -> float:
        """Return the time of the next change without input; infinity unless a subclass overrides this."""
        return math.inf

    @property
    def has_open_list(self) -> bool:
        """Whether a drop-down list of the scene is open."""
        return any(widget.has_popup for widget in self.group.widgets)

    def _update_layout(self, surface: pygame.Surface) -> Page:
        """Lay the widgets out if values, the window or the look have changed; return the page."""
        theme = self.look.theme(surface.get_size())
        page = self.page(surface, theme)
        if theme != self._theme or (self._stale and not self.has_open_list):
            self._theme, self._stale = theme, False
            self.group.set_widgets(self.build(page))
        return page

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, laying it out first."""
        page = self._update_layout(surface)
        self.paint(page)
        self.group.draw(surface, page.theme)


def update_layout(scene: object, surface: pygame.Surface) -> None:
    """Lay the widgets of a scene out now if they have changed; those of other kinds of scenes always are."""
    if isinstance(scene, FormScene):
        scene._update_layout(surface)


class Tile(Pressable):
    """A large button of the home screen: an icon, a title, a line below it, and its key."""

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
        theme.draw_text(
            surface, self.title, (x, self.rect.y + theme.px(88)), 18, palette.text, bold=True, room=room
        )
        at = (x, self.rect.y + theme.px(112))
        theme.draw_text(surface, self.detail, at, BODY_PX, palette.soft, room=room, least=10)
        cap = (
            self.rect.right - theme.px(22) - key_width(theme, self.key_cap) / 2,
            self.rect.y + theme.px(30),
        )
        draw_key(surface, theme, self.key_cap, cap)


class Press(Pressable):
    """A pressable area that the painters draw: a phase, a tab."""

    def __init__(self, box: Box, label: str, on_press: Callable[[], object], key: str = "") -> None:
        super().__init__(box, on_press, key)
        self.label = label


CHOICES = [(name, best_of) for name in PLAYED for best_of in (1, 3)]
"""Tables that can be hosted: each format, as a single duel and as best of three."""


def choice_words(name: str, best_of: int, banlist: str = "") -> str:
    """Return in words a format (or the banlist in its place) and the length of a match."""
    title = banlist or (_(FORMATS[name].title) if name in FORMATS else name)
    length = _("single duel") if best_of == 1 else _("best of {count}", count=best_of)
    return _("{title}, {length}", title=title, length=length)
