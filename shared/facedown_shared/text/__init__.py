"""Languages, sentences with typed values, error texts, bounded parsing."""

from __future__ import annotations

from facedown_shared.text.errors import BadInput, Code, FacedownError, Illegal, MalformedMessage, TargetGone
from facedown_shared.text.language import _, in_use, languages, later, ngettext, pgettext, speak, speaking
from facedown_shared.text.plain_text import plain, printable
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
    "in_use",
    "languages",
    "later",
    "ngettext",
    "pgettext",
    "plain",
    "printable",
    "speak",
    "speaking",
    "words",
]
