"""One sentence on what happens to a match when this program ends."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from facedown_shared.network.links import TableLink
from facedown_shared.startup import typed_command
from facedown_shared.text import _, gettext_noop

LEAVING = gettext_noop(
    "Leaving gives up this match. Type leave again to do that, or quit to go and keep your seat."
)
CONCEDING = gettext_noop("The other player wins this duel then. Type concede again to give it up.")
CONCEDING_MATCH = gettext_noop(
    "The other player wins the whole match then. Type concede match again to give it up."
)
KEPT = gettext_noop(
    "Your seat is kept, but the other player may claim the win if you are away too long; to return type "
    "{command}"
)
KEPT_HERE = gettext_noop(
    "The duel pauses for both and is saved on this computer; to resume it type {command}"
)
PLAYED_ELSEWHERE = gettext_noop(
    "Your seat is played from another connection now; the server on this computer keeps running for the "
    "table. Type back to take the seat here again, or quit to stop the server."
)
SERVER_GOES_ON = gettext_noop(
    "The server on this computer keeps running for those who are still at the table. Type quit to stop it."
)
HOSTS_ON = gettext_noop("Your server keeps running for the table until you stop it.")
SERVER_ENDS = gettext_noop(
    "The table stops for all players and spectators. A running match is saved on this computer."
)
SERVER_STOPS = gettext_noop("The server on this computer has stopped.")
ENDING = gettext_noop(
    "Practice in the terminal is not saved: the duel ends then. Type {word} again to end it."
)
GONE = gettext_noop("The duel is over: practice is not saved.")
UNSAVED = gettext_noop("It is lost then: Ctrl+S saves it as a file.")
LEFT = gettext_noop("You have left the table.")
GONE_ALONE = gettext_noop("This table is gone; next time, save NAME writes what was played to a file.")
WATCHED = gettext_noop("You have stopped watching.")
NOTHING = gettext_noop("Nothing had started.")


class Keeps(StrEnum):
    """Server that keeps a running match when this program ends."""

    THERE = "there"
    """A server that stays up and keeps the seat."""
    HERE = "here"
    """A server beside this program: it stops too, and stores the match on disk."""
    NOTHING = "nothing"


def stored_match_text(keeps: Keeps, server: TableLink, code: str) -> str:
    """Return a sentence on what is stored of the match at this table, and how to return to it."""
    if keeps is Keeps.HERE:
        return _(KEPT_HERE, command=f"{typed_command(f'join {code}')} --text")
    link = msgspec.structs.replace(server, code=code)
    return _(KEPT, command=f"{typed_command(f'join {link}')} --text")
