"""The glossary: every rules term with its explanation, those on the screen first; a search through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from facedown_client.model.shown_terms import fitting_terms, game_terms, shown_terms
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, Look, Theme
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Entry, Scroll, Widget
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.glossary import Term

GAP_PX = 8
"""Space before a term, in design pixels."""


class GlossaryLine(NamedTuple):
    """A line of the list: a heading, the title of a term, or a line of an explanation."""

    words: str
    kind: str


class GlossaryScene(Overlay):
    """Overlay with all terms of the game."""

    title = gettext_noop("Glossary")
    wide, high = 760, 580

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.wanted = ""
        self.shown = shown_terms(app.model)
        self.terms = game_terms(app.model)

    def build(self, page: Page) -> Sequence[Widget]:
        search = Entry(
            page.box(24, 62, page.wide - 48, 36), self.wanted, placeholder=_("Search the terms"),
            image="search", on_change=self._search, limit=60,
        )  # fmt: skip
        self._scroll = Scroll(page.box(24, 110, page.wide - 48, page.high - 184), self._paint_terms)
        self._scroll.set_height(self._height(page.theme))
        close = Button(page.foot(-184, 160), _("Close"), self.dismiss, key="Esc")
        return [search.with_focus(), self._scroll, close]

    def _search(self, words: str) -> None:
        self.wanted = words
        self.rebuild()

    @property
    def found(self) -> list[Term]:
        """The terms that fit the search; without one, all that are not shown above."""
        if not self.wanted.strip():
            return [term for term in self.terms if term not in self.shown]
        return fitting_terms(self.wanted, self.terms)

    def lines(self, theme: Theme) -> list[GlossaryLine]:
        """Return the lines of the list."""
        room = (self.wide - 72) * theme.u
        above = self.shown if not self.wanted.strip() else []
        found = [GlossaryLine(_("On the screen"), "heading")] if above else []
        found += self._term_lines(theme, above, room)
        if above:
            found.append(GlossaryLine(_("All terms"), "heading"))
        found += self._term_lines(theme, self.found, room)
        return found or [GlossaryLine(_("No term fits."), "meaning")]

    @staticmethod
    def _term_lines(theme: Theme, shown: Sequence[Term], room: float) -> list[GlossaryLine]:
        return [
            line
            for term in shown
            for line in (
                GlossaryLine(term.title, "title"),
                *(GlossaryLine(part, "meaning") for part in theme.wrap(term.meaning, BODY_PX, room)),
            )
        ]

    def _height(self, theme: Theme) -> int:
        return sum(_line_height(theme, line) for line in self.lines(theme))

    def _paint_terms(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        y, palette = box.y, theme.palette
        for line in self.lines(theme):
            bottom = y + _line_height(theme, line)
            if line.kind == "meaning":
                theme.draw_text(surface, line.words, (box.x, y), BODY_PX, palette.soft, anchor="lt")
            else:
                ink = palette.text if line.kind == "title" else palette.accent
                top = bottom - theme.line_height(MAIN_PX)
                theme.draw_text(surface, line.words, (box.x, top), MAIN_PX, ink, bold=True, anchor="lt")
            y = bottom


def _line_height(theme: Theme, line: GlossaryLine) -> int:
    if line.kind == "meaning":
        return theme.line_height(BODY_PX)
    return theme.line_height(MAIN_PX) + theme.px(GAP_PX)
