"""Verbs that ask a player."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.core.effect import Fx
from server.duel.core.prompts import Offer, ask_cards, ask_one, ask_yes
from server.duel.instructions.making import Doing, instruction
from server.table.state import Card
from shared.zones import Place, Seat


@instruction
def choose(
    fx: Fx, cards: Sequence[Card], least: int = 1, most: int = 1, text: str = "", seat: Seat | None = None,
    always: bool = False,
) -> Doing:  # fmt: skip
    """Let a player choose cards (a forced choice is made); the cards chosen."""
    who = fx.you if seat is None else seat
    return (yield from ask_cards(who, list(cards), text or "Choose.", least=least, most=most, always=always))


@instruction
def choose_order(fx: Fx, cards: Sequence[Card], text: str = "") -> Doing:
    """Let the player put cards in an order, one after the other; the cards in that order."""
    left, ordered = list(cards), []
    while left:
        (card,) = yield from ask_cards(fx.you, left, text or "Which card comes next?", verb="arrange")
        left = [one for one in left if one is not card]
        ordered.append(card)
    return ordered


@instruction
def choose_blind(fx: Fx, cards: Sequence[Card], text: str = "") -> Doing:
    """Let the player choose one of the opponent's hidden cards without telling them apart; it in a list."""
    order = fx.duel.streams.order(len(cards), f"blind:{1 - fx.you}")
    offers = [
        Offer(f"card:{cards[index].id}", cards[index], "choose", cards[index], amount=number)
        for number, index in enumerate(order, 1)
    ]
    chosen = yield from ask_one(fx.you, offers, text or "Choose a card without seeing it.")
    return [chosen]


@instruction
def choose_word(fx: Fx, words: Sequence[str], text: str = "", seat: Seat | None = None) -> Doing:
    """Let a player choose one of these words; the word."""
    who = fx.you if seat is None else seat
    offers = [Offer(f"word:{word}", word, "word", text=word) for word in words]
    return (yield from ask_one(who, offers, text or "Choose one."))


@instruction
def choose_number(fx: Fx, numbers: Sequence[int], text: str = "", seat: Seat | None = None) -> Doing:
    """Let a player choose one of these numbers; the number."""
    who = fx.you if seat is None else seat
    offers = [Offer(f"number:{number}", number, "number", amount=number) for number in numbers]
    return (yield from ask_one(who, offers, text or "Choose a number."))


@instruction
def ask(
    fx: Fx, text: str, seat: Seat | None = None, card: Card | None = None, *, possible: bool = True
) -> Doing:
    """Ask a player yes or no; the answer. `possible`: whether hidden cards let the player say yes."""
    return (yield from ask_yes(fx.you if seat is None else seat, text, card, possible=possible))


@instruction
def choose_place(fx: Fx, places: Sequence[Place], text: str = "") -> Doing:
    """Let the player choose a zone; the Place."""
    offers = [Offer(f"zone:{place}", place, "zone", place=place) for place in places]
    return (yield from ask_one(fx.you, offers, text or "Choose a zone."))
