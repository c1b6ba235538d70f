"""A table's mode and admission as text: information for guests before the match.

Law: plain values; no pygame, no trio.
"""

from __future__ import annotations

from facedown_client.model.model import Model
from facedown_shared.tables import FORMATS
from facedown_shared.text import _, gettext_noop

KEY = gettext_noop("Anyone who has the link can join.")
KEY_AND_PASSWORD = gettext_noop(
    "Anyone who has the link can join. The password is needed from the lobby and for the code."
)

OPENS = gettext_noop("If you are ready, you agree: after the match both hands are opened to both players.")

PACES = {
    "off": gettext_noop("no pauses"),
    "quick": gettext_noop("short pauses"),
    "careful": gettext_noop("long pauses"),
}


CORE = gettext_noop("Every card by rules: EDOPro's core, {source}")
NO_CORE = gettext_noop(
    "This server does not have EDOPro's core: cards that facedown's rules do not know are played by hand "
    "until its host installs it with `python run.py core`."
)


def core_words(model: Model) -> str:
    """Return a sentence that names the server's core and the address of its source, or that there is no core.

    Users of the server are entitled to the source.
    """
    source = model.welcome.core if model.welcome is not None else ""
    return _(CORE, source=source) if source else _(NO_CORE)


def table_terms(model: Model) -> list[str]:
    """Return the clock, pauses and password of our table, its core, and whether hands are opened afterwards.

    Play by hand has no clock.
    """
    clock = model.clock
    words = []
    if model.table is not None and model.table.mode == "core" and model.welcome is not None:
        if model.table.banlist and model.table.format in FORMATS:
            words.append(_(FORMATS[model.table.format].title))
        words.append(model.welcome.core)
    if model.table is not None and model.table.point_cap is not None:
        words.append(_("decks of up to {cap} points", cap=model.table.point_cap))
    if model.table is not None and model.table.life is not None:
        words.append(_("{life} Life", life=model.table.life))
    if clock.bank:
        minutes, seconds = clock.bank // 60, clock.increment
        words.append(_("{minutes} min + {seconds} s for each", minutes=minutes, seconds=seconds))
    elif model.pace:
        words.append(_("no clock"))
    if model.pace in PACES and model.table is not None and model.table.mode != "free":
        words.append(_(PACES[model.pace]))
    if model.locked:
        words.append(_("password"))
    if model.table is not None and model.table.open_hands:
        words.append(_("both hands opened afterwards"))
    return words


def key_words(model: Model) -> str:
    """Return a sentence on joining the table: the link, and the purpose of its password."""
    return _(KEY_AND_PASSWORD if model.locked else KEY)
