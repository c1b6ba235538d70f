"""Which monsters a player may Tribute: own ones, and what an effect lends (GAP-32)."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.core import DuelQueries, Rule
from server.table.state import Card
from shared.zones import Seat


def usable(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Own monsters that may be Tributed, and the opponent's that an effect lends.

    CLS-CTRL-05, CLS-TOK-02.
    """
    own = [card for card in duel.cards_at("monster", seat) if not duel.holds(Rule.NO_TRIBUTE, card)]
    return own + lent(duel, seat)


def lent(duel: DuelQueries, seat: Seat) -> list[Card]:
    """The opponent's monsters this player must use first."""
    return [
        card for card in duel.cards_at("monster", 1 - seat)
        if seat in duel.values(Rule.LENT, card)
        and not duel.holds(Rule.NO_TRIBUTE, card)
    ]  # fmt: skip


def uses_what_is_lent(duel: DuelQueries, seat: Seat, chosen: Sequence[Card], usable: Sequence[Card]) -> bool:
    """Whether a choice among `usable` Tributes takes what is lent before anything else.

    No Tributes take nothing, and what cannot be Tributed for this binds nobody.
    """
    if not chosen:
        return True
    borrowed = [card for card in lent(duel, seat) if any(card is one for one in usable)]
    return _within(borrowed, chosen) or _within(chosen, borrowed)


def _within(cards: Sequence[Card], others: Sequence[Card]) -> bool:
    return all(any(card is other for other in others) for card in cards)
