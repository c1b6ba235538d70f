"""Lines of text broken between words, for a terminal that would break them anywhere.

Scripts without blanks between words are broken between any two characters, but not before punctuation.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, east_asian_width

MIN_COLUMNS = 20
"""Columns below which lines are left to the terminal."""
INDENT_COLUMNS = 4
"""Blanks before what goes on in the next row."""
CLOSING = frozenset("Pe Pf Po".split())
"""Categories of characters before which no line is broken."""


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )


def broken(line: str, columns: int) -> list[str]:
    """Return a line as lines of so many columns at most, the later ones indented: none looks like a message
    of its own. A word that is wider, such as a link, stays whole.
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
    """What may not be broken, one after another; blanks belong to what they follow."""
    part = ""
    for char in text:
        if part and char != " " and _may_break(part[-1], char):
            yield part
            part = ""
        part += char
    yield part


def _may_break(last: str, char: str) -> bool:
    if last == " ":
        return True
    wide = east_asian_width(last) in "WF" or east_asian_width(char) in "WF"
    return wide and category(char) not in CLOSING and category(last) not in ("Ps", "Pi")
