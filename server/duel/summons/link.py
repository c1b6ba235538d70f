"""Link Summons: materials whose number, or Link Ratings, add up to the rating (YGO-LNK rows)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from server.duel.core import zones
from server.duel.core.effect import Body, Fx, Procedure
from server.duel.instructions import send_as_material
from server.duel.summons.material_choice import Good, by_materials
from server.table.state import Card


@dataclass(frozen=True, slots=True)
class LinkMaterials:
    """How many monsters at least and most, and what each must be."""

    least: int
    most: int
    test: Callable[[Card], bool] = lambda card: True


def procedure(needs: LinkMaterials) -> Procedure:
    """The Link Summon of a monster with these materials."""
    return by_materials(
        partial(_usable, needs), partial(_good, needs), needs.most, _pay,
        asks="Choose Link Materials for {}.", word="link", zones=frozenset({"extra_deck"}),
        text="Link Summon", defense=False,
    )  # fmt: skip


def _pay(fx: Fx, chosen: Sequence[Card]) -> Body:
    yield send_as_material(chosen)


def _usable(needs: LinkMaterials, fx: Fx) -> list[Card]:
    return [card for card in fx.duel.cards_at("monster", fx.you) if card.face_up and needs.test(card)]


def _good(needs: LinkMaterials, fx: Fx) -> Good:
    rating = fx.card.facts.link

    def good(cards: Sequence[Card]) -> bool:
        return (
            needs.least <= len(cards) <= needs.most and rating in _sums(cards)
            and bool(zones.for_summon(fx.duel, fx.you, fx.card, cards))
        )  # fmt: skip

    return good


def _sums(cards: Sequence[Card]) -> frozenset[int]:
    """Every total the cards can make: a Link Monster counts as 1 or as its rating (YGO-LNK-09)."""
    totals = frozenset({0})
    for card in cards:
        worth = (1, card.facts.link) if card.facts.is_a("link") else (1,)
        totals = frozenset(total + one for total in sorted(totals) for one in worth)
    return totals
