"""Verbs of Decks and hands: draw, search, show, shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from server.duel.core.effect import Fx
from server.duel.core.prompts import SHOW, ask_cards
from server.duel.core.words import Whose
from server.duel.game_actions import actions
from server.duel.instructions.making import Doing, done, instruction
from server.table import ops
from server.table.state import Card
from shared.zones import Seat


@instruction
def draw(fx: Fx, seat: Seat, count: int = 1) -> Doing:
    """Draw; the cards drawn."""
    return (yield from done(actions.draw(fx.duel, seat, count, by=fx.you, source=fx.card)))


@instruction
def shuffle_deck(fx: Fx, seat: Seat) -> Doing:
    """Shuffle a Deck."""
    actions.shuffle(fx.duel, seat)
    return (yield from done())


@instruction
def search(
    fx: Fx, only: Callable[[Card], bool], where: str = "deck", count: int = 1, seat: Seat | None = None,
    up_to: bool = False,
) -> Doing:  # fmt: skip
    """Let the player choose cards of their own Deck (YGO-DECK-07), shown if limited (GAP-V3).

    The choice is always asked, even with one or no fitting card. The Deck is shuffled by the verb that moves
    the card on, or by `shuffle_deck`.

    YGO-DECK-03.
    """
    who = fx.you if seat is None else seat
    found = [card for card in fx.duel.lying(where, who) if only(card)]
    least = 0 if up_to else min(count, len(found))
    return (yield from ask_cards(who, found, "Choose from your Deck.", least=least, most=count, always=True))


@instruction
def show(fx: Fx, cards: Iterable[Card], to: Whose | None = None) -> Doing:
    """Show cards for a moment: to everybody, or to one player (YGO-MOVE-58)."""
    chosen = list(cards)
    classes = ops.EVERYBODY if to is None else sum(1 << seat for seat in fx.seats(to))
    ops.reveal(fx.state, chosen, classes, by=fx.you)
    yield SHOW
    ops.conceal(fx.state, [card for card in chosen if card.revealed])


@instruction
def put_on_top(fx: Fx, cards: Sequence[Card]) -> Doing:
    """Put cards of a Deck, looked at, back on its top in this order (first is topmost)."""
    if cards:
        ops.arrange(fx.state, cards[0].owner, "deck", cards)
    return (yield from done())
