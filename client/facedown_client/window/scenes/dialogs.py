"""Overlays for every screen: confirmation questions, messages, names, the help, passwords,
a lost connection.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from facedown_client.model.words.countdown import has_clocks
from facedown_client.window import keys
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, HEADING_PX, MAIN_PX, Look, Theme, veil
from facedown_client.window.paint import kit
from facedown_client.window.scenes.parts import FormScene, Page, show_errors
from facedown_client.window.widgets import (
    Button,
    Entry,
    Paragraph,
    Segments,
    Widget,
    draw_key,
    key_name,
    key_width,
    write_clipboard,
)
from facedown_shared.text import _, gettext_noop

MAX_PANEL_WIDTH_PX = 1_120


class Overlay(FormScene):
    """A panel over the open scene, which is dimmed. Esc closes it."""

    covers = False
    confirmed_by_enter = True
    """True if Enter presses the filled button, unless a widget uses it."""
    wide, high = 480, 220
    title = ""

    def page(self, surface: pygame.Surface, theme: Theme) -> Page:
        """Return the page of the panel, centred in the window."""
        return Page(surface, theme, (1280 - self.wide) / 2, (720 - self.high) / 2, self.wide, self.high)

    def paint(self, page: Page) -> None:
        surface = page.surface
        veil(surface, (0, 0, 0, 170), surface.get_rect())
        kit.draw_floating(surface, page.theme, page.box(0, 0, page.wide, page.high))
        page.text(_(self.title), (24, 36), HEADING_PX, bold=True, room=page.wide - 48, least=12)

    def event(self, event: pygame.event.Event) -> None:
        """Handle an event. Esc closes the panel even while text is typed, unless a list is open."""
        if event.type == pygame.KEYDOWN and key_name(event) == "Esc" and not self.has_open_list:
            self.dismiss()
        else:
            super().event(event)

    def handle_unused(self, event: pygame.event.Event) -> None:
        """Handle an event that no widget used. Enter confirms the panel."""
        enter = event.type == pygame.KEYDOWN and key_name(event) == "Enter"
        if not (enter and self.confirmed_by_enter and self.group.press_default()):
            super().handle_unused(event)

    def dismiss(self) -> None:
        """Close without any other effect."""
        self.app.close()

    def close_button(self, page: Page) -> Button:
        """Return the button that dismisses the panel."""
        return Button(page.foot(-184, 160), _("Not now"), self.dismiss, key="Esc")


class Form(Overlay):
    """Form with rows of words (marked with `gettext_noop`, like the title), each with a widget to its
    right.
    """

    rows: Sequence[str] = ()
    first, step = 90, 56
    """Position of the first row's words, and the distance between rows."""
    left, deep = 256, 36
    """Left edge and height of the widgets."""
    noted: Sequence[int] = (4,)
    gap = 0
    """Rows that may have a note below them, and the space that each note takes."""
    unlisted = 0
    """Index shown as chosen while the value is not among those offered."""

    def page(self, surface: pygame.Surface, theme: Theme) -> Page:
        """Return the page of the panel: with larger text wider, so that its notes hold the same words."""
        wide = min(MAX_PANEL_WIDTH_PX, round(self.wide * max(1.0, theme.look.text_scale)))
        return Page(surface, theme, (1280 - wide) / 2, (720 - self.high) / 2, wide, self.high)

    def middle(self, row: int) -> float:
        """Return the middle y of a row's words."""
        return self.first + row * self.step + self.gap * sum(row > noted for noted in self.noted)

    def row(self, page: Page, row: int, left: float = 0, wide: float = 0) -> pygame.Rect:
        """Return the box of a row's widget; it fills the panel unless `wide` is given."""
        x = self.left + left
        return page.box(x, self.middle(row) - self.deep / 2, wide or page.wide - x - 24, self.deep)

    def choice_of(
        self, page: Page, row: int, words: Mapping[Any, str], values: object, name: str
    ) -> Segments:
        """Return a choice between the values of a field of `values`. `words` (marked with `gettext_noop`)
        label them.
        """
        offered, now = list(words), getattr(values, name)
        chosen = offered.index(now) if now in offered else self.unlisted
        choose = partial(self._choose, offered, name)
        return Segments(self.row(page, row), list(map(_, words.values())), chosen, choose)

    def _choose(self, offered: Sequence[object], name: str, pick: int) -> None:
        self.set(**{name: offered[pick]})

    def set(self, **changes: object) -> None:
        """Set these fields."""

    def paint(self, page: Page) -> None:
        super().paint(page)
        for row, words in enumerate(self.rows):
            page.text(_(words), (24, self.middle(row)), MAIN_PX, room=self.left - 36, least=10)

    def paint_note(self, page: Page, words: str, row: int = -1) -> None:
        """Draw the note about a row; about the first row that has one unless `row` is given."""
        middle = self.middle(self.noted[0] if row < 0 else row)
        at, room = (self.left, middle + self.deep / 2 + 13), page.wide - self.left - 24
        page.text(words, at, BODY_PX - 2, page.palette.faint, room=room, least=8.5)


class Question(Overlay):
    """A yes/no question: yes (Y) or no (N, Esc). The safe answer has the focus."""

    def __init__(
        self, look: Look, app: AppPort, title: str, text: str, yes: str, then: Callable[[], object]
    ) -> None:
        super().__init__(look, app)
        self.title, self.text, self.yes, self.then = title, text, yes, then

    def build(self, page: Page) -> Sequence[Widget]:
        stay = Button(page.foot(-172, 148), _("No"), self.dismiss, key="N")
        return [
            Paragraph(page.box(24, 64, page.wide - 48, page.high - 136), self.text),
            Button(page.foot(-372, 188), self.yes, self._accept, style="harm", key="Y"),
            stay.with_focus(),
        ]

    def _accept(self) -> None:
        self.app.close()
        self.then()


class MessageDialog(Overlay):
    """A message without a choice."""

    def __init__(self, look: Look, app: AppPort, title: str, text: str) -> None:
        super().__init__(look, app)
        self.title, self.text = title, text

    def page(self, surface: pygame.Surface, theme: Theme) -> Page:
        """Return the page of the panel, as high as its text needs."""
        lines = theme.wrap(self.text, BODY_PX, (self.wide - 48) * theme.u)
        needed = 144 + len(lines) * theme.line_height(BODY_PX) / theme.u
        self.high = round(min(640, max(220, needed)))
        return super().page(surface, theme)

    def build(self, page: Page) -> Sequence[Widget]:
        return [
            Paragraph(page.box(24, 64, page.wide - 48, page.high - 136), self.text),
            Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc").with_focus(),
        ]


class Password(Overlay):
    """Dialog for the password of a locked table."""

    title = gettext_noop("This table has a password")
    hint = gettext_noop("Its host knows it. With the host's link you need none.")

    def __init__(self, look: Look, app: AppPort, then: Callable[[str], object]) -> None:
        super().__init__(look, app)
        self.then, self.word = then, ""

    def build(self, page: Page) -> Sequence[Widget]:
        entry = Entry(
            page.box(24, 96, page.wide - 48, 40), self.word, placeholder=_("Password"), limit=64,
            on_change=partial(setattr, self, "word"), on_submit=lambda _: self._submit(),
        )  # fmt: skip
        return [
            Paragraph(
                page.box(24, 62, page.wide - 48, 24),
                _(self.hint),
            ),
            entry.with_focus(),
            Button(page.foot(-348, 150), _("Come in"), self._submit, style="accent", key="Enter"),
            self.close_button(page),
        ]

    def _submit(self) -> None:
        if self.word:
            self.app.close()
            self.then(self.word)


class ServerPassword(Password):
    """Dialog for the password of a whole server."""

    title = gettext_noop("This server has a password")
    hint = gettext_noop("Its host knows it. The links to its tables need it too.")


class Help(Overlay):
    """Help overlay: every key of this scene and the global ones."""

    title = gettext_noop("Keys")
    wide, high = 1040, 560

    def __init__(self, look: Look, app: AppPort, place: str) -> None:
        super().__init__(look, app)
        self.place = place

    def build(self, page: Page) -> Sequence[Widget]:
        return [Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc").with_focus()]

    def paint(self, page: Page) -> None:
        super().paint(page)
        places = [*filter(None, [keys.PLACES.get(self.place)]), (gettext_noop("Anywhere"), keys.ANYWHERE)]
        for index, (title, rows) in enumerate(places):
            _column(page, title, rows, 24 + index * (page.wide / 2 - 12))


def _column(page: Page, title: str, rows: Sequence[keys.Binding], x: float) -> None:
    """Draw the keys of one place in a column that begins at `x`."""
    theme, right = page.theme, page.point(x + page.wide / 2 - 36, 0)[0]
    page.text(_(title), (x, 80), MAIN_PX, page.palette.soft, bold=True)
    step = min(31, (page.high - 112 - 24) / max(1, len(rows)))
    widest = max((key_width(theme, _(binding.key)) for binding in rows), default=0)
    start = max(page.point(x, 0)[0] + widest + theme.px(12), page.point(x + 84, 0)[0])
    for number, binding in enumerate(rows):
        left, middle = page.point(x, 112 + number * step)
        key = _(binding.key)
        draw_key(page.surface, theme, key, (left + key_width(theme, key) / 2, middle))
        theme.draw_text(page.surface, _(binding.does), (start, middle), BODY_PX, room=right - start, least=9)


class ReconnectDialog(Overlay):
    """Dialog shown while the connection is lost; the link reconnects by itself."""

    title = gettext_noop("Connection lost")
    wide, high = 520, 230

    def build(self, page: Page) -> Sequence[Widget]:
        is_stored = self.app.model.is_in_duel and not self.app.model.is_alone
        home = _("Leave, keep my seat") if is_stored else _("Back to the home screen")
        return [
            Button(page.foot(-448, 200), _("Try now"), self.app.network.try_now, style="accent", key="Enter"),
            Button(page.foot(-224, 200), home, self.app.go_home, key="Esc", size=BODY_PX),
        ]

    def watched_values(self) -> object:
        return self.app.network.connection.status

    def dismiss(self) -> None:
        self.app.go_home()

    def paint(self, page: Page) -> None:
        super().paint(page)
        state, soft = self.app.network.connection, page.palette.soft
        ours = _("The server on this computer has stopped; it is being restarted.")
        lost = ours if self.app.network.is_practice else state.sentence
        page.draw_wrapped(lost, (24, 60), page.wide - 48, BODY_PX, soft, lines=2)
        trying = state.status == "connecting" or state.retry <= 0
        seconds = max(1, round(state.retry))
        words = _("Trying now …") if trying else _("Retrying in {seconds} s", seconds=seconds)
        page.text(words, (24, 112), MAIN_PX, bold=True)
        model = self.app.model
        if model.is_player:
            timed = model.is_in_duel and model.table is not None and has_clocks(model.table)
            text = _("Your seat is kept, and your clock is stopped.") if timed else _("Your seat is kept.")
            page.text(text, (24, 142), BODY_PX, soft, room=page.wide - 48)


COPIED_NOTICE_S = 4.0
"""Seconds for which a button shows the notice."""


class CopyNotice:
    """The text copied last, while the notice is shown. Call `update` once per frame."""

    def __init__(self) -> None:
        self.text = ""
        """The text copied last; "" once the notice is over."""
        self.ends = math.inf
        """The time at which the notice ends; infinity while there is none."""

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard and show the notice from the next frame on."""
        write_clipboard(text)
        self.text, self.ends = text, math.inf

    def update(self, now: float) -> None:
        """Hide the notice when its time is over."""
        if self.text and self.ends == math.inf:
            self.ends = now + COPIED_NOTICE_S
        elif now >= self.ends:
            self.text, self.ends = "", math.inf


MAX_NAME_LETTERS = 60


class NameScene(Overlay):
    """Dialog with one text line and a button. `then` is called with the name and may raise BadInput."""

    wide, high = 520, 190

    def __init__(
        self, look: Look, app: AppPort, title: str, name: str, yes: str, then: Callable[[str], object],
        *, longest: int = MAX_NAME_LETTERS,
    ) -> None:  # fmt: skip
        super().__init__(look, app)
        self.title, self.name, self.yes, self.then = title, name, yes, then
        self.longest = longest
        self.first = name
        """The suggested name; typing replaces all of it."""
        self.trouble = ""

    def build(self, page: Page) -> Sequence[Widget]:
        entry = Entry(
            page.box(24, 66, page.wide - 48, 38), self.name, placeholder=_("Name"), limit=self.longest,
            on_change=partial(setattr, self, "name"), on_submit=lambda _typed: self._submit(),
        )  # fmt: skip
        entry.all_selected = bool(self.name) and self.name == self.first
        return [
            entry.with_focus(),
            Button(page.foot(-348, 150), self.yes, self._submit, style="accent"),
            self.close_button(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(self.trouble, (24, 118), BODY_PX, page.palette.harm, room=page.wide - 48, least=9)

    def _submit(self) -> None:
        if not self.name.strip():
            return
        self.trouble = ""
        with show_errors(partial(setattr, self, "trouble")):
            self.then(self.name.strip())
            self.app.close()
