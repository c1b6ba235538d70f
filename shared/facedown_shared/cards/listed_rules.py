"""What a ban list of the field is called here, and by which rules it is played: its name holds its day.

"2005.4 GOAT" is "GOAT 2005.4" and played by the rules of that year, "2026.05 TCG" by today's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DAY = re.compile(r"\d{4}(?:[.-]\d{1,2}){1,2}")
GAMES = {"goat": "GOAT", "rush": "RUSH", "speed": "SPEED", "edison": "MR1", "genesys": "genesys"}
"""What a list calls itself whose rules do not go by its day, and the format."""
SINCE = (("2020.04", "master"), ("2017.04", "MR4"), ("2014.04", "MR3"), ("2011.04", "MR2"), ("", "MR1"))
"""From which month on which rules held, newest first."""


def rules_of(name: str, *, has_points: bool = False) -> str:
    """The format by whose rules this list is played; today's for a list without a day, and Genesys for one
    that has points."""
    if has_points:
        return GAMES["genesys"]
    words = name.lower().split()
    for word, rules in GAMES.items():
        if word in words:
            return rules
    day, _ = _parts(name)
    month = ".".join(part.zfill(2) for part in day[:2])
    return next(rules for since, rules in SINCE if month >= since) if day else "master"


def title_of(name: str) -> str:
    """A list as players call it: "2026.05 TCG" is "TCG 2026.5"."""
    day, called = _parts(name)
    return f"{called} {'.'.join(part.lstrip('0') for part in day)}" if day else name


class Age(NamedTuple):
    """What a list is called without its day, in small letters, and that day in numbers."""

    called: str
    day: tuple[int, ...]


def age_of(name: str) -> Age:
    """By what a list is known to be the same as another, and the newer of the two."""
    day, called = _parts(name)
    return Age(called.casefold(), tuple(map(int, day)))


def _parts(name: str) -> tuple[list[str], str]:
    """Year, month and maybe day, and what else it is called; without a day: none, and the name."""
    parts = name.split()
    if len(parts) > 1 and DAY.fullmatch(parts[0]):
        return re.split("[.-]", parts[0]), " ".join(parts[1:])
    if len(parts) > 1 and DAY.fullmatch(parts[-1]):
        return re.split("[.-]", parts[-1]), " ".join(parts[:-1])
    return [], name
