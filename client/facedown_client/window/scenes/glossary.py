"""The glossary and the rules: every term with its explanation, those on the screen first; the rules by
sections, with the mat of a player; a search through both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from facedown_client.model.shown_terms import fitting_terms, game_terms, shown_terms
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look, Theme, panel
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Entry, Scroll, Segments, Widget
from facedown_shared.tables import TABLES
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.glossary import Term
from facedown_shared.text.rulebook import CHART, fitting_sections

CELL_HEIGHT_PX = 52
"""Height of a row of the mat, in design pixels."""
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
        self.is_rules = False
        """Whether the rules are shown, not the terms."""
        self.shown = shown_terms(app.model)
        self.terms = game_terms(app.model)

    def build(self, page: Page) -> Sequence[Widget]:
        search = Entry(
            page.box(24, 62, page.wide - 272, 36), self.wanted, placeholder=_("Search"), image="search",
            on_change=self._search, limit=60,
        )  # fmt: skip
        kinds = Segments(
            page.box(page.wide - 236, 62, 212, 36), [_("Terms"), _("Rules")], int(self.is_rules), self._choose
        )
        self._scroll = Scroll(page.box(24, 110, page.wide - 48, page.high - 184), self._paint_terms)
        self._scroll.set_height(self._height(page.theme))
        close = Button(page.foot(-184, 160), _("Close"), self.dismiss, key="Esc")
        return [search.with_focus(), kinds, self._scroll, close]

    def _search(self, words: str) -> None:
        self.wanted = words
        self.rebuild()

    def _choose(self, index: int) -> None:
        self.is_rules = bool(index)
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
        if self.is_rules:
            return self._rule_lines(theme, room)
        above = self.shown if not self.wanted.strip() else []
        found = [GlossaryLine(_("On the screen"), "heading")] if above else []
        found += self._term_lines(theme, above, room)
        if above:
            found.append(GlossaryLine(_("All terms"), "heading"))
        found += self._term_lines(theme, self.found, room)
        return found or [GlossaryLine(_("No term fits."), "meaning")]

    def _rule_lines(self, theme: Theme, room: float) -> list[GlossaryLine]:
        found = [] if self.wanted.strip() else [GlossaryLine("", "chart")]
        for section in fitting_sections(self.wanted):
            found.append(GlossaryLine(section.title, "heading"))
            for rule in section.rules:
                first, *more = theme.wrap(rule.text, BODY_PX, room)
                found += [GlossaryLine(first, "rule"), *(GlossaryLine(part, "meaning") for part in more)]
        return found or [GlossaryLine(_("No rule fits."), "meaning")]

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
            if line.kind == "chart":
                _draw_chart(surface, theme, pygame.Rect(box.x, y, box.w - theme.px(12), bottom - y))
            elif line.kind in ("meaning", "rule"):
                top = bottom - theme.line_height(BODY_PX)
                theme.draw_text(surface, line.words, (box.x, top), BODY_PX, palette.soft, anchor="lt")
            else:
                ink = palette.text if line.kind == "title" else palette.accent
                top = bottom - theme.line_height(MAIN_PX)
                theme.draw_text(surface, line.words, (box.x, top), MAIN_PX, ink, bold=True, anchor="lt")
            y = bottom


def _line_height(theme: Theme, line: GlossaryLine) -> int:
    if line.kind == "chart":
        return len(CHART) * theme.px(CELL_HEIGHT_PX)
    if line.kind in ("meaning", "rule"):
        return theme.line_height(BODY_PX) + theme.px(4) * (line.kind == "rule")
    return theme.line_height(MAIN_PX) + theme.px(GAP_PX)


def _draw_chart(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    """Draw the mat of a player: each zone with its name."""
    palette, zones = theme.palette, TABLES["master"].zones
    inks = {"monster": palette.accent, "extra_monster": palette.mine, "spell_trap": palette.good}
    wide, high = box.w / len(CHART[0]), box.h / len(CHART)
    for row, cells in enumerate(CHART):
        for column, cell in enumerate(cells):
            if not cell:
                continue
            name = cell.partition(" ")[0]
            place = pygame.Rect(
                round(box.x + column * wide), round(box.y + row * high), round(wide) - 4, round(high) - 4
            )
            panel(
                surface,
                place,
                palette.sunk,
                inks.get(name, palette.strong),
                max(1, palette.thin),
                theme.px(5),
            )
            step, title = theme.line_height(SECOND_PX - 2), _(zones[name].title)
            lines = theme.wrap(title, SECOND_PX - 2, place.w - theme.px(8), lines=3)
            lines = lines if len(lines) * step <= place.h else [title]
            top = place.centery - step * (len(lines) - 1) / 2
            for number, words in enumerate(lines):
                at = (place.centerx, top + number * step)
                theme.draw_text(
                    surface, words, at, SECOND_PX - 2, palette.soft, anchor="cm", room=place.w - 4, least=8
                )
