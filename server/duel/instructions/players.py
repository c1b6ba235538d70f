"""Verbs about players: what they choose, their Life Points, damage, coins and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.duel.core import Duel, Fx, Offer, Play, ask_cards, ask_one, ask_yes, instruction
from server.duel.game_actions import players
from server.table import Card, ops
from shared.words import NOTHING, Words, words
from shared.zones import Place, Seat


def _who(fx: Fx, seat: Seat | None) -> Seat:
    return fx.you if seat is None else seat


@instruction
def choose(
    duel: Duel, fx: Fx, cards: Sequence[Card], least: int = 1, most: int = 1, text: Words = NOTHING,
    seat: Seat | None = None, always: bool = False,
) -> Play[Any]:  # fmt: skip
    """Let a player choose cards (a forced choice is made); the cards chosen."""
    return ask_cards(
        _who(fx, seat), list(cards), text or words("choose_cards"), least=least, most=most, always=always
    )


@instruction
def choose_order(duel: Duel, fx: Fx, cards: Sequence[Card], text: Words = NOTHING) -> Play[list[Card]]:
    """Let the player put cards in an order, one after the other; the cards in that order."""
    left, ordered = list(cards), []
    while left:
        (card,) = yield from ask_cards(fx.you, left, text or words("which_comes_next"), verb="arrange")
        left = [one for one in left if one is not card]
        ordered.append(card)
    return ordered


@instruction
def choose_blind(duel: Duel, fx: Fx, cards: Sequence[Card], text: Words = NOTHING) -> Play[list[Card]]:
    """Let the player choose one of the opponent's hidden cards without telling them apart; it in a list."""
    order = duel.streams.order(len(cards), f"blind:{1 - fx.you}")
    offers = [
        Offer(f"card:{cards[index].id}", cards[index], "choose", cards[index], amount=number)
        for number, index in enumerate(order, 1)
    ]
    return [(yield from ask_one(fx.you, offers, text or words("choose_blindly")))]


@instruction
def choose_word(
    duel: Duel, fx: Fx, among: Sequence[str], text: Words = NOTHING, seat: Seat | None = None
) -> Play[str]:
    """Let a player choose one of these words; the word."""
    offers = [Offer(f"word:{word}", word, "word", text=word) for word in among]
    return ask_one(_who(fx, seat), offers, text or words("choose_one"))


@instruction
def choose_number(
    duel: Duel, fx: Fx, numbers: Sequence[int], text: Words = NOTHING, seat: Seat | None = None
) -> Play[int]:
    """Let a player choose one of these numbers; the number."""
    offers = [Offer(f"number:{number}", number, "number", amount=number) for number in numbers]
    return ask_one(_who(fx, seat), offers, text or words("choose_a_number"))


@instruction
def ask(
    duel: Duel, fx: Fx, text: Words, seat: Seat | None = None, card: Card | None = None, *,
    possible: bool = True,
) -> Play[bool]:  # fmt: skip
    """Ask a player yes or no; the answer. `possible`: whether hidden cards let the player say yes."""
    return ask_yes(_who(fx, seat), text, card, possible=possible)


@instruction
def choose_place(duel: Duel, fx: Fx, places: Sequence[Place], text: Words = NOTHING) -> Play[Place]:
    """Let the player choose a zone; the Place."""
    offers = [Offer(f"zone:{place}", place, "zone", place=place) for place in places]
    return ask_one(fx.you, offers, text or words("choose_a_zone"))


# --- Life Points, coins, dice -------------------------------------------------------------------------------


@instruction
def damage(duel: Duel, fx: Fx, seat: Seat, amount: int) -> int:
    """Effect damage to one player; the damage taken."""
    return players.damage(duel, seat, amount, by=fx.you, source=fx.card)


@instruction
def damage_both(duel: Duel, fx: Fx, amount: int) -> None:
    """The same effect damage to both players at once."""
    for seat in duel.seat_order():
        players.damage(duel, seat, amount, by=fx.you, source=fx.card)


@instruction
def gain_life(duel: Duel, fx: Fx, seat: Seat, amount: int) -> None:
    """Gain Life Points."""
    ops.life(fx.state, seat, amount, cause="gain", by=fx.you, source=fx.card)


@instruction
def pay_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Pay Life Points as a cost (or an upkeep)."""
    ops.life(fx.state, fx.you, -amount, cause="cost", by=fx.you, source=fx.card)


@instruction
def lose_life(duel: Duel, fx: Fx, seat: Seat, amount: int) -> None:
    """Lose Life Points: neither damage nor a cost."""
    ops.life(fx.state, seat, -amount, cause="lose", by=fx.you, source=fx.card)


@instruction
def set_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Life Points of both players become this, at once."""
    for seat in duel.seat_order():
        ops.life(fx.state, seat, amount - fx.state.life(seat), cause="set", by=fx.you, source=fx.card)


@instruction
def toss_coin(duel: Duel, fx: Fx) -> bool:
    """Toss a coin; True is heads."""
    heads = duel.streams.below(2, "coin") == 0
    ops.note(fx.state, "coin", seat=fx.you, amount=int(heads), word="heads" if heads else "tails")
    return heads


@instruction
def roll_die(duel: Duel, fx: Fx) -> int:
    """Roll a six-sided die."""
    number = duel.streams.below(6, "die") + 1
    ops.note(fx.state, "die", seat=fx.you, amount=number)
    return number
