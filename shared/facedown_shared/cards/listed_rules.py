"""The names of ban lists and the rules they imply. The date in the name decides.

"2005.4 GOAT" is shown as "GOAT 2005.4" and played by the rules of that year, "2026.05 TCG" by today's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DAY = re.compile(r"\d{4}(?:[.-]\d{1,2}){1,2}")
GAMES = {"goat": "GOAT", "rush": "RUSH", "speed": "SPEED", "edison": "MR1", "genesys": "genesys"}
"""Lists whose format does not follow from the date, with their format."""
SINCE = (("2020.04", "master"), ("2017.04", "MR4"), ("2014.04", "MR3"), ("2011.04", "MR2"), ("", "MR1"))
"""Rule sets with their first month, newest first."""


def format_of_list(name: str, *, has_points: bool = False) -> str:
    """Return the format of a ban list. A list without a date gets today's format, one with points Genesys."""
    if has_points:
        return GAMES["genesys"]
    words = name.lower().split()
    for word, rules in GAMES.items():
        if word in words:
            return rules
    day, _ = _parts(name)
    month = ".".join(part.zfill(2) for part in day[:2])
    return next(rules for since, rules in SINCE if month >= since) if day else "master"


def list_title(name: str) -> str:
    """Return a list's title: "2026.05 TCG" becomes "TCG 2026.5"."""
    day, called = _parts(name)
    return f"{called} {'.'.join(part.lstrip('0') for part in day)}" if day else name


class Age(NamedTuple):
    """A list's name without its date, in lower case, and the date in numbers."""

    called: str
    day: tuple[int, ...]


def list_age(name: str) -> Age:
    """Return the Age of a list's name: equal names identify a list, and the date tells which is newer."""
    day, called = _parts(name)
    return Age(called.casefold(), tuple(map(int, day)))


def _parts(name: str) -> tuple[list[str], str]:
    """Return the numbers of the date (year, month, optional day) and the rest of the name.

    Without a date: no numbers, and the whole name.
    """
    parts = name.split()
    if len(parts) > 1 and DAY.fullmatch(parts[0]):
        return re.split("[.-]", parts[0]), " ".join(parts[1:])
    if len(parts) > 1 and DAY.fullmatch(parts[-1]):
        return re.split("[.-]", parts[-1]), " ".join(parts[:-1])
    return [], name
