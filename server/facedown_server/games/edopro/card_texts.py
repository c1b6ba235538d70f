"""Names and texts of cards in other languages, as an EDOPro folder has them: one file beside the edition.

Players read them; no rule does, so no duel's log depends on them.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from facedown_shared.cards.facts import Facts

SUFFIX = ".texts"
"""How such a file ends."""


class _Row(msgspec.Struct, array_like=True):
    """What is written on a card."""

    name: str
    text: str = ""
    pendulum_text: str = ""
    lines: tuple[str, ...] = ()


OWN = ""
"""The key of lines in the language of the folder's main database; no client requests it."""


class TextFile:
    """An open file of texts; rows are read when the card is sent. None where there is no file."""

    def __init__(self, path: Path | None) -> None:
        self._rows: dict[str, dict[int, tuple[int, int]]] = {}
        if path is None or not path.is_file():
            return
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._start = 8 + int.from_bytes(self._data[:8], "little")
        self._rows = msgspec.json.decode(
            self._data[8 : self._start], type=dict[str, dict[int, tuple[int, int]]]
        )

    @property
    def languages(self) -> Iterable[str]:
        """The languages that there are texts in."""
        return [language for language in self._rows if language != OWN]

    def said(self, facts: Facts, language: str) -> Facts | None:
        """Return these facts with the words of a language; None where it has none of the card."""
        found = self._rows.get(language, {})
        place = found.get(facts.code) or found.get(facts.alias)
        row = None if place is None else self._row(place)
        if row is None or not row.name:
            return None
        return msgspec.structs.replace(facts, name=row.name, text=row.text, pendulum_text=row.pendulum_text)

    def names(self) -> Iterator[Facts]:
        """Every card by its name in every language; nothing else of it."""
        for language in self.languages:
            for code, place in self._rows[language].items():
                if name := self._row(place).name:
                    yield Facts(code=code, name=name)

    def lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return a card's lines, in this language if there are some, else in the folder's own."""
        places = (self._rows.get(one, {}).get(code) for one in (language, OWN))
        found = (self._row(place).lines for place in places if place is not None)
        return next((lines for lines in found if lines), ())

    def _row(self, place: tuple[int, int]) -> _Row:
        start, size = place
        return msgspec.json.decode(self._data[self._start + start : self._start + start + size], type=_Row)


def keep(
    path: Path, texts: Mapping[str, Mapping[int, Facts]],
    said: Mapping[str, Mapping[int, tuple[str, ...]]] | None = None,
) -> None:  # fmt: skip
    """Write a file of texts by language and passcode, and of what is `said` line by line. Raises OSError."""
    places: dict[str, dict[int, tuple[int, int]]] = {}
    rows, at = list[bytes](), 0
    said = said or {}
    for language in sorted({*texts, *said}):
        places[language] = {}
        cards, lines = texts.get(language, {}), said.get(language, {})
        for code in sorted({*cards, *lines}):
            facts = cards.get(code) or Facts(code=code, name="")
            row = msgspec.json.encode(_Row(facts.name, facts.text, facts.pendulum_text, lines.get(code, ())))
            places[language][code] = (at, len(row))
            rows.append(row)
            at += len(row)
    index = msgspec.json.encode(places)
    part = path.with_suffix(".part")
    part.write_bytes(len(index).to_bytes(8, "little") + index + b"".join(rows))
    part.replace(path)
