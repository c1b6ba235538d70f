"""Verbs of Decks and hands: draw, search, show, shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from server.duel.core.duel import Duel
from server.duel.core.effect import Fx
from server.duel.core.prompts import SHOW, Play, ask_cards
from server.duel.core.words import Whose
from server.duel.game_actions import players
from server.duel.instructions.making import instruction
from server.table import ops
from server.table.state import Card
from shared.zones import Seat


@instruction
def draw(duel: Duel, fx: Fx, seat: Seat, count: int = 1) -> list[Card]:
    """Draw; the cards drawn."""
    return players.draw(duel, seat, count, by=fx.you, source=fx.card)


@instruction
def shuffle_deck(duel: Duel, fx: Fx, seat: Seat) -> None:
    """Shuffle a Deck."""
    players.shuffle(duel, seat)


@instruction
def search(
    duel: Duel, fx: Fx, only: Callable[[Card], bool], where: str = "deck", count: int = 1,
    seat: Seat | None = None, up_to: bool = False,
) -> Play[Any]:  # fmt: skip
    """Let the player choose cards of their own Deck (YGO-DECK-07), shown if limited (GAP-V3).

    The choice is always asked, even with one or no fitting card. The Deck is shuffled by the verb that moves
    the card on, or by `shuffle_deck`.

    YGO-DECK-03.
    """
    who = fx.you if seat is None else seat
    found = [card for card in duel.cards_at(where, who) if only(card)]
    least = 0 if up_to else min(count, len(found))
    return ask_cards(who, found, "Choose from your Deck.", least=least, most=count, always=True)


@instruction
def show(duel: Duel, fx: Fx, cards: Iterable[Card], to: Whose | None = None) -> Play[None]:
    """Show cards for a moment: to everybody, or to one player (YGO-MOVE-58)."""
    chosen = list(cards)
    classes = ops.EVERYBODY if to is None else sum(1 << seat for seat in fx.seats(to))
    ops.reveal(fx.state, chosen, classes, by=fx.you)
    yield SHOW
    ops.conceal(fx.state, [card for card in chosen if card.revealed])


@instruction
def put_on_top(duel: Duel, fx: Fx, cards: Sequence[Card]) -> None:
    """Put cards of a Deck, looked at, back on its top in this order (first is topmost)."""
    if cards:
        ops.arrange(fx.state, cards[0].owner, "deck", cards)
