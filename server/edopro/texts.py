"""Names and texts of cards in other languages, as an EDOPro folder has them: one file beside the edition.

Whoever plays reads them; no rule does, so no duel's log hangs on them.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from shared.cards.facts import Facts

SUFFIX = ".texts"
"""How such a file ends."""


class _Row(msgspec.Struct, array_like=True):
    """What is written on a card."""

    name: str
    text: str = ""
    pendulum_text: str = ""


class KeptTexts:
    """An open file of texts; rows are read when somebody is told of the card. None where there is no file."""

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
        return self._rows

    def said(self, facts: Facts, language: str) -> Facts | None:
        """These facts with the words of a language; None where it has none of the card."""
        found = self._rows.get(language, {})
        place = found.get(facts.code) or found.get(facts.alias)
        if place is None:
            return None
        start, size = place
        row = msgspec.json.decode(self._data[self._start + start : self._start + start + size], type=_Row)
        return msgspec.structs.replace(facts, name=row.name, text=row.text, pendulum_text=row.pendulum_text)


def keep(path: Path, texts: Mapping[str, Mapping[int, Facts]]) -> None:
    """Write a file of texts by language and passcode. Raises OSError."""
    places: dict[str, dict[int, tuple[int, int]]] = {}
    rows, at = list[bytes](), 0
    for language, cards in sorted(texts.items()):
        places[language] = {}
        for code, facts in sorted(cards.items()):
            row = msgspec.json.encode(_Row(facts.name, facts.text, facts.pendulum_text))
            places[language][code] = (at, len(row))
            rows.append(row)
            at += len(row)
    index = msgspec.json.encode(places)
    part = path.with_suffix(".part")
    part.write_bytes(len(index).to_bytes(8, "little") + index + b"".join(rows))
    part.replace(path)
