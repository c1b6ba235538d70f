"""Gestures on whole piles: draw, mill, shuffle, search, look, put back in order, discard at random. Each
function plans a gesture.
"""

from __future__ import annotations

from facedown_server.games.manual.card_gestures import each, move_command, plan_show
from facedown_server.games.manual.hands import Command, PlayerHands
from facedown_server.table import Card, ops
from facedown_shared.protocol.gestures import (
    Arrange,
    CloseDeck,
    DiscardAtRandom,
    Draw,
    LookAtTop,
    Mill,
    SearchDeck,
    Shuffle,
)
from facedown_shared.tables import Place, Seat
from facedown_shared.text import Code, Illegal, words

DECK, HAND = "deck", "hand"


def top(hands: PlayerHands[Draw | Mill | LookAtTop], seat: Seat) -> list[Card]:
    """Return the top cards of the Deck, as many as the gesture says."""
    count, pile = hands.gesture.amount, hands.state.pile(seat, DECK)
    hands.check_closed(seat)
    if count > len(pile):
        raise Illegal(words("so_many_cards_left", len(pile)), Code.AGAINST_RULES)
    return list(pile[:count])


def plan_draw(hands: PlayerHands[Draw]) -> Command:
    """Plan to draw the top cards of the Deck (YGO-MOVE-01)."""
    seat = hands.target_seat
    cards = top(hands, seat)

    def move_drawn(card: Card) -> None:
        ops.move(
            hands.state, card, Place(seat, HAND), face_up=False, cause="draw", by=hands.seat, kind="draw"
        )

    return each(move_drawn, cards)


def mill(hands: PlayerHands[Mill]) -> Command:
    """Plan to send the top cards of the Deck to the Graveyard, or to banish them."""
    seat = hands.target_seat
    cards, goal = (
        top(hands, seat),
        hands.place_for() if hands.gesture.places else Place(seat, hands.game.used),
    )
    if goal.zone not in hands.game.thrown:
        raise Illegal(words("not_from_top_of_deck"))
    position = hands.position(goal.zone)
    landings: list[Place] = []
    for card in cards:
        landings.append(hands.landing_place(card, goal._replace(slot=-1), position.word, taken=landings))
    return move_command(hands, cards, landings, position, "mill")


def plan_discard_at_random(hands: PlayerHands[DiscardAtRandom]) -> Command:
    """Plan to discard random cards of a hand."""
    seat, count = hands.target_seat, hands.gesture.amount
    hand = hands.state.pile(seat, HAND)
    if count > len(hand):
        raise Illegal(words("so_many_cards_in_hand", len(hand)), Code.AGAINST_RULES)
    position = hands.position(hands.game.used, "")

    def command() -> None:
        ops.choose_at_random(hands.state, seat, HAND, count)
        order = hands.streams.order(len(hand), f"random:{seat}")[:count]
        for card in [hand[index] for index in order]:
            hands.move_card(card, Place(seat, hands.game.used), position, cause="random")

    return command


def shuffle(hands: PlayerHands[Shuffle]) -> Command:
    """Plan to shuffle a pile. No viewer can follow a card through the shuffle."""
    seat, zone = hands.target_seat, hands.zone(hands.gesture.text).name
    if zone == DECK:
        hands.check_closed(seat)
    return lambda: hands.shuffle(seat, zone)


def search(hands: PlayerHands[SearchDeck]) -> Command:
    """Plan to open the Deck to its owner, sorted by name. Until it is closed, no other viewer sees a card of
    it.

    The Deck loses its order; closing it shuffles (YGO-MOVE-03, YGO-MOVE-04, CF-16, VIS-L08).
    """
    seat = hands.target_seat
    hands.check_closed(seat)
    deck = sorted(hands.state.pile(seat, DECK), key=lambda card: (card.name, card.code, card.id))
    if not deck:
        raise Illegal(words("deck_is_empty"), Code.AGAINST_RULES)

    def command() -> None:
        ops.conceal(hands.state, [card for card in deck if card.revealed])
        ops.expose(hands.state, seat, DECK, deck, 1 << seat)
        hands.searching[seat] = True

    return command


def close(hands: PlayerHands[CloseDeck]) -> Command:
    """Plan to end a search: hide and shuffle the Deck."""
    seat = hands.target_seat
    if not hands.searching[seat]:
        raise Illegal(words("no_deck_searched"))

    def command() -> None:
        hands.shuffle(seat, DECK)
        hands.searching[seat] = False

    return command


def plan_look(hands: PlayerHands[LookAtTop]) -> Command:
    """Plan to show the top cards of the Deck in order, to one player or, if excavated, to all."""
    return plan_show(hands, top(hands, hands.target_seat))


def arrange(hands: PlayerHands[Arrange]) -> Command:
    """Plan to put visible top cards of the Deck back on top or bottom in the given order."""
    cards = hands.cards
    seat = cards[0].owner
    hands.check_closed(seat)
    if any(card.zone != DECK or card.owner != seat for card in cards):
        raise Illegal(words("only_cards_seen_on_top"))

    def command() -> None:
        below = hands.gesture.position == "bottom"
        rest = [card for card in hands.state.pile(seat, DECK) if below and card not in cards]
        ops.arrange(hands.state, seat, DECK, [*rest, *cards])

    return command
