"""Sentences with bold names: found by the known names, wrapped over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import pygame

from facedown_client.window.look import lettering
from facedown_client.window.look.shapes import Point
from facedown_client.window.look.theme import SECOND_PX, Theme


class TextRun(NamedTuple):
    """Words of one weight on one line."""

    words: str
    bold: bool


_LETTER = r"[^\W\u2e80-\uffff]"
"""Pattern of a character that continues a word; not Chinese, which has no spaces between words."""


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted((name for name in names if name), key=len, reverse=True)
    inside = "|".join(re.escape(name) for name in longest)
    return re.compile(rf"(?<!{_LETTER})({inside})(?!{_LETTER})" if inside else r"(?!)")


def runs(text: str, names: Iterable[str]) -> list[TextRun]:
    """Split a sentence at the names in it."""
    pieces = _pattern(tuple(sorted(set(names)))).split(text)
    return [TextRun(words, bool(index % 2)) for index, words in enumerate(pieces) if words]


def wrap(parts: list[TextRun], pixels: float, room: float) -> list[list[TextRun]]:
    """Break runs into lines no wider than `room`, where the language allows a line break."""
    lines: list[list[TextRun]] = [[]]
    used = 0.0
    for word in _words(parts):
        wide = sum(lettering.width(words, pixels, bold) for words, bold in word)
        bare = wide - lettering.width(word[-1].words, pixels, word[-1].bold)
        bare += lettering.width(word[-1].words.rstrip(), pixels, word[-1].bold)
        if lines[-1] and used + bare > room:
            lines.append([])
            used = 0.0
        for words, bold in word:
            line = lines[-1]
            if line and line[-1].bold == bold:
                line[-1] = TextRun(line[-1].words + words, bold)
            else:
                line.append(TextRun(words, bold))
        used += wide
    return lines


def _words(parts: list[TextRun]) -> list[list[TextRun]]:
    """Return the unbreakable groups of runs, each with its following space ("**Wren**'s" is one group)."""
    done: list[list[TextRun]] = []
    last = " "
    for words, bold in parts:
        for piece in lettering.pieces(words):
            if lettering.may_break(last, piece[0]):
                done.append([])
            done[-1].append(TextRun(piece, bold))
            last = piece[-1]
    return done


def draw(
    surface: pygame.Surface, theme: Theme, lines: list[list[TextRun]], at: Point, size: float = SECOND_PX
) -> float:  # fmt: skip
    """Draw wrapped runs from the top, names in full ink; return the y below them."""
    x, y = at
    for line in lines:
        left = x
        for words, bold in line:
            ink = theme.palette.text if bold else theme.palette.soft
            theme.draw_text(surface, words, (left, y), size, ink, bold=bold, anchor="lt")
            left += lettering.width(words, theme.type_size(size), bold)
        y += theme.line_height(size)
    return y


def draw_marked(
    surface: pygame.Surface, theme: Theme, lines: list[list[TextRun]], at: Point, size: float
) -> None:  # fmt: skip
    """Draw wrapped runs from the top: bold runs in full ink beside a bar, the rest quiet."""
    palette, high = theme.palette, theme.line_height(size)
    for step, line in enumerate(lines):
        x, y = at[0], at[1] + step * high
        if any(bold for _, bold in line):
            surface.fill(palette.accent, (at[0] - theme.px(9), y, max(2, theme.px(3)), high))
        for words, bold in line:
            ink = palette.text if bold else palette.soft
            x = theme.draw_text(surface, words, (x, y), size, ink, bold=bold, anchor="lt").right
