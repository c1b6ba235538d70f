"""Building a deck without a table: searches for cards, the check of a deck, and the responses."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.protocol.card_search import MAX_SEARCH_LETTERS
from facedown_shared.protocol.envelope import DeckText, Ordinal, Passcode, ToClient, ToServer, Word
from facedown_shared.protocol.provided_facts import Points, SetCode, Stars
from facedown_shared.text import Words

MAX_CARDS_FOUND = 50
"""Maximum number of cards in a response."""
MAX_ARCHETYPES_LISTED = 60
"""Maximum number of archetypes in a response, besides those that the search names."""
MAX_COPIES = 3

Choices = Annotated[tuple[Word, ...], Meta(max_length=8)]
"""Words of one criterion, of which a card must have one; () matches every card."""
ListName = Annotated[str, Meta(max_length=80)]
"""A ban list of `welcome.banlists`; "" for that of the format."""


class CardFilters(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Criteria of a search, besides its text; one that is left out matches every card. Words are those of
    [`Facts`](#facts).
    """

    kinds: Choices = ()
    """Kinds of cards ("spell"; "attack" of Flesh and Blood)."""
    marks: Choices = ()
    """Attributes ("dark"), or colours ("red")."""
    races: Choices = ()
    """Types of monsters."""
    summons: Choices = ()
    """Kinds of monsters ("xyz")."""
    properties: Choices = ()
    """Kinds of Spells and Traps ("quickplay")."""
    archetypes: Annotated[tuple[SetCode, ...], Meta(max_length=4)] = ()
    """Set codes; a card must belong to one of these archetypes."""
    levels: tuple[Stars, Stars] | None = None
    """Least and greatest Level, Rank or Link Rating; or cost."""
    attack: Points | None = None
    """Least ATK or power."""
    defense: Points | None = None
    """Least DEF or defense."""
    limit: Annotated[int, Meta(ge=0, le=MAX_COPIES)] | None = None
    """Copies that the ban list allows."""
    hero: Passcode = 0
    """Hero whose deck may contain the cards; 0: any."""


class FindCards(ToServer, frozen=True, tag="find_cards"):
    """Search the server's cards for a deck, without a table; `cards_listed` answers with this `number`."""

    number: Ordinal
    format: Word = "master"
    banlist: ListName = ""
    text: Annotated[str, Meta(max_length=MAX_SEARCH_LETTERS)] = ""
    filters: CardFilters = CardFilters()
    archetypes: bool = False
    """Whether the response lists archetypes too."""


class CheckDeck(ToServer, frozen=True, tag="check_deck"):
    """Parse a deck in any form that `deck` accepts, and check it, without a table; `deck_checked` answers
    with this `number`.
    """

    number: Ordinal
    deck: DeckText
    format: Word = "master"
    banlist: ListName = ""


class DeckCard(msgspec.Struct, frozen=True, array_like=True):
    """A card by its passcode, the copies that a deck may have, and what a copy costs."""

    code: int
    copies: int = MAX_COPIES
    points: int = 0


class Archetype(msgspec.Struct, frozen=True, array_like=True):
    """An archetype by its set code, its name, and how many of the cards belong to it."""

    code: int
    name: str
    cards: int = 0


class CardsListed(ToClient, frozen=True, tag="cards_listed"):
    """At most 50 cards, best first, of `total` that match. `printed` comes before, for cards that the client
    cannot know.
    """

    number: int
    cards: tuple[DeckCard, ...] = ()
    total: int = 0
    archetypes: tuple[Archetype, ...] = ()
    """The largest archetypes among the cards that match everything but `filters.archetypes`, by name. Those
    of `filters.archetypes` are always listed.
    """


class DeckChecked(ToClient, frozen=True, tag="deck_checked"):
    """A deck in its parts, whether the format allows it, and why not; `notes`: what was left out of the text.
    Without cards, `reasons` say why the text holds no deck. `printed` comes before.
    """

    number: int
    legal: bool
    reasons: tuple[Words, ...] = ()
    notes: tuple[Words, ...] = ()
    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    cards: tuple[DeckCard, ...] = ()
    """Each different card of the deck that the server knows."""
    points: int = 0
    point_cap: int | None = None
    """What the deck may cost; null if cards cost no points."""
