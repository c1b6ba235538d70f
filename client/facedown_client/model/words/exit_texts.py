"""What happens to a match when this program ends, in one sentence."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from facedown_shared.network.links import TableLink
from facedown_shared.text.language import _, later
from facedown_shared.text.startup import typed

LEAVING = later("Leaving gives up this match. Type leave again to do that, or quit to go and keep your seat.")
CONCEDING = later("The other player wins this duel then. Type concede again to give it up.")
CONCEDING_MATCH = later("The other player wins the whole match then. Type concede match again to give it up.")
KEPT = later(
    "Your seat is kept, though whoever waits too long for you may claim the win; to come back type {command}"
)
KEPT_HERE = later("The duel stops for both and is kept on this computer; to go on with it type {command}")
PLAYED_ELSEWHERE = later(
    "Your seat is played elsewhere now; the server on this computer goes on for the table. Type back to take "
    "the seat here again, or quit to end the server."
)
SERVER_GOES_ON = later(
    "The server on this computer goes on for those who are still at the table. Type quit to end it."
)
HOSTS_ON = later("Your server goes on for the table until you end it.")
SERVER_ENDS = later("The table stops for everybody there. A running match is kept on this computer.")
SERVER_STOPS = later("The server on this computer has ended.")
ENDING = later("A practice in the terminal is not kept: the duel ends then. Type {word} again to end it.")
GONE = later("The duel is over: what is practised is not kept.")
UNSAVED = later("It is gone then: Ctrl+S keeps it as a file.")
LEFT = later("You have left the table.")
GONE_ALONE = later("This table is gone; save NAME keeps what was played as a file, the next time.")
WATCHED = later("You watch no longer.")
NOTHING = later("Nothing had begun.")


class Keeps(StrEnum):
    """Who keeps a running match when this program ends."""

    THERE = "there"
    """The server goes on, and keeps the seat."""
    HERE = "here"
    """The server runs beside this program and stops with it; it keeps the match on disk."""
    NOTHING = "nothing"


def kept(keeps: Keeps, server: TableLink, code: str) -> str:
    """Return what is stored of the match at this table, and how to return to it."""
    if keeps is Keeps.HERE:
        return _(KEPT_HERE, command=f"{typed(f'join {code}')} --text")
    link = msgspec.structs.replace(server, code=code)
    return _(KEPT, command=f"{typed(f'join {link}')} --text")
