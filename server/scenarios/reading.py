"""Scenarios from files: one in a `.json`, one a line in a `.jsonl` or `.jsonl.gz`.

A line is read when it is its turn, so that a large file takes no more memory than its longest line.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from server.scenarios.files import Scenario, parse
from shared.cards.facts import Pool
from shared.errors import BadInput, Code
from shared.plainly import plainly

LONGEST = 1 << 20
"""Bytes of one scenario."""


class Unreadable(msgspec.Struct, frozen=True):
    """What should have been a scenario, and the sentence that says what is wrong with it."""

    id: str
    reason: BadInput


def read(path: Path, pool: Pool) -> Iterator[Scenario | Unreadable]:
    """Every scenario of a file, in its order; where there is none, why."""
    try:
        for at, (name, data) in enumerate(_texts(path), 1):
            place = f"{path}, line {at}," if name != path.stem else str(path)
            yield _scenario(data, pool, name, place)
    except (OSError, EOFError, zlib.error) as error:
        told = getattr(error, "strerror", None) or plainly(error)
        yield Unreadable(path.stem, BadInput(Code.BAD_FILE, f"{path} cannot be read: {told}."))


def _texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """The texts in a file, each with the name a scenario without one gets."""
    suffixes = path.name.lower().split(".")[1:]
    if "jsonl" not in suffixes:
        with path.open("rb") as file:
            yield path.stem, file.read(LONGEST + 1)
        return
    with gzip.open(path) if suffixes[-1] == "gz" else path.open("rb") as lines:
        at = 0
        while line := lines.readline(LONGEST + 1):
            at += 1
            yield f"{path.name}:{at}", line
            while len(line) > LONGEST and not line.endswith(b"\n"):
                line = lines.readline(LONGEST + 1)


def _scenario(data: bytes, pool: Pool, name: str, place: str) -> Scenario | Unreadable:
    try:
        if len(data) > LONGEST:
            raise ValueError(f"it has more than {LONGEST:,} bytes")
        return parse(data, pool, name)
    except (msgspec.MsgspecError, ValueError) as error:
        return Unreadable(name, BadInput(Code.BAD_FILE, f"{place} is no scenario: {plainly(error)}."))
