"""Languages, sentences with typed values, error texts, bounded parsing."""

from __future__ import annotations

from facedown_shared.text.error_text import explain_error
from facedown_shared.text.errors import (
    BadInput,
    Code,
    FacedownError,
    Illegal,
    MalformedMessage,
    TargetGone,
    UnknownMessage,
    first_error,
)
from facedown_shared.text.language import (
    ENGLISH,
    TranslatedText,
    _,
    current_language,
    gettext_noop,
    languages,
    ngettext,
    pgettext,
    pgettext_noop,
    set_language,
    use_language,
)
from facedown_shared.text.plain_text import printable, strip_controls
from facedown_shared.text.words import (
    CALLED,
    EFFECT,
    LINE,
    NOTHING,
    Words,
    effects,
    english,
    join_words,
    words,
)

__all__ = [
    "CALLED",
    "EFFECT",
    "ENGLISH",
    "LINE",
    "NOTHING",
    "BadInput",
    "Code",
    "FacedownError",
    "Illegal",
    "MalformedMessage",
    "TargetGone",
    "TranslatedText",
    "UnknownMessage",
    "Words",
    "_",
    "current_language",
    "effects",
    "english",
    "explain_error",
    "first_error",
    "gettext_noop",
    "join_words",
    "languages",
    "ngettext",
    "pgettext",
    "pgettext_noop",
    "printable",
    "set_language",
    "strip_controls",
    "use_language",
    "words",
]
