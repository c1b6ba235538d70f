"""Editions: the scripts and rows of one state of an EDOPro folder, in one file. The file is named by its
digest.

A duel records its edition. After an update of EDOPro, old duels continue with the old edition.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from facedown_server.games.edopro import card_rows
from facedown_server.games.edopro.card_rows import CoreCard
from facedown_shared.cards.facts import Facts

SUFFIX = ".edition"


class _Index(msgspec.Struct, array_like=True):
    """Start and size of each part, counted from the end of the index."""

    rows: tuple[int, int]
    facts: tuple[int, int]
    scripts: dict[str, tuple[int, int]]


class CardSource(Protocol):
    """Source of the cards and scripts that an engine reads during a duel."""

    def row(self, code: int) -> CoreCard | None:
        """Return a card's row, or None if there is no such card."""

    def script(self, name: str) -> bytes | None:
        """Return a script by the last part of its path, or None if there is no such script."""


class Edition:
    """An open edition file. A script is read when the core requests it."""

    def __init__(self, path: Path) -> None:
        self.digest = path.stem
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._start = 8 + int.from_bytes(self._data[:8], "little")
        self._index = msgspec.json.decode(self._data[8 : self._start], type=_Index)
        self._rows: Mapping[int, CoreCard] = card_rows.unpack(self._read_slice(*self._index.rows))

    def _read_slice(self, start: int, size: int) -> bytes:
        return self._data[self._start + start : self._start + start + size]

    @property
    def rows(self) -> Iterable[CoreCard]:
        """Rows of all cards."""
        return self._rows.values()

    def row(self, code: int) -> CoreCard | None:
        """Return a card's row, or None if there is no such card."""
        return self._rows.get(code)

    def facts(self) -> tuple[Facts, ...]:
        """Return the facts of every card, sorted by passcode."""
        return msgspec.json.decode(self._read_slice(*self._index.facts), type=tuple[Facts, ...])

    def script(self, name: str) -> bytes | None:
        """Return a script by the last part of its path, or None if there is no such script."""
        found = self._index.scripts.get(name.rpartition("/")[2])
        return None if found is None else self._read_slice(*found)

    def plays(self, facts: Facts) -> bool:
        """Return whether a card can be played here. True if the card has a script or needs none."""
        plain = "token" in facts.kinds or ("normal" in facts.kinds and "effect" not in facts.kinds)
        named = (f"c{code}.lua" for code in (facts.code, facts.alias))
        return plain or any(name in self._index.scripts for name in named)

    def __contains__(self, code: object) -> bool:
        return code in self._rows

    @property
    def codes(self) -> Iterable[int]:
        """Passcodes of all cards that have a row."""
        return self._rows

    def close(self) -> None:
        """Close the file."""
        self._data.close()


def store_edition(folder: Path, scripts: Iterable[tuple[str, bytes]], cards: Iterable[Facts]) -> Path:
    """Write an edition if its file does not exist yet, and return the file's path. Raises OSError."""
    cards = sorted({facts.code: facts for facts in cards}.values(), key=lambda facts: facts.code)
    packed, printed = card_rows.pack(cards), msgspec.json.encode(cards)
    parts, places, at = [packed, printed], {}, len(packed) + len(printed)
    for name, code in sorted(dict(scripts).items()):
        places[name] = (at, len(code))
        parts.append(code)
        at += len(code)
    index = msgspec.json.encode(_Index((0, len(packed)), (len(packed), len(printed)), places))
    whole = hashlib.sha256(index)
    for part in parts:
        whole.update(part)
    path = folder / f"{whole.hexdigest()[:32]}{SUFFIX}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part_file = path.with_suffix(".part")
        with part_file.open("wb") as file:
            file.write(len(index).to_bytes(8, "little") + index)
            file.writelines(parts)
        part_file.replace(path)
    return path
