"""Sentences of a server, sent as ids with typed values; the reader's program has the texts.

Law: a server sends Words, never a sentence, so that a client can show them in any language. Every inserted
value has a field of its own and can be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

import msgspec

from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.text import bounded_parsing
from facedown_shared.text.language import _, pgettext
from facedown_shared.text.translated_cards import card_name

Value = str | int
"""A value in a sentence: a number, a name that is public at the table, a word the reader wrote, or a card.

A card is given by passcode, 0 for a card that the reader may not know.
"""

PRINTED = "on a card"
"""The translation context of words printed on cards (`client/facedown_client/model/words/sentences.py`)."""

EFFECT = "effect"
"""The id of a card's effect text. Its values are the passcode and the effect's number."""

LINE = "line_of_card"
"""The id of a card's line in a database. Its values are the passcode, the line's number from 0, and the words
for a reader who was not sent the line.
"""

CALLED = "card_called"
"""The id of a card's name. Its values are the passcode, and the name for a reader who does not know the
card.
"""

MAX_WORDS_DEPTH = 16
"""Maximum nesting of sentences that a client accepts. Ours nest less deep, and are formatted by recursion."""

Lines = Callable[[int], Sequence[str]]
"""Function that returns the lines received of a card, by passcode."""


def without_lines(code: int) -> Sequence[str]:
    """Return no lines."""
    return ()


class Words(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One sentence or a part of one: its id in `shared/facedown_shared/data/words/english.toml`, and its
    values.

    An effect's text is in `effects_english.toml` instead.
    """

    id: str
    values: tuple[Value | Words, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError where sentences are nested too deep."""
        level, depth = [self], 0
        while level := [value for one in level for value in one.values if isinstance(value, Words)]:
            depth += 1
            if depth >= MAX_WORDS_DEPTH:
                raise ValueError("sentences are nested too deep")

    def __str__(self) -> str:
        return self.text(every_game().get)

    def text(self, known: Callable[[int], Facts | None], lines: Lines = without_lines) -> str:
        """Return the sentence in the current language.

        `known` returns the facts of a passcode, `lines` the lines received of a card. For an unknown id, or
        values of a newer server, the id and the values are returned.
        """
        if self.id == EFFECT:
            return _(effects().get(self.values, ""))
        values = [value.text(known, lines) if isinstance(value, Words) else value for value in self.values]
        if self.id == LINE and len(values) == 3:
            return _line_text(values, lines)
        if self.id == CALLED and len(values) == 2:
            return _name_text(values, known)
        with suppress(KeyError, IndexError, ValueError):
            return _Speaker(known).vformat(pgettext(self.id, english()[self.id]), values, {})
        return " ".join([self.id.replace("_", " "), *map(str, values)])

    def __bool__(self) -> bool:
        return bool(self.id)


NOTHING = Words("")
"""The empty sentence."""


def _line_text(values: Sequence[Value], lines: Lines) -> str:
    """Return a line of a card, or the substitute words if the line was not sent."""
    code, number, instead = values
    card_lines = lines(code) if isinstance(code, int) else ()
    line = card_lines[number] if isinstance(number, int) and 0 <= number < len(card_lines) else ""
    return line or str(instead)


def _name_text(values: Sequence[Value], known: Callable[[int], Facts | None]) -> str:
    """Return a card's name as the reader knows it, else the name in the message."""
    code, name = values
    facts = known(code) if isinstance(code, int) else None
    return card_name(facts.name if facts is not None else str(name))


def words(name: str, *values: Value | Words) -> Words:
    """Return a sentence by its id in the catalogue, with values."""
    return Words(name, values)


def _term(word: str) -> str:
    """Translate a word of a game: a format, a part of a deck, else what is printed on cards."""
    printed = word.replace("_", " ").title()
    said = [_(word), pgettext(PRINTED, printed)]
    return next((one for one in said if one not in (word, printed)), word)


class _Speaker(Formatter):
    """Formatter of values: {0:card} is the name of the card with that passcode, {0:passcode} the number and
    the name if known, {0:name} a card by its English name, {0:term} a word of the game.
    """

    def __init__(self, known: Callable[[int], Facts | None]) -> None:
        self._known = known

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "card":
                facts = self._known(value)
                return card_name(facts.name) if facts is not None else _("the card")
            case "passcode":
                facts = self._known(value)
                return f"{value} ({card_name(facts.name)})" if facts is not None else str(value)
            case "name":
                return card_name(value)
            case "term":
                return _term(value)
        return str(super().format_field(value, format_spec))


@cache
def english() -> dict[str, str]:
    """Return every sentence by id. {0} stands for the first value (see `_Speaker`)."""
    return {name: str(sentence) for name, sentence in _catalogue("english").items()}


@cache
def effects() -> Mapping[tuple[object, ...], str]:
    """Return every effect's text by the card's passcode and the effect's number."""
    rows = _catalogue("effects_english").items()
    return {(int(code), number): said for code, sentences in rows for number, said in enumerate(sentences)}


def _catalogue(name: str) -> dict[str, Any]:
    return bounded_parsing.toml(
        (resources.files("facedown_shared") / "data" / "words" / f"{name}.toml").read_text("utf-8")
    )


def join_words(parts: Sequence[Words]) -> Words:
    """Join several sentences into one with as little nesting as possible."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return words("two", join_words(parts[:half]), join_words(parts[half:]))
