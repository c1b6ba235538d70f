"""Xyz Summons: monsters of one Level become materials beneath the Xyz Monster (YGO-XYZ rows, GAP-27).

A card may also let itself be put on top of one Xyz Monster alone (YGO-XYZ-12).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from server.duel.core import zones
from server.duel.core.effect import Body, Fx, Procedure
from server.duel.core.simultaneous_order import by_place
from server.duel.instructions import attach_to_this
from server.duel.summons.material_choice import Good, by_materials
from server.table.state import Card


@dataclass(frozen=True, slots=True)
class XyzMaterials:
    """How many monsters of the Level that equals the Rank, and what else they must be.

    `over`: the Xyz Monsters it may be put on top of instead; None: there are none.
    """

    count: int
    test: Callable[[Card], bool] = lambda card: True
    over: Callable[[Card], bool] | None = None

    def ranks_up(self, card: Card) -> bool:
        """Whether this Xyz Monster alone is material enough."""
        return self.over is not None and card.is_a("xyz") and self.over(card)


def procedure(needs: XyzMaterials) -> Procedure:
    """The Xyz Summon of a monster with these materials."""
    return by_materials(
        partial(_usable, needs), partial(_good, needs), needs.count, _pay,
        asks="Choose Xyz Materials for {}.", word="xyz", zones=frozenset({"extra_deck"}),
        text="Xyz Summon", at_once=True,
    )  # fmt: skip


def _pay(fx: Fx, chosen: Sequence[Card]) -> Body:
    """In the order of their places; materials of a material come along (YGO-XYZ-13)."""
    placed = by_place(fx.duel, chosen)
    yield attach_to_this([card for one in placed for card in (*one.materials, one)])


def _usable(needs: XyzMaterials, fx: Fx) -> list[Card]:
    """Face-up monsters that may be material; a Token cannot (YGO-TOK rows)."""
    return [
        card for card in fx.duel.cards_at("monster", fx.you)
        if card.face_up and not card.token and (_fits(fx, needs, card) or needs.ranks_up(card))
    ]  # fmt: skip


def _fits(fx: Fx, needs: XyzMaterials, card: Card) -> bool:
    """Of the Level that equals the Rank (GAP-27)."""
    return card.level == fx.card.facts.rank and needs.test(card)


def _good(needs: XyzMaterials, fx: Fx) -> Good:
    def good(cards: Sequence[Card]) -> bool:
        alone = len(cards) == 1 and needs.ranks_up(cards[0])
        together = len(cards) == needs.count and all(_fits(fx, needs, card) for card in cards)
        return (alone or together) and bool(zones.for_summon(fx.duel, fx.you, fx.card, cards))

    return good
