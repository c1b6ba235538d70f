"""Search for a card by name, where a prompt asks for any: the request and its response."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.protocol.envelope import Ordinal, ToClient, ToServer

MAX_FOUND = 30
"""Cards in one response."""
MAX_SEARCH_LETTERS = 80


class SearchCards(ToServer, frozen=True, tag="search_cards"):
    """Which cards that the open prompt admits have this in their name? `cards_found` answers. Without a text,
    the first of all."""

    ask: Ordinal
    text: Annotated[str, Meta(max_length=MAX_SEARCH_LETTERS)] = ""


class FoundCard(msgspec.Struct, frozen=True, array_like=True):
    """A card by its passcode, with its name in the asker's language."""

    code: int
    name: str


class CardsFound(ToClient, frozen=True, tag="cards_found"):
    """The cards that a search has found, at most 30, the best first. `more`: others fit as well. What is
    printed on them comes before it, where the client cannot know it."""

    ask: int
    text: str = ""
    cards: tuple[FoundCard, ...] = ()
    more: bool = False
