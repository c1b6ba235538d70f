"""Languages, sentences with typed values, error texts, bounded parsing."""

from __future__ import annotations

from facedown_shared.text.errors import BadInput, Code, FacedownError, Illegal, MalformedMessage, TargetGone
from facedown_shared.text.language import (
    _,
    current_language,
    gettext_noop,
    languages,
    ngettext,
    pgettext,
    set_language,
    use_language,
)
from facedown_shared.text.plain_text import printable, strip_controls
from facedown_shared.text.words import NOTHING, Words, words

__all__ = [
    "NOTHING",
    "BadInput",
    "Code",
    "FacedownError",
    "Illegal",
    "MalformedMessage",
    "TargetGone",
    "Words",
    "_",
    "current_language",
    "gettext_noop",
    "languages",
    "ngettext",
    "pgettext",
    "printable",
    "set_language",
    "strip_controls",
    "use_language",
    "words",
]
