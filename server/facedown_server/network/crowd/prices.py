"""The price of every message, by kind and size: tokens charged to its connection and its address.

A token pays for about a millisecond of the server's CPU. The price depends on the message, never on the state
of a table. Of a request that is answered with a View, a list of tables or a replay, it depends also on the
size of the last of these that its sender got.
`tests/laws/test_message_prices.py` measures every kind.
"""

from __future__ import annotations

from facedown_shared.protocol.envelope import ToServer
from facedown_shared.protocol.gestures import (
    CloseDeck,
    DiscardAtRandom,
    Draw,
    Gesture,
    Hide,
    LookAtTop,
    Mill,
    SearchDeck,
    Shuffle,
)
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    ChangeMode,
    Chat,
    CheckDeck,
    Concede,
    Consent,
    ControlRelay,
    CreateTable,
    Crowd,
    DropReplay,
    FindCards,
    GetMenu,
    GetOpened,
    GetReplay,
    GetTable,
    GetView,
    Hello,
    JoinTable,
    Kick,
    Leave,
    ListTables,
    Ping,
    Propose,
    Ready,
    Restart,
    Resume,
    Rewind,
    SaveLine,
    Seal,
    SearchCards,
    Share,
    TakeSide,
    UseDeck,
    Watch,
    Why,
)
from facedown_shared.protocol.provided_facts import TellFacts

BYTES_PER_TOKEN = 8_192
"""Bytes of a message that cost one more token, before anything is parsed."""
DECK_LETTERS_PER_TOKEN = 500
FACTS_LETTERS_PER_TOKEN = 4_000
FILE_LETTERS_PER_TOKEN = 1_000
NAMES_PER_TOKEN = 40
"""Names in a relay's announcement that cost one token."""
CARDS_PER_TOKEN = 10
"""Cards of a gesture that cost one more token; rounded down."""
WHOLE_PILES = (SearchDeck, CloseDeck, Shuffle, Hide)
"""Gestures that handle a whole pile, whatever cards they name. A card shuffled into the Deck counts as
one too.
"""
FROM_TOP = (Draw, Mill, LookAtTop, DiscardAtRandom)
"""Gestures that handle as many cards as they say, and name none."""
PILE_CARDS = 60
"""Cards that a whole pile counts as."""

PRICES: dict[type[ToServer], int] = {
    Ping: 1, Hello: 1, ListTables: 2, Chat: 1, Leave: 2, GetView: 2, Why: 1,
    CreateTable: 6, JoinTable: 4, Watch: 2, Resume: 3,
    UseDeck: 1, TellFacts: 2, ChangeMode: 8, Ready: 1, Seal: 1, Share: 1,
    Answer: 2, AutoPass: 2, Concede: 6, Propose: 2, Consent: 3, Kick: 3, ControlRelay: 2, SearchCards: 3,
    GetMenu: 2, Rewind: 1, Restart: 6, TakeSide: 2, SaveLine: 3,
    FindCards: 6, CheckDeck: 3,
    GetReplay: 2, GetOpened: 2, GetTable: 2, DropReplay: 1, Crowd: 1,
}  # fmt: skip
"""Tokens for each kind of message."""

VIEW_BYTES_PER_TOKEN = 16_384
"""Bytes of a View that cost one more token: it is sent again for a request of a few bytes."""
MAX_VIEW_TOKENS = 60
LARGE_ANSWERS = (GetView, TakeSide, Watch, JoinTable, Resume, ListTables, GetReplay, GetOpened)
"""Requests of a few bytes that are answered with so much."""

GESTURE_TOKENS = 2
"""Tokens for a gesture, without the price of its cards."""


def price_of_bytes(data: bytes) -> int:
    """Return the price of a message's bytes, before they are parsed."""
    return 1 + len(data) // BYTES_PER_TOKEN


def price_of(message: ToServer, view_bytes: int = 0) -> int:
    """Return the total price of a message. `view_bytes`: the size of the last large answer that its sender
    got.
    """
    if isinstance(message, LARGE_ANSWERS):
        return PRICES[type(message)] + min(view_bytes // VIEW_BYTES_PER_TOKEN, MAX_VIEW_TOKENS)
    if isinstance(message, Gesture):
        return GESTURE_TOKENS + cards_price(message)
    return PRICES[type(message)] + _size_price(message)


def _size_price(message: ToServer) -> int:
    match message:
        case UseDeck(deck=text) | CheckDeck(deck=text):
            return len(text) // DECK_LETTERS_PER_TOKEN
        case TellFacts(facts=facts):
            letters = sum(len(one.text) + len(one.pendulum_text) for one in facts)
            return len(facts) // CARDS_PER_TOKEN + letters // FACTS_LETTERS_PER_TOKEN
        case CreateTable(line=text):
            return len(text) // FILE_LETTERS_PER_TOKEN
        case Crowd(come=come, gone=gone):
            return (len(come) + len(gone)) // NAMES_PER_TOKEN
        case _:
            return 0


def cards_price(gesture: Gesture) -> int:
    """Return the price of the cards that a gesture handles."""
    cards = len(gesture.cards) + len(gesture.others)
    if isinstance(gesture, FROM_TOP):
        cards += min(gesture.amount, PILE_CARDS)
    if isinstance(gesture, WHOLE_PILES) or gesture.position == "shuffled":
        cards += PILE_CARDS
    return cards // CARDS_PER_TOKEN
