"""What an effect may target, and what a Selection may choose now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from server.duel.core import Fx, Rule, Selection, card_status
from server.table.state import MATERIAL, Card


def may_target(fx: Fx, card: Card) -> bool:
    """Whether this effect may target that card now; what battle has destroyed is out of reach."""
    if "destroyed_by_battle" in card.memory:
        return False
    barred = any(row.fits(card) and row.allows(fx) for row in fx.duel.rows(Rule.NO_TARGET))
    return not barred and not card_status.is_gone_for_good(fx.duel, card)


def candidates(fx: Fx, selection: Selection, *, targeting: bool = False) -> Iterator[Card]:
    """What a Selection may choose now; for targets, without cards that cannot be targeted."""
    from_here = selection.where == MATERIAL
    for card in fx.card.materials if from_here else fx.cards(selection.where, selection.whose):
        fits = selection.only is None or selection.only(card, fx)
        if fits and (not targeting or may_target(fx, card)):
            yield card


def has_enough(fx: Fx, selection: Selection, *, targeting: bool = False) -> bool:
    """Whether a Selection has as many candidates as it needs at least."""
    least = fx.number(selection.least)
    return least <= 0 or len(list(islice(candidates(fx, selection, targeting=targeting), least))) >= least
