"""The line being typed at a terminal: keys in, edits and whole lines out, and the sequences that draw it.

Law: pure text; it neither reads a keyboard nor writes to a screen. `console` does both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unicodedata import category

from facedown_client.terminal.line_breaks import width

END, INTERRUPT = "\x04", "\x03"
"""Ctrl+D and Ctrl+C as characters of a keyboard that is read key by key."""

MAX_HISTORY_LINES = 100
"""Maximum number of earlier lines in the history."""

MAX_LINE_LETTERS = 2_000
"""Maximum characters in a line; further ones are ignored."""

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|\x1b[A-Za-z]|.", re.DOTALL)
"""Pattern of one key: the sequence of a special key, or a character. A lone Esc is a character."""

_UNFINISHED = re.compile(r"\x1b(\[[0-9;]*|O)\Z")
"""Pattern of an incomplete sequence."""


class LineEditor:
    """Editor of one line with a cursor and a history. `columns` is the terminal's present width."""

    def __init__(self, columns: Callable[[], int] = lambda: 80) -> None:
        self.hidden = False
        """True if typed letters are not shown: for a password."""
        self._columns = columns
        self._text = ""
        self._at = 0
        self._rest = ""
        self._kept: list[str] = []
        self._back = 0
        """Index of the shown line, counted back in the history; 0 is the line being typed."""

    def handle_keys(self, keys: str) -> Iterator[str]:
        """Handle these keys. Return the lines they complete, and END or INTERRUPT if pressed."""
        keys = self._rest + keys
        held = _UNFINISHED.search(keys)
        self._rest = held[0] if held else ""
        for found in _KEY.finditer(keys.removesuffix(self._rest)):
            match found[0]:
                case "\r" | "\n":
                    yield self._enter()
                case "\x03":
                    yield INTERRUPT
                case "\x04" | "\x1a" if not self._text:
                    yield END
                case "\x04":
                    self._delete()
                case key if key in _KEYS:
                    _KEYS[key](self)
                case key if category(key[0]) not in ("Cc", "Cs") and len(self._text) < MAX_LINE_LETTERS:
                    self._insert_key(key)

    # --- drawing --------------------------------------------------------------------------------------------

    def erase_sequence(self) -> str:
        """Return the sequence that erases the line from the screen and puts the cursor at its start."""
        rows = width(self._visible_text[: self._at]) // self._columns()
        return f"{_cursor_sequence(rows, 'A')}\r\x1b[J" if self._visible_text else ""

    def draw_sequence(self) -> str:
        """Return the sequence that draws the line at the cursor and puts the cursor at its place in the
        line.
        """
        shown, columns = self._visible_text, self._columns()
        whole, before = width(shown), width(shown[: self._at])
        if not shown:
            return ""
        wrap = (
            " \r" if whole % columns == 0 else ""
        )  # the cursor leaves a full row only with the next character
        if self._at == len(shown):
            return shown + wrap
        rows = whole // columns - before // columns
        return f"{shown}{wrap}{_cursor_sequence(rows, 'A')}\r{_cursor_sequence(before % columns, 'C')}"

    @property
    def _visible_text(self) -> str:
        return "" if self.hidden else self._text

    # --- keys -----------------------------------------------------------------------------------------------

    def _enter(self) -> str:
        line = self._text
        if line.strip() and not self.hidden and line != next(iter(self._kept[-1:]), ""):
            self._kept = [*self._kept, line][-MAX_HISTORY_LINES:]
        self._set_text("")
        self._back = 0
        return line

    def _set_text(self, text: str) -> None:
        self._text, self._at = text, len(text)

    def _insert_key(self, key: str) -> None:
        self._text = self._text[: self._at] + key + self._text[self._at :]
        self._at += len(key)

    def _delete(self) -> None:
        self._text = self._text[: self._at] + self._text[self._at + 1 :]

    def _erase(self) -> None:
        if self._at:
            self._at -= 1
            self._delete()

    def _move_cursor(self, at: int) -> None:
        self._at = max(0, min(len(self._text), at))

    def _cut_before(self) -> None:
        self._text, self._at = self._text[self._at :], 0

    def _cut_after(self) -> None:
        self._text = self._text[: self._at]

    def _cut_word(self) -> None:
        start = len(re.sub(r"\S+\s*\Z", "", self._text[: self._at]))
        self._text, self._at = self._text[:start] + self._text[self._at :], start

    def _fetch(self, back: int) -> None:
        """Show an earlier line of the history. The present line is stored with the others."""
        if self.hidden or not 0 <= back <= len(self._kept):
            return
        self._back = back
        self._set_text(self._kept[-back] if back else "")


_ACTIONS: tuple[tuple[tuple[str, ...], Callable[[LineEditor], None]], ...] = (
    (("\x7f", "\x08"), LineEditor._erase),
    (("\x1b[3~",), LineEditor._delete),
    (("\x1b[D", "\x1bOD", "\x02"), lambda line: line._move_cursor(line._at - 1)),
    (("\x1b[C", "\x1bOC", "\x06"), lambda line: line._move_cursor(line._at + 1)),
    (("\x1b[H", "\x1bOH", "\x1b[1~", "\x01"), lambda line: line._move_cursor(0)),
    (("\x1b[F", "\x1bOF", "\x1b[4~", "\x05"), lambda line: line._move_cursor(len(line._text))),
    (("\x15",), LineEditor._cut_before),
    (("\x0b",), LineEditor._cut_after),
    (("\x17",), LineEditor._cut_word),
    (("\x1b[A", "\x1bOA", "\x10"), lambda line: line._fetch(line._back + 1)),
    (("\x1b[B", "\x1bOB", "\x0e"), lambda line: line._fetch(line._back - 1)),
)
"""Actions of special keys, by the sequences that terminals send."""

_KEYS = {key: action for keys, action in _ACTIONS for key in keys}


def _cursor_sequence(count: int, way: str) -> str:
    """Return the sequence that moves the cursor by this much: up (A) or right (C)."""
    return f"\x1b[{count}{way}" if count else ""
