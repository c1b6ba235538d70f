"""Verbs that ask a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.duel.core.duel import Duel
from server.duel.core.effect import Fx
from server.duel.core.prompts import Offer, Play, ask_cards, ask_one, ask_yes
from server.duel.instructions.making import instruction
from server.table.state import Card
from shared.zones import Place, Seat


def _who(fx: Fx, seat: Seat | None) -> Seat:
    return fx.you if seat is None else seat


@instruction
def choose(
    duel: Duel, fx: Fx, cards: Sequence[Card], least: int = 1, most: int = 1, text: str = "",
    seat: Seat | None = None, always: bool = False,
) -> Play[Any]:  # fmt: skip
    """Let a player choose cards (a forced choice is made); the cards chosen."""
    return ask_cards(_who(fx, seat), list(cards), text or "Choose.", least=least, most=most, always=always)


@instruction
def choose_order(duel: Duel, fx: Fx, cards: Sequence[Card], text: str = "") -> Play[list[Card]]:
    """Let the player put cards in an order, one after the other; the cards in that order."""
    left, ordered = list(cards), []
    while left:
        (card,) = yield from ask_cards(fx.you, left, text or "Which card comes next?", verb="arrange")
        left = [one for one in left if one is not card]
        ordered.append(card)
    return ordered


@instruction
def choose_blind(duel: Duel, fx: Fx, cards: Sequence[Card], text: str = "") -> Play[list[Card]]:
    """Let the player choose one of the opponent's hidden cards without telling them apart; it in a list."""
    order = duel.streams.order(len(cards), f"blind:{1 - fx.you}")
    offers = [
        Offer(f"card:{cards[index].id}", cards[index], "choose", cards[index], amount=number)
        for number, index in enumerate(order, 1)
    ]
    chosen = yield from ask_one(fx.you, offers, text or "Choose a card without seeing it.")
    return [chosen]


@instruction
def choose_word(
    duel: Duel, fx: Fx, words: Sequence[str], text: str = "", seat: Seat | None = None
) -> Play[str]:
    """Let a player choose one of these words; the word."""
    offers = [Offer(f"word:{word}", word, "word", text=word) for word in words]
    return ask_one(_who(fx, seat), offers, text or "Choose one.")


@instruction
def choose_number(
    duel: Duel, fx: Fx, numbers: Sequence[int], text: str = "", seat: Seat | None = None
) -> Play[int]:
    """Let a player choose one of these numbers; the number."""
    offers = [Offer(f"number:{number}", number, "number", amount=number) for number in numbers]
    return ask_one(_who(fx, seat), offers, text or "Choose a number.")


@instruction
def ask(
    duel: Duel, fx: Fx, text: str, seat: Seat | None = None, card: Card | None = None, *,
    possible: bool = True,
) -> Play[bool]:  # fmt: skip
    """Ask a player yes or no; the answer. `possible`: whether hidden cards let the player say yes."""
    return ask_yes(_who(fx, seat), text, card, possible=possible)


@instruction
def choose_place(duel: Duel, fx: Fx, places: Sequence[Place], text: str = "") -> Play[Place]:
    """Let the player choose a zone; the Place."""
    offers = [Offer(f"zone:{place}", place, "zone", place=place) for place in places]
    return ask_one(fx.you, offers, text or "Choose a zone.")
