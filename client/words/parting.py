"""What becomes of a match when this program ends, and the one sentence that says so."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from shared.links import TableLink
from shared.starting import typed

LEAVING = "Leaving gives up this match. Type leave again to do that, or quit to go and keep your seat."
KEPT = "Your seat is kept, though whoever waits too long for you may claim the win; to come back type"
KEPT_HERE = "The duel stops for both and is kept on this computer; to go on with it type"
GONE = "The duel is over: what is practised is not kept."
LEFT = "You have left the table."
GONE_ALONE = "This table is gone; save NAME keeps what was played as a file, the next time."
WATCHED = "You watch no longer."
NOTHING = "Nothing had begun."


class Keeps(StrEnum):
    """Who keeps a running match when this program ends."""

    THERE = "there"
    """The server goes on, and keeps the seat."""
    HERE = "here"
    """The server runs beside this program and stops with it; it keeps the match on disk."""
    NOTHING = "nothing"


def kept(keeps: Keeps, server: TableLink, code: str) -> str:
    """What is kept of the match at this table, and how to come back to it."""
    if keeps is Keeps.HERE:
        return f"{KEPT_HERE} {typed(f'join {code}')} --text"
    link = msgspec.structs.replace(server, code=code)
    return f"{KEPT} {typed(f'join {link}')} --text"
