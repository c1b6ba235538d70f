"""Settings that an organizer types or chooses: a key and a word make new settings."""

from __future__ import annotations

from msgspec.structs import replace

from facedown_server.events.rules.acts import EventSettings
from facedown_server.events.rules.scoring import GAMES, settings_for
from facedown_shared.tables.formats import DECK_FORMATS
from facedown_shared.text.plain_text import strip_controls

NUMBERS = {"minutes": "minutes", "best-of": "best_of", "rounds": "rounds"}
"""Settings that are numbers, by the key that is typed."""
NO_TABLES = "no"
"""The word for cards on the table, in place of a format."""
TEXTS = {"format": "format", "wifi": "wifi_name", "wifi-password": "wifi_password"}
"""Settings that are texts, by the key that is typed."""
YES_WORDS = {"yes": True, "no": False}
MAX_DIGITS = 3


def changed_settings(settings: EventSettings, key: str, word: str) -> EventSettings | None:
    """Return the settings with one of them changed; None if the key or the word is none.

    Another game changes points, tie-breakers, minutes and best-of too.
    """
    if key in NUMBERS and word.isdecimal() and len(word) <= MAX_DIGITS:
        return replace(settings, **{NUMBERS[key]: int(word)})
    if key in TEXTS:
        return replace(settings, **{TEXTS[key]: strip_controls(word, lines=False)})
    if key == "registration" and word in YES_WORDS:
        return replace(settings, registration=YES_WORDS[word])
    if key == "tables" and word in (NO_TABLES, *DECK_FORMATS):
        return replace(settings, screen_format="" if word == NO_TABLES else word)
    if key == "late" and word in ("losses", "byes"):
        return replace(settings, late=word)
    if key == "game" and word in GAMES:
        made = settings_for(word)
        return replace(
            made, rounds=settings.rounds, cut=settings.cut, format=settings.format, late=settings.late,
            registration=settings.registration, screen_format=settings.screen_format,
            wifi_name=settings.wifi_name, wifi_password=settings.wifi_password,
            max_players=settings.max_players,
        )  # fmt: skip
    return None
