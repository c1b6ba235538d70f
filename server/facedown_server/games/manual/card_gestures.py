"""Gestures on cards at every table: move, point, count, show. Each function plans a gesture and returns the
command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown_server.games.manual.hands import Command, PlayerHands
from facedown_server.table import Card, ops, sight
from facedown_shared.manual.game import PositionRow
from facedown_shared.protocol.gestures import Gesture, Hide, LookAtTop, PointAt, PutCounters, Reveal
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place
from facedown_shared.text import Code, Illegal, words

MAX_COUNTERS = 999


def plan_move(hands: PlayerHands[Gesture], cause: Cause = "") -> Command:
    """Plan a move of cards in the given order. Into a Deck they go at the given position."""
    cards = hands.cards
    goals = [hands.place_for(index) for index in range(len(cards))]
    position = hands.position(goals[0].zone)
    if any(goal.slot >= 0 for goal in goals) and len(set(goals)) < len(goals):
        raise Illegal(words("one_card_a_zone"), Code.AGAINST_RULES)
    landings = [
        hands.landing_place(card, goal, position.word) for card, goal in zip(cards, goals, strict=True)
    ]
    if len(set(landings)) < len(cards) and any(landing.slot >= 0 for landing in landings):
        raise Illegal(words("name_a_zone_for_each_card"), Code.NOT_OFFERED)

    return move_command(hands, cards, landings, position, cause)


def move_command(
    hands: PlayerHands[Gesture], cards: Sequence[Card], landings: Sequence[Place], position: PositionRow,
    cause: Cause = "",
) -> Command:  # fmt: skip
    """Return a command that moves each card to its place. A Deck that cards are shuffled into is shuffled
    once, at the end.
    """

    def command() -> None:
        for card, landing in zip(cards, landings, strict=True):
            hands.move_card(card, landing, position, cause=cause)
        if position.word == "shuffled":
            for seat in dict.fromkeys(card.owner for card in cards if card.zone == "deck"):
                hands.shuffle(seat, "deck")

    return command


def each(act: Callable[[Card], object], cards: Sequence[Card]) -> Command:
    """Return a command that calls `act` with each card in turn."""

    def command() -> None:
        for card in cards:
            act(card)

    return command


def point(hands: PlayerHands[PointAt]) -> Command:
    """Plan that a card points publicly at others until either becomes another object. Without targets it
    stops pointing.
    """
    card, targets = hands.card, tuple(hands.other_cards)
    if not card.is_on_field or card in targets:
        raise Illegal(words("pointer_not_in_play"))

    def command() -> None:
        ops.untie(hands.state, card)
        for target in targets:
            ops.add_tie(hands.state, card, target)
        ops.note(hands.state, "point", seat=hands.seat, card=card, others=targets)

    return command


def counter(hands: PlayerHands[PutCounters]) -> Command:
    """Plan to put counters of a name on a face-up card on the field, or to remove them (YGO-CTR rows)."""
    card, name, amount = hands.card, " ".join(hands.gesture.text.split()), hands.gesture.amount
    if not card.is_on_field or not card.face_up:
        raise Illegal(words("counters_on_face_up_cards_only"), Code.AGAINST_RULES)
    have = card.counters.get(name, 0)
    if not name or not amount or not 0 <= have + amount <= MAX_COUNTERS:
        raise Illegal(words("name_counter_and_number", have))
    return lambda: ops.counters(hands.state, card, name, amount)


def reveal(hands: PlayerHands[Reveal]) -> Command:
    """Plan to show own hidden cards to one player or to all, until they are hidden again or move."""
    return plan_show(hands, hands.cards)


def plan_show(hands: PlayerHands[Reveal | LookAtTop], cards: Sequence[Card]) -> Command:
    """Return a command that shows these cards to the viewers in the gesture."""
    viewer = hands.gesture.viewer
    return lambda: ops.reveal(
        hands.state, cards, sight.ALL_CLASSES_MASK if viewer < 0 else 1 << viewer, by=hands.seat
    )


def plan_hide(hands: PlayerHands[Hide]) -> Command:
    """Plan to hide shown cards again. Without cards it hides every card that this seat shows."""
    shown = [card for card in hands.state.cards if card.revealed and hands.can_touch(card)]
    cards = hands.cards if hands.gesture.cards else shown
    if not cards or any(not card.revealed for card in cards):
        raise Illegal(words("not_shown"))
    return lambda: ops.conceal(hands.state, cards)
