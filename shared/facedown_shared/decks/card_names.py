"""Find cards by name as lists write them: in every known language, tolerant of spelling.

Names are compared by letters and digits alone, so "Blue Eyes White Dragon" finds "Blue-Eyes White Dragon".
Where two cards would be equal then, only the exact name finds either.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Protocol

from facedown_shared.cards.facts import Facts, Pool, bundled_pool
from facedown_shared.text import languages, use_language
from facedown_shared.text.translated_cards import card_name

_NOT_LETTERS = re.compile(r"[\W_]+")


class CardNames(Protocol):
    """Lookup of cards by name."""

    def find_passcode(self, name: str) -> int:
        """Return the passcode of the card with this name, 0 if there is none."""


class NameIndex:
    """Index of passcodes by name. `below` is searched first, so its cards take precedence."""

    def __init__(self, cards: Iterable[tuple[str, int]], below: CardNames | None = None) -> None:
        self._below = below
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int] = {}
        for name, code in cards:
            self._exact.setdefault(exact_key(name), code)
            key = loose_key(name)
            if key and self._loose.setdefault(key, code) != code:
                self._loose[key] = 0

    def find_passcode(self, name: str) -> int:
        """Return the passcode of the card with this name, 0 if there is none."""
        found = self._below.find_passcode(name) if self._below is not None else 0
        return found or self._exact.get(exact_key(name)) or self._loose.get(loose_key(name), 0)


def exact_key(name: str) -> str:
    """Return a name with case, width and blanks normalized."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def loose_key(name: str) -> str:
    """Return the letters and digits of a name, without accents."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKD", name.casefold()))


@cache
def bundled_names() -> NameIndex:
    """Return the names of the bundled Yu-Gi-Oh! cards in English and in every language of the catalogues."""
    return NameIndex(_translated_names(bundled_pool()))


def _translated_names(cards: Iterable[Facts]) -> Iterator[tuple[str, int]]:
    known = [(facts.name, facts.code) for facts in cards if "token" not in facts.kinds]
    yield from known
    for language in languages():
        with use_language([language]):
            yield from [(card_name(name), code) for name, code in known]


def index_names(pool: Pool, *texts: Iterable[Facts]) -> NameIndex:
    """Index the names of every Yu-Gi-Oh! card of a pool, and their names in other languages from `texts`.

    A name maps to the card's first artwork.
    """
    cards = {facts.code: facts for facts in pool if _has_passcode(facts)}
    first = {code: facts.original if facts.original in cards else code for code, facts in cards.items()}
    facts_rows = (facts for rows in (cards.values(), *texts) for facts in rows if facts.code in first)
    return NameIndex(((facts.name, first[facts.code]) for facts in facts_rows), bundled_names())


def _has_passcode(facts: Facts) -> bool:
    kinds = facts.kinds
    return "token" not in kinds and ("monster" in kinds or "spell" in kinds or "trap" in kinds)
