"""End of a turn by hand: pitched cards go to the bottom in a secret order, points are lost, cards are drawn.

This gesture is a convenience. The chapter on zones does not define the turn, so every step can also be done
by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.manual.flesh_and_blood import combat
from facedown_server.games.manual.flesh_and_blood.gestures import POINTS, set_points
from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.hands import Command
from facedown_server.games.manual.player_gestures import check_turn
from facedown_server.table import Card, State, dealing, ops
from facedown_shared.manual.game import PositionRow
from facedown_shared.protocol.gestures import EndTurn, Gesture, ToBottom
from facedown_shared.tables import Place, Seat
from facedown_shared.text import Code, Illegal, words

DECK, PITCH = "deck", "pitch"
DEFAULT_INTELLECT = 4
"""Intellect of a hero without a printed one."""
_BOTTOM = PositionRow("bottom", face_up=False)


def bottom(hands: FabHands[ToBottom]) -> Command:
    """Plan to put pitched cards on the bottom of the deck, the first named above the others."""
    cards = hands.cards
    hands.check_closed(cards[0].owner)
    if any(card.zone != PITCH or card.owner != cards[0].owner for card in cards):
        raise Illegal(words("bottom_from_one_pitch_zone"), Code.AGAINST_RULES)
    return lambda: put_on_bottom(hands, cards[0].owner, cards)


def put_on_bottom(hands: FabHands[Gesture], seat: Seat, order: Sequence[Card]) -> None:
    """Put cards on the bottom of the deck in a secret order. Viewers see them move in the order of the pitch
    zone.
    """
    pitched: list[Card] = [card for card in hands.state.pile(seat, PITCH) if card in order]
    for card in pitched:
        hands.move_card(card, Place(seat, DECK), _BOTTOM, cause="pitched")
    rest = [card for card in hands.state.pile(seat, DECK) if card not in pitched]
    ops.arrange(hands.state, seat, DECK, [*rest, *order])


def plan_end_turn(hands: FabHands[EndTurn]) -> Command:
    """Plan to end the turn. `cards` of the own pitch zone go to the bottom in this order, the rest in zone
    order.
    """
    check_turn(hands)
    seat, first = hands.state.turn_player, hands.cards
    hands.check_closed(seat)
    if any(card.zone != PITCH or card.owner != seat for card in first):
        raise Illegal(words("name_pitched_cards_in_order"), Code.AGAINST_RULES)

    def command() -> None:
        ops.phase(hands.state, "end")
        combat.close(hands)
        order = [*first, *(card for card in hands.state.pile(seat, PITCH) if card not in first)]
        if order:
            put_on_bottom(hands, seat, order)
        for name in POINTS:
            set_points(hands, seat, name, 0)
        for each in (seat, 1 - seat) if hands.state.turn == 1 else (seat,):
            draw_up(hands.state, each)
        begin_turn(hands.state, 1 - seat)

    return command


def draw_up(state: State, seat: Seat) -> None:
    """Draw cards up to the hero's intellect."""
    hero = state.card_at(Place(seat, "hero", 0))
    intellect = int(hero.facts.extra.get("intellect", DEFAULT_INTELLECT)) if hero else DEFAULT_INTELLECT
    dealing.draw(state, seat, max(0, intellect - len(state.pile(seat, "hand"))))


def begin_turn(state: State, seat: Seat) -> None:
    """Begin a turn with one action point."""
    ops.begin_turn(state, seat)
    ops.phase(state, "action")
    ops.tally(state, f"{seat}:action", 1)
    ops.note(state, "points", seat=seat, amount=1, word="action")
