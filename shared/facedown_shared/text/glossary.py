"""The glossary: rules terms of the games with a short explanation each, and where texts use them.

The English is in `shared/facedown_shared/data/words/glossary.toml`; the catalogues have the forms and the
explanations of other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from facedown_shared.text import bounded_parsing
from facedown_shared.text.language import current_language, pgettext, use_language

FORMS, MEANING = "forms of a rules term, separated by |", "what a rules term means"
"""The translation contexts of a term's forms and of its explanation."""

YUGIOH, FLESH_AND_BLOOD = "glossary", "glossary_flesh_and_blood"
FILES = (YUGIOH, FLESH_AND_BLOOD)
"""The files of the glossary, one a game, in `shared/facedown_shared/data/words/`."""

_LETTER = r"[^\W\d_\u2e80-\uffff]"
"""Pattern of a character that continues a word; not Chinese, which has no spaces between words."""
_QUOTED = r"「[^「」]{1,60}」"
"""Pattern of a card's name in a sentence: it uses no term."""


class Term(NamedTuple):
    """A rules term in one language."""

    forms: tuple[str, ...]
    """All forms that texts use, the one to show first."""
    meaning: str

    @property
    def title(self) -> str:
        """The form to show."""
        return self.forms[0][:1].upper() + self.forms[0][1:]


class FoundTerm(NamedTuple):
    """A term in a text: the indices of its first letter and after its last one."""

    start: int
    end: int
    term: Term


@cache
def english_rows(file: str) -> dict[str, str]:
    """Return the explanations in a file of the glossary, by the forms of the terms."""
    path = resources.files("facedown_shared") / "data" / "words" / f"{file}.toml"
    rows: dict[str, str] = bounded_parsing.toml(path.read_text("utf-8"))
    return rows


def game_file(table: str) -> str:
    """Return the file of the glossary for the game of a zone table."""
    return FLESH_AND_BLOOD if table == "fab" else YUGIOH


def terms(table: str = "master") -> tuple[Term, ...]:
    """Return the terms of the game of a zone table, in the current language, sorted by title."""
    return _terms(game_file(table), current_language())


@cache
def _terms(file: str, language: str) -> tuple[Term, ...]:
    with use_language([language]):
        found = [
            Term(tuple(pgettext(FORMS, forms).split("|")), pgettext(MEANING, meaning))
            for forms, meaning in english_rows(file).items()
        ]
    return tuple(sorted(found, key=lambda term: term.title))


def find_terms(text: str, table: str = "master", names: Iterable[str] = ()) -> list[FoundTerm]:
    """Return the terms in a text, in order; at each place the longest. Names of cards use no terms."""
    pattern, by_form = _pattern(game_file(table), current_language(), tuple(sorted(set(names))))
    return [
        FoundTerm(match.start(), match.end(), term)
        for match in pattern.finditer(text)
        if (term := by_form.get(match["term"] or ""))
    ]


def used_terms(texts: Iterable[str], table: str = "master", names: Iterable[str] = ()) -> list[Term]:
    """Return the terms that these texts use, each once, in the order of their first use."""
    named = tuple(names)
    return [*dict.fromkeys(found.term for text in texts for found in find_terms(text, table, named))]


@lru_cache(maxsize=32)
def _pattern(file: str, language: str, names: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, Term]]:
    by_form: dict[str, Term] = {}
    for term in _terms(file, language):
        for form in term.forms:
            by_form[form] = term
            by_form.setdefault(form[:1].upper() + form[1:], term)
    for name in names:
        by_form.pop(name, None)
    words = sorted({*by_form, *filter(None, names)}, key=lambda word: (-len(word), word))
    return re.compile(
        rf"{_QUOTED}|(?<!{_LETTER})(?P<term>{'|'.join(re.escape(word) for word in words)})(?!{_LETTER})"
    ), by_form
