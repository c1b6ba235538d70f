"""The formats with which a table can be opened, and their words."""

from __future__ import annotations

from facedown_shared.tables import FORMATS, PLAYED
from facedown_shared.text import _

CHOICES = [(name, best_of) for name in PLAYED for best_of in (1, 3)]
"""Tables that can be hosted: each format, as a single duel and as best of three."""


def choice_words(name: str, best_of: int, banlist: str = "") -> str:
    """Return in words a format (or the banlist in its place) and the length of a match."""
    title = banlist or (_(FORMATS[name].title) if name in FORMATS else name)
    length = _("single duel") if best_of == 1 else _("best of {count}", count=best_of)
    return _("{title}, {length}", title=title, length=length)
