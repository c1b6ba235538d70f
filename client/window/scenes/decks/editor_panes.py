"""The sides of the deck editor: the card being read at the left, the search and its rows at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from client.data.editing import CardSearch
from client.window.art import Faces
from client.window.art.drawing import number_words
from client.window.art.marks import attribute
from client.window.look import BODY, CARD, MAIN, SECOND, Theme, icon, panel
from client.window.paint.pane import type_line
from client.window.scenes.decks.grid import RATIO
from client.window.scenes.parts import Design
from client.window.widgets import Chip, Entry, Slider, Widget
from shared.cards.facts import Facts

KINDS = (("Monster", "monster"), ("Spell", "spell"), ("Trap", "trap"))
ATTRIBUTES = ("light", "dark", "earth", "water", "fire", "wind")

Look = Callable[[CardSearch], object]


def search_widgets(design: Design, search: CardSearch, look: Look) -> list[Widget]:
    """Words, kinds, attributes, level, ATK and DEF."""

    def kind(name: str, on: bool) -> None:
        look(replace(search, kinds=_switched(search.kinds, name, on)))

    def element(name: str, on: bool) -> None:
        look(replace(search, attributes=_switched(search.attributes, name, on)))

    made: list[Widget] = [
        Entry(
            design.box(1004, 70, 248, 36), search.words, placeholder="Name or text", image="search",
            on_change=lambda words: look(replace(search, words=words)), limit=60,
        )
    ]  # fmt: skip
    for column, (title, name) in enumerate(KINDS):
        box = design.box(1004 + 85 * column, 116, 78, 28)
        made.append(Chip(box, title, name in search.kinds, partial(kind, name)))
    for column, name in enumerate(ATTRIBUTES):
        box = design.box(1004 + 42.6 * column, 152, 35, 35)
        chip = Chip(
            box, "", name in search.attributes, partial(element, name),
            paint=partial(_paint_attribute, name),
        )  # fmt: skip
        made.append(chip)
    made.append(
        Slider(
            design.box(1056, 196, 140, 28), (0, 12), search.levels,
            lambda span: look(replace(search, levels=span)),
        )
    )  # fmt: skip
    least = (
        (1040, search.attack, lambda value: replace(search, attack=value)),
        (1180, search.defense, lambda value: replace(search, defense=value)),
    )
    for x, value, changed in least:
        made.append(
            Entry(
                design.box(x, 230, 72, 30), "" if value is None else str(value), placeholder="from", limit=4,
                on_change=partial(_number, changed, look),
            )
        )  # fmt: skip
    return made


def _number(changed: Callable[[int | None], CardSearch], look: Look, words: str) -> None:
    look(changed(int(words) if words.isdecimal() else None))


def _switched(now: frozenset[str], name: str, on: bool) -> frozenset[str]:
    return now | {name} if on else now - {name}


def _paint_attribute(name: str, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    attribute(surface, name, box.center, box.h * 0.72)


def search_labels(surface: pygame.Surface, design: Design, search: CardSearch, found: int) -> None:
    """The words beside the search's widgets."""
    theme, palette = design.theme, design.theme.palette
    low, high = search.levels
    theme.text(surface, "Level", design.at(1004, 210), BODY, palette.soft)
    span = "any" if (low, high) == (0, 12) else f"{low} – {high}"
    theme.text(surface, span, design.at(1252, 210), BODY, bold=True, anchor="rm")
    theme.text(surface, "ATK", design.at(1004, 245), SECOND, palette.soft, bold=True)
    theme.text(surface, "DEF", design.at(1144, 245), SECOND, palette.soft, bold=True)
    surface.fill(palette.line, design.box(1004, 270, 248, 1))
    theme.text(surface, f"{found} found", design.at(1004, 286), SECOND, palette.soft)


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


def preview(surface: pygame.Surface, design: Design, facts: Facts, faces: Faces) -> None:
    """Everything printed on the card being read."""
    theme, palette = design.theme, design.theme.palette
    art = design.box(16, 16, 248, 156)
    surface.blit(faces.get(facts, art.size, "wide"), art)
    room = 214 * theme.u
    theme.text(surface, facts.name, design.at(16, 191), CARD, bold=True, room=room, least=10)
    if facts.attribute:
        attribute(surface, facts.attribute, design.at(253, 191), theme.px(22))
    theme.text(
        surface, type_line(facts), design.at(16, 216), SECOND, palette.soft, room=160 * theme.u, least=9
    )
    number = f"No. {facts.code:08d}"
    theme.text(surface, number, design.at(264, 216), SECOND - 1, palette.faint, anchor="rm")
    surface.fill(palette.line, design.box(16, 232, 248, 1))
    words = "\n".join(text for text in (facts.pendulum_text, facts.text) if text)
    lines = theme.wrap(words or "No effect.", BODY, 248 * theme.u, lines=8)
    theme.lines(surface, lines, design.at(16, 242), BODY, palette.text if words else palette.faint)
    if facts.is_monster:
        _numbers(surface, design, facts)
    surface.fill(palette.line, design.box(16, 470, 248, 1))


def _numbers(surface: pygame.Surface, design: Design, facts: Facts) -> None:
    theme, palette = design.theme, design.theme.palette
    panel(surface, design.box(16, 400, 248, 56), palette.sunk, palette.line, palette.thin, theme.px(8))
    stars = facts.level or facts.rank
    told = [("ATK", number_words(facts.attack)), ("DEF", number_words(facts.defense))]
    told[1] = ("LINK", str(facts.link)) if facts.link else told[1]
    told.append(("RANK" if facts.rank else "LEVEL", str(stars)) if stars else ("", ""))
    for column, (label, value) in enumerate(told):
        at = design.at(28 + 80 * column, 418)
        theme.text(surface, label, at, SECOND - 1, palette.soft, bold=True)
        theme.text(surface, value, design.at(28 + 80 * column, 440), MAIN + 2, bold=True)
