"""The sides of the deck editor: the card being read at the left, the search and its rows at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from client.data.editing import CardSearch
from client.window.art import Faces
from client.window.art.drawing import number_words
from client.window.art.marks import attribute
from client.window.look import BODY, CARD, MAIN, SECOND, Theme, icon, panel
from client.window.paint.pane import type_line
from client.window.scenes.decks.grid import RATIO
from client.window.scenes.parts import Page
from client.window.widgets import Chip, Entry, Slider, Widget
from shared.cards.facts import Facts

KINDS = (("Monster", "monster"), ("Spell", "spell"), ("Trap", "trap"))
ATTRIBUTES = ("light", "dark", "earth", "water", "fire", "wind")

Look = Callable[[CardSearch], object]


def search_widgets(page: Page, search: CardSearch, look: Look) -> list[Widget]:
    """Words, kinds, attributes, level, ATK and DEF."""

    def changed(name: str, value: Any) -> None:
        look(replace(search, **{name: value}))

    def switched(part: str, name: str, on: bool) -> None:
        now: frozenset[str] = getattr(search, part)
        changed(part, now | {name} if on else now - {name})

    def numbered(name: str, words: str) -> None:
        changed(name, int(words) if words.isdecimal() else None)

    return [
        Entry(
            page.box(1004, 70, 248, 36), search.words, placeholder="Name or text", image="search",
            on_change=partial(changed, "words"), limit=60,
        ),
        *(
            Chip(
                page.box(1004 + 85 * column, 116, 78, 28), title, name in search.kinds,
                partial(switched, "kinds", name),
            )
            for column, (title, name) in enumerate(KINDS)
        ),
        *(
            Chip(
                page.box(1004 + 42.6 * column, 152, 35, 35), "", name in search.attributes,
                partial(switched, "attributes", name), paint=partial(_paint_attribute, name),
            )
            for column, name in enumerate(ATTRIBUTES)
        ),
        Slider(page.box(1056, 196, 140, 28), (0, 12), search.levels, partial(changed, "levels")),
        *(
            Entry(
                page.box(x, 230, 72, 30), "" if value is None else str(value), placeholder="from", limit=4,
                on_change=partial(numbered, name),
            )
            for x, name, value in ((1040, "attack", search.attack), (1180, "defense", search.defense))
        ),
    ]  # fmt: skip


def _paint_attribute(name: str, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    attribute(surface, name, box.center, box.h * 0.72)


def search_labels(page: Page, search: CardSearch, found: int) -> None:
    """The words beside the search's widgets."""
    soft, (low, high) = page.palette.soft, search.levels
    page.text("Level", (1004, 210), BODY, soft)
    span = "any" if (low, high) == (0, 12) else f"{low} – {high}"
    page.text(span, (1252, 210), BODY, bold=True, anchor="rm")
    page.text("ATK", (1004, 245), SECOND, soft, bold=True)
    page.text("DEF", (1144, 245), SECOND, soft, bold=True)
    page.fill(page.palette.line, 1004, 270, 248, 1)
    page.text(f"{found} found", (1004, 286), SECOND, soft)


def results_row(
    surface: pygame.Surface,
    theme: Theme,
    row: pygame.Rect,
    facts: Facts,
    faces: Faces,
    lit: bool,
    copies: int,
) -> None:
    """A found card: its face, name, what it is, how often the deck has it, and the + that puts one in."""
    palette = theme.palette
    box = row.inflate(0, -theme.px(4))
    if lit:
        panel(surface, box, palette.raised, palette.strong, palette.thin, theme.px(6))
    wide = round((box.h - theme.px(8)) / RATIO)
    size = (wide, round(wide * RATIO))
    surface.blit(faces.get(facts, size, "board"), (box.x + theme.px(8), box.centery - size[1] / 2))
    x = box.x + theme.px(16) + wide
    room = box.right - theme.px(40) - x
    theme.text(surface, facts.name, (x, box.centery - theme.px(9)), BODY, bold=True, room=room, least=9)
    at = (x, box.centery + theme.px(10))
    theme.text(surface, _line(facts), at, SECOND, palette.soft, room=room, least=9)
    right = box.right - theme.px(10)
    if copies:
        at = (right, box.centery - theme.px(10))
        theme.text(surface, f"×{copies}", at, BODY, bold=True, anchor="rm")
    if lit:
        icon(surface, "plus", (right - theme.px(8), box.centery + theme.px(11)), theme.px(13), palette.accent)


def _line(facts: Facts) -> str:
    if not facts.is_monster:
        return type_line(facts)
    stars = facts.level or facts.rank or facts.link
    word = "Link " if facts.link else "Rank " if facts.rank else "Level "
    numbers = "/".join(number_words(value) for value in (facts.attack, facts.defense) if value is not None)
    return f"{word}{stars}  {numbers}"


def preview(page: Page, facts: Facts, faces: Faces) -> None:
    """Everything printed on the card being read."""
    surface, palette, art = page.surface, page.palette, page.box(16, 16, 248, 156)
    surface.blit(faces.get(facts, art.size, "wide"), art)
    page.text(facts.name, (16, 191), CARD, bold=True, room=214, least=10)
    attribute(surface, facts.attribute, page.at(253, 191), page.theme.px(22))
    page.text(type_line(facts), (16, 216), SECOND, palette.soft, room=160, least=9)
    page.text(f"No. {facts.code:08d}", (264, 216), SECOND - 1, palette.faint, anchor="rm")
    page.fill(palette.line, 16, 232, 248, 1)
    words = "\n".join(filter(None, (facts.pendulum_text, facts.text)))
    ink = palette.text if words else palette.faint
    page.wrapped(words or "No effect.", (16, 242), 248, BODY, ink, lines=8)
    if facts.is_monster:
        _numbers(page, facts)
    page.fill(palette.line, 16, 470, 248, 1)


def _numbers(page: Page, facts: Facts) -> None:
    theme, palette = page.theme, page.palette
    box = page.box(16, 400, 248, 56)
    panel(page.surface, box, palette.sunk, palette.line, palette.thin, theme.px(8))
    stars = facts.level or facts.rank
    second = ("LINK", str(facts.link)) if facts.link else ("DEF", number_words(facts.defense))
    third = ("RANK" if facts.rank else "LEVEL", str(stars)) if stars else ("", "")
    told = (("ATK", number_words(facts.attack)), second, third)
    for column, (label, value) in enumerate(told):
        page.text(label, (28 + 80 * column, 418), SECOND - 1, palette.soft, bold=True)
        page.text(value, (28 + 80 * column, 440), MAIN + 2, bold=True)
