"""Forbidden and Limited Lists: data from outside, in the format of lflist.conf (GAP-20).

    !A name                  a list begins
    $whitelist               cards that are not on this list are forbidden
    $genesys 100             cards cost points; the number is the point cap of a deck (default: 100)
    46986414 1 --a comment   the allowed copies of this card; 0 and -1 forbid it
    46986414 $genesys 20     the points of each copy of this card
    # a comment

Any blanks may separate the columns. In a list whose points are written without the word, every number is
points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from facedown_shared.cards.facts import Pool
from facedown_shared.tables.formats import DEFAULT_POINT_CAP
from facedown_shared.text import _

MAX_COPIES = 3
MAX_POINTS = 10_000
"""Maximum points of a card and of a deck."""
MAX_FAULTS = 100
"""Maximum number of bad lines reported for one file."""
NONE_AT_ALL = "-1"
"""Number by which some lists forbid a card."""
WHITELIST, POINTS = "$whitelist", "$genesys"

_ENTRY = re.compile(
    r"(?P<code>\d{1,10})\s+(?:(?P<word>\$\S*)\s+)?(?P<number>-?\d{1,6})(?=\s|--|#|$)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Limits:
    """One ban list: the allowed copies of each card, or the points of a copy, by passcode as written."""

    name: str = ""
    counts: Mapping[int, int] = field(default_factory=dict)
    whitelist: bool = False
    points: Mapping[int, int] = field(default_factory=dict)
    point_cap: int | None = None
    """The point cap of a deck; None if cards cost no points."""

    def allowed_copies(self, pool: Pool) -> Mapping[int, int]:
        """Return the allowed copies by the passcode of the original artwork. The stricter of two rows
        counts.
        """
        strictest: dict[int, int] = {}
        for code, count in self.counts.items():
            original = _original(code, pool)
            strictest[original] = min(count, strictest.get(original, MAX_COPIES))
        return strictest

    def costs(self, pool: Pool) -> Mapping[int, int]:
        """Return the points of one copy by the passcode of the original artwork. The higher of two rows
        counts.
        """
        highest: dict[int, int] = {}
        for code, points in self.points.items():
            original = _original(code, pool)
            highest[original] = max(points, highest.get(original, 0))
        return highest

    @property
    def otherwise(self) -> int:
        """The allowed copies of a card that is not on the list."""
        return 0 if self.whitelist else MAX_COPIES


NO_LIMITS = Limits()


class ReadLists(NamedTuple):
    """The lists of a file by name in file order, and a sentence for each bad line."""

    lists: dict[str, Limits]
    faults: tuple[str, ...]


class _Draft:
    """A ban list while it is being parsed."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, bool, int]] = []
        """Rows of the list: line, passcode, whether the number is marked as points, and the number."""
        self.whitelist = False
        self.cap: int | None = None

    def finished_list(self, name: str, faults: list[tuple[int, str]]) -> Limits:
        """Return the finished list. Errors in its numbers are added to `faults`."""
        all_points = self.cap is not None and not any(said for _line, _code, said, _number in self.rows)
        counts: dict[int, int] = {}
        points: dict[int, int] = {}
        for line, code, said, number in self.rows:
            if said or all_points:
                points[code] = number
            elif number <= MAX_COPIES:
                counts[code] = number
            else:
                faults.append((line, _no_entry()))
        return Limits(name, counts, self.whitelist, points, self.cap)


def parse_lists(text: str) -> ReadLists:
    """Parse every ban list of a file. Bad lines are reported and skipped."""
    drafts: dict[str, _Draft] = {}
    faults: list[tuple[int, str]] = []
    draft: _Draft | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        row = line.strip()
        if not row or row.startswith(("#", "--")):
            continue
        if row.startswith("!"):
            draft = drafts[row[1:].strip()] = _Draft()
        elif draft is None:
            faults.append(
                (number, _("comes before the first list; a list begins with a line such as !My list"))
            )
        elif why := _parse_row(draft, number, row):
            faults.append((number, why))
    lists = {name: one.finished_list(name, faults) for name, one in drafts.items()}
    return ReadLists(lists, tuple(
        _("Line {number} of the list of limits {what}.", number=number, what=what)
        for number, what in sorted(faults)[:MAX_FAULTS]
    ))  # fmt: skip


def _parse_row(draft: _Draft, line: int, row: str) -> str:
    """Parse one line into a list. Return the reason if the line is invalid, else ""."""
    if row.startswith("$"):
        return _parse_kind(draft, row)
    found = _ENTRY.match(row)
    if found is None or int(found["code"]) > 0xFFFFFFFF:
        return _no_entry()
    word, number = found["word"], 0 if found["number"] == NONE_AT_ALL else int(found["number"])
    if word and word.lower() != POINTS:
        return _unknown_word_reason(word)
    if not 0 <= number <= MAX_POINTS:
        return _no_entry()
    draft.rows.append((line, int(found["code"]), bool(word), number))
    return ""


def _parse_kind(draft: _Draft, row: str) -> str:
    """Parse a line that sets the kind of list."""
    word, *rest = row.partition("--")[0].split()
    if word.lower() == WHITELIST:
        draft.whitelist = True
    elif word.lower() == POINTS and not rest:
        draft.cap = DEFAULT_POINT_CAP
    elif word.lower() == POINTS and len(rest) == 1 and _is_number(rest[0], MAX_POINTS):
        draft.cap = int(rest[0])
    else:
        return _unknown_word_reason(row)
    return ""


def _original(code: int, pool: Pool) -> int:
    facts = pool.get(code)
    return facts.original if facts else code


def _is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 20 and int(word) <= most


def _no_entry() -> str:
    return _("is not an entry; write a passcode, a space and a number from 0 to 3 (or $genesys and points)")


def _unknown_word_reason(row: str) -> str:
    return _("says {row}; words of this kind are $whitelist and $genesys with a number", row=row[:40])
