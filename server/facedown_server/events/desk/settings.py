"""Settings that an organizer types or chooses: a key and a word make new settings."""

from __future__ import annotations

from msgspec.structs import replace

from facedown_server.events.rules.acts import EventSettings
from facedown_server.events.rules.scoring import GAMES, settings_for

NUMBERS = {"minutes": "minutes", "best-of": "best_of", "rounds": "rounds"}
"""Settings that are numbers, by the key that is typed."""
SWITCHES = {"registration": "registration", "tables": "opens_tables"}
"""Settings that are yes or no."""
YES_WORDS = {"yes": True, "no": False}
MAX_DIGITS = 3


def changed_settings(settings: EventSettings, key: str, word: str) -> EventSettings | None:
    """Return the settings with one of them changed; None if the key or the word is none.

    Another game changes points, tie-breakers, minutes and best-of too.
    """
    if key in NUMBERS and word.isdecimal() and len(word) <= MAX_DIGITS:
        return replace(settings, **{NUMBERS[key]: int(word)})
    if key in SWITCHES and word in YES_WORDS:
        return replace(settings, **{SWITCHES[key]: YES_WORDS[word]})
    if key == "late" and word in ("losses", "byes"):
        return replace(settings, late=word)
    if key == "game" and word in GAMES:
        made = settings_for(word)
        return replace(
            made, rounds=settings.rounds, cut=settings.cut, format=settings.format, late=settings.late,
            registration=settings.registration, opens_tables=settings.opens_tables,
        )  # fmt: skip
    return None
