"""Lines of text broken between words, for a terminal that would break them anywhere.

Scripts without spaces between words are broken between any two characters, but not before punctuation.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, east_asian_width

MIN_COLUMNS = 20
"""Minimum columns; in narrower terminals lines are not broken."""
INDENT_COLUMNS = 4
"""Indentation of continuation rows."""
CLOSING = frozenset("Pe Pf Po".split())
"""Categories of characters before which a line is never broken."""


def width(text: str) -> int:
    """Return the number of columns that a text takes."""
    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )


def break_line(line: str, columns: int) -> list[str]:
    """Break a line into lines of at most this many columns.

    Later lines are indented, so that none looks like a message of its own. A wider word, such as a link,
    stays whole.
    """
    if columns < MIN_COLUMNS or width(line) <= columns:
        return [line]
    text = line.lstrip(" ")
    margin = len(line) - len(text)
    further = " " * min(margin + INDENT_COLUMNS, columns // 2)
    rows, begun = [" " * margin], False
    for part in _parts(text):
        if begun and width(rows[-1] + part.rstrip(" ")) > columns:
            rows[-1] = rows[-1].rstrip(" ")
            rows.append(further)
        rows[-1] += part
        begun = True
    return rows


def _parts(text: str) -> Iterator[str]:
    """Return the unbreakable parts of a text in order; spaces belong to the part before them."""
    part = ""
    for char in text:
        if part and char != " " and _can_break(part[-1], char):
            yield part
            part = ""
        part += char
    yield part


def _can_break(last: str, char: str) -> bool:
    if last == " ":
        return True
    wide = east_asian_width(last) in "WF" or east_asian_width(char) in "WF"
    return wide and category(char) not in CLOSING and category(last) not in ("Ps", "Pi")
