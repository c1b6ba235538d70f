"""What people type, made fit to be shown to others: names and lines of chat.

Control and formatting characters go (they could turn a line around or imitate somebody), spaces are folded.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from shared.brought import plain
from shared.errors import Code, Illegal

LONGEST_NAME = 24
LONGEST_LINE = 400


def clean(text: str, longest: int) -> str:
    """The text in its composed form, without what cannot be seen, at most so long."""
    seen = plain(unicodedata.normalize("NFC", text), lines=False)
    return " ".join(seen.split())[:longest].strip()


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name as others see it. Raises Illegal when nothing is left."""
    name = clean(text, min(longest, LONGEST_NAME))
    if not any(char.isalnum() for char in name):
        raise Illegal("A name needs at least one letter or digit.", Code.BAD_NAME)
    return name


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it when somebody at the table has it already."""
    others = {other.casefold() for other in taken}
    number, found = 1, name
    while found.casefold() in others:
        number += 1
        tail = f" ({number})"
        found = name[: LONGEST_NAME - len(tail)] + tail
    return found
