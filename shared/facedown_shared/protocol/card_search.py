"""Search for a card by name, where a prompt asks for any: the request and its response."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.protocol.envelope import Ordinal, ToClient, ToServer

MAX_FOUND = 30
"""Maximum number of cards in a response."""
MAX_SEARCH_LETTERS = 80


class SearchCards(ToServer, frozen=True, tag="search_cards"):
    """Search the names of cards that the open prompt admits; `cards_found` answers."""

    ask: Ordinal
    text: Annotated[str, Meta(max_length=MAX_SEARCH_LETTERS)] = ""


class FoundCard(msgspec.Struct, frozen=True, array_like=True):
    """A card: its passcode, and its name in the client's language."""

    code: int
    name: str


class CardsFound(ToClient, frozen=True, tag="cards_found"):
    """At most 30 cards, best first; `more`: others match as well. `printed` comes before, for cards that the
    client cannot know.
    """

    ask: int
    text: str = ""
    cards: tuple[FoundCard, ...] = ()
    more: bool = False
