"""Sentences that a server sends, as codes with typed values; whoever reads them has the words.

Law: a server sends Words, never a sentence, so that a client may say it in any language, and whatever is put
into a sentence stands in a place of its own, where it can be looked at.
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
"""What may be put into a sentence: a number, a name everybody at the table reads, a word its reader wrote, a
card by its passcode, 0 for one that its reader may not know."""

PRINTED = "on a card"
"""The context of words printed on cards (`client/facedown_client/model/words/card_words.py`)."""

EFFECT = "effect"
"""The id of what one effect of a card does: its values are the passcode and the effect's number."""

LINE = "line_of_card"
"""The id of a line that a database has of a card: its values are the passcode, the line's number from 0, and
the words in its place for whoever was not told of it."""

CALLED = "card_called"
"""The id of a card's name: its values are the passcode, and the name for a reader who does not know the
card."""

Lines = Callable[[int], Sequence[str]]
"""The lines that were told of a card, by its passcode."""


def no_lines(code: int) -> Sequence[str]:
    """Of no card is there a line."""
    return ()


class Words(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One sentence or a part of one: its id in `shared/facedown_shared/data/words/english.toml`, and the
    values in it; or what an effect does, in `effects_english.toml`."""

    id: str
    values: tuple[Value | Words, ...] = ()

    def __str__(self) -> str:
        return self.said(every_game().get)

    def said(self, known: Callable[[int], Facts | None], lines: Lines = no_lines) -> str:
        """The sentence in the language in use, `known` telling what a passcode stands for, and `lines` what
        was told of a card; of an id or values this client does not know, from a newer server, the id and the
        values."""
        if self.id == EFFECT:
            return _(effects().get(self.values, ""))
        values = [value.said(known, lines) if isinstance(value, Words) else value for value in self.values]
        if self.id == LINE and len(values) == 3:
            return _line(values, lines)
        if self.id == CALLED and len(values) == 2:
            return _called(values, known)
        with suppress(KeyError, IndexError, ValueError):
            return _Speaker(known).vformat(pgettext(self.id, english()[self.id]), values, {})
        return " ".join([self.id.replace("_", " "), *map(str, values)])

    def __bool__(self) -> bool:
        return bool(self.id)


NOTHING = Words("")
"""Where nothing is said."""


def _line(values: Sequence[Value], lines: Lines) -> str:
    """A line of a card, else the words in its place."""
    code, number, instead = values
    told = lines(code) if isinstance(code, int) else ()
    line = told[number] if isinstance(number, int) and 0 <= number < len(told) else ""
    return line or str(instead)


def _called(values: Sequence[Value], known: Callable[[int], Facts | None]) -> str:
    """A card by the name that the reader has for it, else by the one that was told."""
    code, name = values
    facts = known(code) if isinstance(code, int) else None
    return card_name(facts.name if facts is not None else str(name))


def words(name: str, *values: Value | Words) -> Words:
    """A sentence by its id in the catalogue and what is put into it."""
    return Words(name, values)


def _term(word: str) -> str:
    """A word of a game in the language in use: a format, a part of a deck, else what is printed on cards."""
    printed = word.replace("_", " ").title()
    said = [_(word), pgettext(PRINTED, printed)]
    return next((one for one in said if one not in (word, printed)), word)


class _Speaker(Formatter):
    """Puts values into a sentence: {0:card} is the name of the card with that passcode, {0:passcode} that
    number and the name where it is known, {0:name} one of that English name, {0:term} a word of the
    game."""

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
    """Every sentence by its id; {0} stands where the first value goes, as `_Speaker` says it."""
    return {name: str(sentence) for name, sentence in _catalogue("english").items()}


@cache
def effects() -> Mapping[tuple[object, ...], str]:
    """What every effect does, by the passcode of its card and its number."""
    rows = _catalogue("effects_english").items()
    return {(int(code), number): said for code, sentences in rows for number, said in enumerate(sentences)}


def _catalogue(name: str) -> dict[str, Any]:
    return bounded_parsing.toml(
        (resources.files("facedown_shared") / "data" / "words" / f"{name}.toml").read_text("utf-8")
    )


def together(parts: Sequence[Words]) -> Words:
    """Several sentences as one."""
    return parts[0] if len(parts) == 1 else words("two", parts[0], together(parts[1:]))
