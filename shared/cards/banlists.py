"""Forbidden and Limited lists: data from outside, read from the format of lflist.conf (GAP-20).

!A name                  a list begins
$whitelist               what is not on this list is forbidden
46986414 1 --a comment   so many copies of this card; 0 is forbidden, and so is -1
# a comment
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.cards.facts import Pool
from shared.errors import BadInput, Code
from shared.language import _

MOST_COPIES = 3
NONE_AT_ALL = "-1"
"""How some lists of the field write that not one copy is allowed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """One list: how many copies of a card a deck may hold, by passcode as written."""

    name: str = ""
    counts: Mapping[int, int] = field(default_factory=dict)
    whitelist: bool = False

    def of(self, pool: Pool) -> Mapping[int, int]:
        """Copies by the passcode that alternate arts count among; of two rows on one card the stricter."""
        strictest: dict[int, int] = {}
        for code, count in self.counts.items():
            facts = pool.get(code)
            original = facts.original if facts else code
            strictest[original] = min(count, strictest.get(original, MOST_COPIES))
        return strictest

    @property
    def otherwise(self) -> int:
        """Copies of a card that is not on the list."""
        return 0 if self.whitelist else MOST_COPIES


NO_LIMITS = Limits()


def read(text: str) -> dict[str, Limits]:
    """Every list of a file by name, in the file's order. Raises BadInput with the line at fault."""
    lists: dict[str, tuple[dict[int, int], list[str]]] = {}
    name: str | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        row = line.strip()
        if not row or row.startswith(("#", "--")):
            continue
        if row.startswith("!"):
            name = row[1:].strip()
            lists[name] = ({}, [])
        elif name is None:
            raise _bad(number, _("comes before the first list; a list begins with a line such as !My list"))
        elif row.lower() == "$whitelist":
            lists[name][1].append(row)
        elif row.startswith("$"):
            raise _bad(number, _("says {row}; the only word of this kind is $whitelist", row=row[:40]))
        else:
            code, count = _entry(number, row)
            lists[name][0][code] = count
    return {name: Limits(name, counts, bool(words)) for name, (counts, words) in lists.items()}


def _entry(number: int, row: str) -> tuple[int, int]:
    """A passcode, and how many copies of it are allowed."""
    code, __, rest = row.partition(" ")
    count = rest.partition("--")[0].strip()
    if count == NONE_AT_ALL:
        count = "0"
    if not _is_number(code, 4_294_967_295) or not _is_number(count, MOST_COPIES):
        raise _bad(number, _("is no entry; write a passcode, a space and a number from 0 to 3"))
    return int(code), int(count)


def _is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 20 and int(word) <= most


def _bad(number: int, what: str) -> BadInput:
    return BadInput(Code.BAD_FILE, _("Line {number} of the list of limits {what}.", number=number, what=what))
