"""Text as pictures: fonts by path, a cache, wrapping, shrinking and ellipsis. Decides no colour and no size.

Glyphs are drawn three times too large and scaled down, so that spacing stays even at every size and a line
wraps at the same word in every window. All pictures are premultiplied: blit them with `shapes.blit`.
"""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TypeVar

import pygame

from facedown_client.window.look.shapes import Pictures
from facedown_shared.text.plain_text import visible

Colour = tuple[int, int, int]
T = TypeVar("T")

OVERSAMPLE_RATIO = 3
"""Factor by which glyphs are drawn too large."""

ASCENT_EM = 1.069
"""Distance from the top of a line to the baseline in Noto Sans, in type sizes."""

CAP_HEIGHT_EM = 0.714
"""Height of a capital in Noto Sans, in type sizes."""

LINE_HEIGHT_EM = 1.4
"""Distance between two baselines, in type sizes."""

DOTS = "…"

FONTS = Path(__file__).with_name("fonts")

FAMILY = {False: "NotoSans-Regular.ttf", True: "NotoSans-Bold.ttf"}
FALLBACK = ("NotoSansSC-Regular.otf", "NotoSansKR-Regular.ttf")
"""Fallback fonts for Chinese with Japanese, and Korean: common characters, in one weight."""

SYSTEM = (
    "microsoftyahei", "microsoftjhenghei", "yugothicregular", "msgothic", "malgungothic",
    "pingfang", "hiraginosansgb", "stheitilight", "applesdgothicneo", "arialunicode",
    "notosanscjksc", "notosanscjkjp", "notosanscjktc", "notosanscjkkr", "sourcehansans",
    "wenquanyizenhei", "wenquanyimicrohei", "droidsansfallback", "unifont",
)  # fmt: skip
"""Fonts of Windows, macOS and Linux with rare characters, by their names in pygame."""

BOLD_SMEAR_EM = 0.02
"""Distance by which a character without a bold weight is smeared to each side, in type sizes."""

MAX_CACHED_BYTES = 8_000_000
"""Limit of cached bytes of pictures of lines."""

MAX_CACHED_WIDTHS = 10_000
MAX_OPEN_FONTS = 24
"""Limit of open fonts: one for each file and size, with up to 1 MB of drawn letters."""


@lru_cache(MAX_OPEN_FONTS)
def _font(name: str, pixels: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(FONTS / name, pixels)


def _with_font(name: str, pixels: int, use: Callable[[pygame.font.Font], T]) -> T:
    """Call `use` with the font; reopen a font that was opened before pygame was reinitialised."""
    try:
        return use(_font(name, pixels))
    except pygame.error:
        _font.cache_clear()
        return use(_font(name, pixels))


@cache
def _system_fonts() -> tuple[str, ...]:
    """Return the files of installed `SYSTEM` fonts that can be opened; searched once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Linux without fontconfig has no list of fonts
        files = [pygame.font.match_font(name) for name in SYSTEM]
    return tuple(dict.fromkeys(file for file in files if file and _can_open(file)))


def _can_open(file: str) -> bool:
    try:
        _font(file, 40)
    except (pygame.error, OSError):
        return False
    return True


def _candidates(bold: bool) -> Iterator[str]:
    """Yield font files in the order of preference."""
    yield FAMILY[bold]
    yield from FALLBACK
    yield from _system_fonts()


@cache
def _name(char: str, bold: bool) -> str:
    """Return the font file that has this character; else Noto Sans, which draws a box."""
    for name in _candidates(bold):
        if ord(char) < 0x250 or char in DOTS or _glyph(name, char) != _glyph(name, "\uffff"):
            return name
    return FAMILY[bold]


def _glyph(name: str, char: str) -> tuple[int, int, int, int, int] | None:
    return _with_font(name, 40, lambda font: font.metrics(char)[0])


def _runs(words: str, bold: bool) -> list[tuple[str, str]]:
    """Return (font file, words) for each stretch of characters of one font.

    Control characters are left out: SDL refuses some, and received text may contain any.
    """
    words = visible(words)
    if words.isascii():
        return [(FAMILY[bold], words)]
    runs: list[tuple[str, str]] = []
    for char in words:
        name = _name(char, bold)
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + char)
        else:
            runs.append((name, char))
    return runs


@cache
def _big(size: float) -> int:
    return max(1, round(size * OVERSAMPLE_RATIO))


_one_at_a_time = threading.RLock()
"""Lock for fonts: they are not thread-safe, and card faces are drawn in a thread."""

_widths: dict[tuple[str, float, bool], float] = {}
_pictures = Pictures(MAX_CACHED_BYTES)


MAX_LINE_LETTERS, MAX_TEXT_LETTERS = 1_000, 20_000
"""Limits of drawn letters in a line, and in a text of several lines.

No line of a window has room for more, and a font that draws hundreds of thousands crashes the process.
"""


def width(words: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text in pixels."""
    words = words[:MAX_LINE_LETTERS]
    key = (words, size, bold)
    known = _widths.get(key)
    if known is not None:
        return known
    with _one_at_a_time:
        if len(_widths) > MAX_CACHED_WIDTHS:
            _widths.clear()
        big = _big(size)
        wide = sum(_runs_width(name, big, part) for name, part in _runs(words, bold)) / OVERSAMPLE_RATIO
        _widths[key] = wide
        return wide


def picture(words: str, size: float, colour: Colour, bold: bool = False) -> pygame.Surface:
    """Return a line of text as a premultiplied picture; its baseline is `baseline(size)` below its top."""
    words = words[:MAX_LINE_LETTERS]
    return _pictures.get((words, size, colour, bold), lambda: _draw_runs(words, size, colour, bold))


def _runs_width(name: str, big: int, words: str) -> int:
    return _with_font(name, big, lambda font: font.size(words)[0])


def _render_run(font: pygame.font.Font, words: str, colour: Colour) -> tuple[pygame.Surface, int]:
    return font.render(words, True, colour), font.get_ascent()


def _draw_runs(words: str, size: float, colour: Colour, bold: bool) -> pygame.Surface:
    big = _big(size)
    wide = max(1, math.ceil(width(words, size, bold)))
    high = max(1, math.ceil(size * LINE_HEIGHT_EM))
    sheet = pygame.Surface((wide * OVERSAMPLE_RATIO, high * OVERSAMPLE_RATIO), pygame.SRCALPHA)
    sheet.fill((*colour, 0))
    left = 0
    with _one_at_a_time:
        for name, part in _runs(words, bold):
            drawn, ascent = _with_font(name, big, partial(_render_run, words=part, colour=colour))
            top = round(baseline(size) * OVERSAMPLE_RATIO) - ascent
            for across, down in _smear(name, big) if bold else ((0, 0),):
                sheet.blit(drawn, (left + across, top + down))
            left += _runs_width(name, big, part)
    small = pygame.transform.smoothscale(sheet, (wide, high))
    # Scaling down thins the strokes; drawing the letters twice restores the weight.
    again = small.copy()
    again.set_alpha(120)
    small.blit(again, (0, 0))
    return small.premul_alpha()


def _smear(name: str, big: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets at which a bold run is drawn: four, if its font has no bold weight."""
    if name == FAMILY[True]:
        return ((0, 0),)
    by = max(1, round(big * BOLD_SMEAR_EM))
    return ((-by, 0), (by, 0), (0, -by), (0, by))


def baseline(size: float) -> int:
    """Return the distance from the top of a picture to its baseline."""
    return round(size * ASCENT_EM)


def fit(
    words: str, size: float, room: float, bold: bool = False, least: float | None = None
) -> tuple[str, float]:
    """Return the words and their size so that they fit: shrunk down to `least`, then cut with an ellipsis."""
    wide = width(words, size, bold)
    if wide <= room:
        return words, size
    smallest = size if least is None else min(size, least)
    shrunk = max(smallest, math.floor(size * room / wide * 4) / 4)
    while shrunk > smallest and width(words, shrunk, bold) > room:
        shrunk = max(smallest, shrunk - 0.25)
    if width(words, shrunk, bold) <= room:
        return words, shrunk
    return truncate(words, smallest, room, bold), smallest


def truncate(words: str, size: float, room: float, bold: bool = False) -> str:
    """Return the words, or the longest beginning that fits with an ellipsis."""
    if width(words, size, bold) <= room:
        return words
    low, high = 0, min(len(words), MAX_LINE_LETTERS - len(DOTS))
    while low < high:
        middle = (low + high + 1) // 2
        if width(words[:middle].rstrip() + DOTS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return words[:low].rstrip() + DOTS


def wrap(words: str, size: float, room: float, bold: bool = False, lines: int | None = None) -> list[str]:
    """Break text into lines no wider than `room`; the last of `lines` lines is cut with an ellipsis."""
    done: list[str] = []
    for paragraph in words[:MAX_TEXT_LETTERS].split("\n"):
        done += _wrap_words(paragraph, size, room, bold)
    if lines is not None and len(done) > lines:
        rest = " ".join(done[lines - 1 :])
        done = [*done[: lines - 1], truncate(rest, size, room, bold)]
    return done


def _wrap_words(words: str, size: float, room: float, bold: bool) -> list[str]:
    lines: list[str] = []
    line = ""
    for piece in pieces(words):
        if not line or width(line + piece.rstrip(), size, bold) <= room:
            line += piece
        else:
            lines.append(line.rstrip())
            line = piece.lstrip()
        while width(line.rstrip(), size, bold) > room and len(line) > 1:
            count = _fitting_letters(line, size, room, bold)
            lines.append(line[:count])
            line = line[count:]
    return [*lines, line.rstrip()]


def _fitting_letters(line: str, size: float, room: float, bold: bool) -> int:
    """Return how many characters of an over-long word fit, at least one."""
    count = 1
    while count < len(line) and width(line[: count + 1], size, bold) <= room:
        count += 1
    return count


CLOSING, OPENING = "，。、；：！？）」』】”’", "（「『【“‘"
"""Characters that stay with the preceding text, and characters that stay with the following text."""


def may_break(last: str, following: str) -> bool:
    """Return whether a line may break between two characters: after a space, and beside a Chinese one."""
    if last == " " or following in CLOSING or last in OPENING:
        return last == " "
    return ord(last) >= 0x2E80 or ord(following) >= 0x2E80


def pieces(words: str) -> list[str]:
    """Split words at possible line breaks: after spaces, and around every Chinese character."""
    found: list[str] = []
    word = ""
    for char in words:
        if ord(char) >= 0x2E80:
            if char in CLOSING and (word or found):
                word = (word or found.pop()) + char
                continue
            if word:
                found.append(word)
            word = char
        elif char == " ":
            found.append(word + char)
            word = ""
        else:
            if word and ord(word[-1]) >= 0x2E80:
                found.append(word)
                word = ""
            word += char
    if word:
        found.append(word)
    return found
