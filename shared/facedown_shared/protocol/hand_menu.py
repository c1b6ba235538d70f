"""The menu of a card, of a pile or of the table where cards are moved by hand: the request and its answer.

A client without the rows of `facedown_shared.manual` (the browser's) asks for it; the server works it out
from the asker's View alone.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from facedown_shared.protocol.envelope import Ordinal, ToClient, ToServer, Word
from facedown_shared.tables import Place
from facedown_shared.text import NOTHING, Words

MAX_COMMON_ROWS = 5
"""Maximum number of rows of a card's menu outside a group."""

GROUPS = ("common", "move", "position", "show", "phase", "talk", "effect")
"""Groups of rows, in the order in which a client shows them."""


class GetMenu(ToServer, frozen=True, tag="menu"):
    """Request the [menu](#menus) of a card, of a pile by its `zone` and `seat`, or of the table; `menu`
    answers.
    """

    card: Ordinal = 0
    zone: Word = ""
    seat: Annotated[int, Meta(ge=-1, le=1)] = -1


class MenuRow(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "title": "t", "gesture": "g", "group": "u", "key": "k", "needs": "n", "places": "p", "cards": "c",
    "least": "l", "most": "h", "number": "i", "rule": "r", "asks": "a", "fields": "f",
}):  # fmt: skip
    """A gesture to send once what it `needs` is filled in, in this order: for "place" one of `places`, for
    cards `least` to `most` of `cards`. `title` is English; `number` fills `{number}` in it. `rule`: what only
    a card's effect may break. `asks`: the question, where there is a special one.
    """

    title: str
    gesture: dict[str, Any]
    """A message with its word as `m`; what the row `needs` is missing in it."""
    group: str = "common"
    key: str = ""
    """Letter that picks the row in an open menu."""
    needs: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    """For the need "beneath": where each of `cards` goes."""
    cards: tuple[int, ...] = ()
    least: int = 1
    most: int = 1
    number: int = 0
    rule: Words = NOTHING
    asks: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    """Fields of a Token besides its name, with their titles."""


class HandMenu(ToClient, frozen=True, tag="menu"):
    """The menu of this card, pile or table, as the player's last View offers it."""

    card: int = 0
    zone: str = ""
    seat: int = -1
    rows: tuple[MenuRow, ...] = ()
