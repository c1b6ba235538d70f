"""A card to be read at leisure: its picture and its whole text, large, over the board."""

from __future__ import annotations

import pygame

from client.board import Rect
from client.window.art.drawing import number_words
from client.window.art.marks import attribute, level_star
from client.window.look import CARD, HEADING, MAIN, SECOND, put
from client.window.paint import kit
from client.window.paint.pane import fitted, preview_facts, text_lines, type_line
from client.window.paint.state import Shown
from shared.manual.games import words_of

TEXT = 16


def reading_box(shown: Shown) -> Rect:
    """Where it lies: the middle of the board."""
    theme = shown.theme
    wide = min(shown.layout.mat.w - theme.px(40), theme.px(680))
    facts = preview_facts(shown)
    room = wide - theme.px(68) - shown.layout.card(200)[0]
    long = len(text_lines(shown, facts, room, TEXT)) * theme.line(TEXT) if facts else 0
    high = min(theme.px(480), max(theme.px(340), theme.px(150) + long))
    return shown.layout.centred(wide, high)


def draw_reading(surface: pygame.Surface, shown: Shown) -> None:
    """The card in the preview, enlarged."""
    facts = preview_facts(shown)
    if facts is None:
        return
    theme, palette, box = shown.theme, shown.theme.palette, reading_box(shown)
    kit.dim(surface, shown.layout.mat, 0.5)
    kit.floating(surface, theme, box, palette.focus)
    pad = theme.px(24)
    size = shown.layout.card(200)
    put(surface, shown.faces.get(facts, size, "hand"), (box.x + pad, box.y + pad))
    x = box.x + pad + size[0] + theme.px(20)
    room = box.right - pad - x
    y: float = box.y + pad + theme.px(12)
    sign = "spell" if facts.is_spell else "trap" if facts.is_trap else facts.attribute
    theme.text(surface, facts.name, (x, y), HEADING, bold=True, room=room - theme.px(28), least=12)
    attribute(surface, sign, (box.right - pad - theme.px(10), y), theme.px(20))
    y += theme.px(28)
    theme.text(surface, type_line(facts), (x, y), MAIN, palette.soft, room=room, least=10)
    y += theme.px(26)
    if facts.attack is not None or facts.defense is not None:
        called = words_of(shown.view.table)
        numbers = ((called.attack, facts.attack), (called.defense, facts.defense))
        words = "   ".join(f"{name} {number_words(value)}" for name, value in numbers if value is not None)
        words += f"   LINK-{facts.link}" if facts.link else ""
        spot = theme.text(surface, words, (x, y), CARD, bold=True)
        count = facts.level or facts.rank
        if count:
            level_star(surface, (spot.right + theme.px(26), y), theme.px(16), rank=bool(facts.rank))
            theme.text(surface, str(count), (spot.right + theme.px(38), y), CARD, bold=True)
        y += theme.px(24)
    body = Rect(x, round(y), room, round(box.bottom - pad - y))
    lines, type_size = fitted(shown, facts, body, (TEXT, 15, MAIN, 13, SECOND))
    lines = lines[: max(1, body.h // theme.line(type_size))]
    theme.two_inks(surface, lines, body[:2], type_size, (palette.text, palette.soft))
