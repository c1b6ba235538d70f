"""Card names and texts in other languages, from an EDOPro folder. They are stored in one file beside the
edition.

Players read these texts. Rules do not use them, so no duel's log depends on them.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from facedown_shared.cards.facts import Facts

SUFFIX = ".texts"
"""File name suffix of a text file."""


class _Row(msgspec.Struct, array_like=True):
    """Name and texts of one card."""

    name: str
    text: str = ""
    pendulum_text: str = ""
    lines: tuple[str, ...] = ()


OWN = ""
"""Key of the lines in the language of the folder's main database. No client requests it."""


class TextFile:
    """An open text file, or an empty one if the path is None or missing. A row is read only when its card is
    sent.
    """

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
        """Languages that have texts."""
        return [language for language in self._rows if language != OWN]

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return these facts with the card's name and texts in a language, or None if the language lacks the
        card.
        """
        found = self._rows.get(language, {})
        place = found.get(facts.code) or found.get(facts.alias)
        row = None if place is None else self._row(place)
        if row is None or not row.name:
            return None
        return msgspec.structs.replace(facts, name=row.name, text=row.text, pendulum_text=row.pendulum_text)

    def names(self) -> Iterator[Facts]:
        """Yield the name of every card in every language, as facts with code and name only."""
        for language in self.languages:
            for code, place in self._rows[language].items():
                if name := self._row(place).name:
                    yield Facts(code=code, name=name)

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return a card's lines in this language, or in the folder's own language if there are none."""
        places = (self._rows.get(one, {}).get(code) for one in (language, OWN))
        found = (self._row(place).lines for place in places if place is not None)
        return next((lines for lines in found if lines), ())

    def _row(self, place: tuple[int, int]) -> _Row:
        start, size = place
        return msgspec.json.decode(self._data[self._start + start : self._start + start + size], type=_Row)


def store_texts(
    path: Path, texts: Mapping[str, Mapping[int, Facts]],
    said: Mapping[str, Mapping[int, tuple[str, ...]]] | None = None,
) -> None:  # fmt: skip
    """Write a file of texts by language and passcode. `said` holds the cards' lines, also by language and
    passcode.

    Raises OSError.
    """
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
