"""Deal Decks and opening hands, the same way for every referee that plays with Decks."""

from __future__ import annotations

from facedown_server.table import ops
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import Place, Seat

DECK, EXTRA_DECK, HAND = "deck", "extra_deck", "hand"


def place_deck(state: State, pool: Pool, setup: Setup, seat: Seat, streams: RandomStreams) -> list[Card]:
    """Place a player's cards and shuffle the Deck; cards requested for the opening hand go on top.

    The Side Deck takes no part in the duel (CLS-SIDE-08).
    """
    deck, laid = setup.decks[seat], []
    if DECK not in state.table.zones:
        return []
    for zone, codes in ((DECK, deck.main), (EXTRA_DECK, deck.extra)):
        for code in codes if zone in state.table.zones else ():
            card = create_card(state, pool, setup, seat, code)
            ops.place_card(state, card, Place(seat, zone))
            laid.append(card)
    ops.shuffle(state, seat, DECK, streams.order(len(state.pile(seat, DECK)), f"{DECK}:{seat}"))
    if wanted := _opening_cards(state.pile(seat, DECK), setup.hands[seat]):
        ops.arrange(state, seat, DECK, wanted)
    return laid


def create_card(state: State, pool: Pool, setup: Setup, seat: Seat, code: int) -> Card:
    """Create a card of a player's deck, with the facts from that player if the setup has some."""
    own = next((facts for facts in setup.facts[seat] if facts.code == code), None)
    return ops.create(state, own or pool[code], seat)


def _opening_cards(deck: list[Card], codes: tuple[int, ...]) -> list[Card]:
    left, found = list(codes), []
    for card in deck:
        if card.code in left:
            left.remove(card.code)
            found.append(card)
    return found


def draw(state: State, seat: Seat, count: int) -> None:
    """Draw up to `count` cards from the top of the Deck."""
    for card in state.pile(seat, DECK)[:count] if count else ():
        ops.move(state, card, Place(seat, HAND), face_up=False, cause="draw", kind="draw")
