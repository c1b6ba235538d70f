"""Card search widgets: text, kinds, attributes or colours, numbers, finer kinds, and a row for each result.

The game decides which of them are shown (`facedown_shared.decks.card_search`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from facedown_client.window.art import Faces
from facedown_client.window.art.drawing import number_words
from facedown_client.window.art.marks import attribute
from facedown_client.window.art.tints import ATTRIBUTES, FRAMES
from facedown_client.window.look import BODY_PX, SECOND_PX, Theme, icon, panel
from facedown_client.window.paint import kit
from facedown_client.window.paint.pane import type_line
from facedown_client.window.scenes.decks.grid import CARD_HEIGHT_RATIO
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Chip, Dropdown, Entry, Slider, Widget
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import flesh_and_blood_cards
from facedown_shared.decks.card_search import CardSearch, classes
from facedown_shared.text import _
from facedown_shared.text.printed_words import printed_word

LEFT_PX, WIDTH_PX = 1004, 248
TOP_PX, ROW_HEIGHT_PX = 114, 33
KINDS_PER_ROW_COUNT = 3
"""Kind chips in a row."""
CHOICES_PX = 64
"""Height of the choices of finer kinds, in games that have them."""
LIMITS = (0, 1, 2, 3)
"""Copies that a ban list may allow."""


class SearchPanel:
    """The widgets of a search; `look` is called with the current search."""

    def __init__(
        self, page: Page, search: CardSearch, look: Callable[[CardSearch], object], hero: Facts | None,
        read: Facts | None = None,
    ) -> None:  # fmt: skip
        """`read`: the card whose text is shown, and whose archetypes can be searched."""
        self.page, self.search, self.look, self.hero, self.read = page, search, look, hero, read

    @property
    def bottom(self) -> float:
        """The y at which the results begin."""
        return self._numbers_at + 92 + self._choices_px

    @property
    def _choices_px(self) -> int:
        return CHOICES_PX if self.search.terms.races else 0

    @property
    def _marks_at(self) -> float:
        rows = -(-(len(self.search.terms.kinds) + 2 * bool(self.search.terms.general)) // KINDS_PER_ROW_COUNT)
        return TOP_PX + rows * ROW_HEIGHT_PX

    @property
    def _numbers_at(self) -> float:
        return self._marks_at + 40

    # --- widgets --------------------------------------------------------------------------------------------

    def widgets(self) -> list[Widget]:
        """Return all widgets, from the top down."""
        page, search = self.page, self.search
        top = self._numbers_at
        words = Entry(
            page.box(LEFT_PX, 70, WIDTH_PX, 36), search.words, placeholder=_("Name or text"), image="search",
            on_change=partial(self._set, "words"), limit=60,
        )  # fmt: skip
        numbers = (("attack", 40, search.attack), ("defense", 176, search.defense))
        return [
            words,
            *self._kinds(),
            *self._marks(),
            Slider(
                page.box(LEFT_PX + 52, top, 140, 28), (0, search.terms.most), search.levels,
                partial(self._set, "levels"),
            ),
            *(
                Entry(
                    page.box(LEFT_PX + x, top + 32, 72, 28), "" if value is None else str(value),
                    placeholder=_("from"), limit=4, on_change=partial(self._number, name),
                )
                for name, x, value in numbers
            ),
            *self._choices(top + 66),
        ]  # fmt: skip

    def _choices(self, top: float) -> Iterator[Widget]:
        """Yield the choices of Type, kind of monster, kind of Spell or Trap and limit, and the chip of the
        read card's archetype; none in games without Types.
        """
        terms, search, box = self.search.terms, self.search, self.page.box
        if not terms.races:
            return
        rows = (
            ("races", _("Any Type"), terms.races, 0, 0), ("summons", _("Any monster"), terms.summons, 128, 0),
            ("properties", _("Spell, Trap"), terms.properties, 0, 1),
        )  # fmt: skip
        for name, title, kinds, x, row in rows:
            chosen = next(iter(getattr(search, name)), None)
            at = 0 if chosen is None else 1 + kinds.index(chosen)
            on = partial(self._set_one, name, kinds)
            words = [title, *map(printed_word, kinds)]
            yield Dropdown(box(LEFT_PX + x, top + 30 * row, 98 if row else 120, 26), words, at, on)
        limits = [_("Limit"), *map(str, LIMITS)]
        at = 0 if search.limit is None else 1 + LIMITS.index(search.limit)
        yield Dropdown(box(LEFT_PX + 104, top + 30, 66, 26), limits, at, self._set_limit)
        codes = search.archetypes or (self.read.archetypes if self.read is not None else ())
        if codes:
            on_archetype = partial(self._switch_archetype, codes)
            place = box(LEFT_PX + 176, top + 30, 72, 26)
            yield Chip(place, _("Archetype"), bool(search.archetypes), on_archetype)

    def _kinds(self) -> Iterator[Widget]:
        """Yield the kind chips in rows of three. The last chip, for cards that a hero's deck may contain, is
        twice as wide.
        """
        terms, place = self.search.terms, -1
        for place, (title, kind) in enumerate(terms.kinds.items()):
            on = partial(self._switch, "kinds", kind)
            yield Chip(self._cell(place), _(title), kind in self.search.kinds, on)
        if terms.general:
            words = (
                _("For {hero}", hero=self.hero.name.split(",")[0])
                if self.hero is not None
                else _("For your hero")
            )
            box = self._cell(place + 1).union(self._cell(place + 2))
            yield Chip(box, words, bool(self.search.hero), self._switch_hero)

    def _cell(self, place: int) -> pygame.Rect:
        row, column = divmod(place, KINDS_PER_ROW_COUNT)
        return self.page.box(LEFT_PX + 85 * column, TOP_PX + ROW_HEIGHT_PX * row, 78, 27)

    def _marks(self) -> Iterator[Widget]:
        marks = self.search.terms.marks
        step = (
            WIDTH_PX / max(6, len(marks))
            if len(marks) > KINDS_PER_ROW_COUNT
            else WIDTH_PX / KINDS_PER_ROW_COUNT
        )
        wide = 35 if len(marks) > KINDS_PER_ROW_COUNT else 78
        for column, name in enumerate(marks):
            box = self.page.box(LEFT_PX + step * column, self._marks_at, wide, 33)
            paint = partial(_paint_mark, name)
            on = partial(self._switch, "marks", name)
            yield Chip(box, _(name.title()), name in self.search.marks, on, paint=paint)

    # --- the search -----------------------------------------------------------------------------------------

    def _set(self, name: str, value: Any) -> None:
        self.look(replace(self.search, **{name: value}))

    def _switch(self, part: str, name: str, on: bool) -> None:
        now = frozenset(getattr(self.search, part))
        self._set(part, now | {name} if on else now - {name})

    def _set_one(self, name: str, kinds: Sequence[str], index: int) -> None:
        self._set(name, (kinds[index - 1],) if index else ())

    def _set_limit(self, index: int) -> None:
        self._set("limit", LIMITS[index - 1] if index else None)

    def _switch_archetype(self, codes: tuple[int, ...], on: bool) -> None:
        self._set("archetypes", codes if on else ())

    def _switch_hero(self, on: bool) -> None:
        self._set("hero", classes(self.hero) if on and self.hero is not None else frozenset())

    def _number(self, name: str, words: str) -> None:
        self._set(name, int(words) if words.isdecimal() else None)

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, found: int) -> None:
        """Draw the labels of the widgets and the number of results."""
        page, terms, top = self.page, self.search.terms, self._numbers_at
        soft, (low, high) = page.palette.soft, self.search.levels
        page.text(_(terms.number), (LEFT_PX, top + 14), BODY_PX, soft)
        span = _("any") if (low, high) == (0, terms.most) else f"{low} – {high}"
        page.text(span, (LEFT_PX + WIDTH_PX, top + 14), BODY_PX, bold=True, anchor="rm")
        for words, x in ((terms.attack, 0), (terms.defense, 122)):
            room = 38 if x == 0 else 52
            page.text(_(words), (LEFT_PX + x, top + 46), SECOND_PX, soft, bold=True, room=room, least=8)
        top += self._choices_px
        page.fill(page.palette.line, LEFT_PX, top + 69, WIDTH_PX, 1)
        page.text(_("{count} found", count=found), (LEFT_PX, top + 81), SECOND_PX, soft)


def _paint_mark(name: str, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    if name in ATTRIBUTES:
        attribute(surface, name, box.center, box.h * 0.72)
        return
    count = flesh_and_blood_cards.COLOURS[name]
    for number in range(count):
        x = box.centerx + (number - (count - 1) / 2) * theme.px(13)
        icon(surface, "dot", (x, box.centery), theme.px(11), FRAMES[name].high)


def results_row(
    surface: pygame.Surface, theme: Theme, row: pygame.Rect, facts: Facts, faces: Faces, lit: bool,
    copies: int, limit: int | None,
) -> None:  # fmt: skip
    """Draw a search result: its face, name, type line, copies in the deck, its limit on a banlist or its
    cost, and the + that adds a copy.
    """
    palette = theme.palette
    box = row.inflate(0, -theme.px(4))
    if lit:
        panel(surface, box, palette.raised, palette.strong, palette.thin, theme.px(6))
    wide = round((box.h - theme.px(8)) / CARD_HEIGHT_RATIO)
    size = (wide, round(wide * CARD_HEIGHT_RATIO))
    face = pygame.Rect(box.x + theme.px(8), round(box.centery - size[1] / 2), *size)
    surface.blit(faces.get(facts, size, "board"), face)
    if limit is not None:
        kit.badge(surface, theme, str(limit), face.bottomright, palette.focus)
    x = box.x + theme.px(18) + wide
    room = box.right - theme.px(40) - x
    theme.draw_text(
        surface, facts.name, (x, box.centery - theme.px(9)), BODY_PX, bold=True, room=room, least=9
    )
    at = (x, box.centery + theme.px(10))
    theme.draw_text(surface, line_of(facts), at, SECOND_PX, palette.soft, room=room, least=9)
    right = box.right - theme.px(10)
    if copies:
        at = (right, box.centery - theme.px(10))
        theme.draw_text(surface, f"×{copies}", at, BODY_PX, bold=True, anchor="rm")
    if lit:
        icon(surface, "plus", (right - theme.px(8), box.centery + theme.px(11)), theme.px(13), palette.accent)


def line_of(facts: Facts) -> str:
    """Return a card's type in one short line."""
    if facts.is_spell or facts.is_trap:
        return type_line(facts)
    numbers = "/".join(number_words(value) for value in (facts.attack, facts.defense) if value is not None)
    if not facts.is_monster:
        cost = facts.extra.get("cost")
        words = [type_line(facts), _("cost {cost}", cost=cost) if cost is not None else "", numbers]
        return "  ".join(word for word in words if word)
    stars = facts.level or facts.rank or facts.link
    word = _("Link") if facts.link else _("Rank") if facts.rank else _("Level")
    return f"{word} {stars}  {numbers}"
