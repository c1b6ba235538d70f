"""How a table is played and who comes in, in words: what everybody at it should know before the match.

Law: plain values; no pygame, no trio.
"""

from __future__ import annotations

from client.data.model import Model
from shared.language import _, later

KEY = later("The link is the key: whoever has it comes in.")
KEY_AND_PASSWORD = later(
    "The link is the key: whoever has it comes in. The password guards the lobby and the code."
)

PACES = {"off": later("no pauses"), "quick": later("short pauses"), "careful": later("long pauses")}


def played(model: Model) -> list[str]:
    """Clock, pauses and password of the table we are at; by hand nothing is timed."""
    clock = model.clock
    words = []
    if clock.bank:
        minutes, seconds = clock.bank // 60, clock.increment
        words.append(_("{minutes} min + {seconds} s for each", minutes=minutes, seconds=seconds))
    elif model.pace:
        words.append(_("no clock"))
    if model.pace in PACES and model.table is not None and model.table.mode != "free":
        words.append(_(PACES[model.pace]))
    if model.locked:
        words.append(_("password"))
    return words


def key_words(model: Model) -> str:
    """What opens the table: the link, and what its password is for."""
    return _(KEY_AND_PASSWORD if model.locked else KEY)
