"""Xyz Summons: monsters of one Level become materials beneath the Xyz Monster (YGO-XYZ rows, GAP-27)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from server.duel import zones
from server.duel.effect import Body, Fx, Procedure, Wish
from server.duel.procedures import choose_set, reachable
from server.duel.wishes import attach_to_this
from server.table.state import Card


@dataclass(frozen=True, slots=True)
class XyzMaterials:
    """How many monsters of the Level that equals the Rank, and what else they must be."""

    count: int
    test: Callable[[Card], bool] = lambda card: True


def procedure(needs: XyzMaterials) -> Procedure:
    """The Xyz Summon of a monster with these materials."""

    def can(fx: Fx) -> bool:
        return reachable([], _usable(fx, needs), _good(fx, needs), needs.count)

    def choose(fx: Fx) -> Generator[Any, Any, Any]:
        text = f"Choose Xyz Materials for {fx.card.name}."
        return (
            yield from choose_set(fx.duel, fx.you, _usable(fx, needs), _good(fx, needs), needs.count, text)
        )

    return Procedure(can, choose, _pay, "xyz", frozenset({"extra_deck"}), "Xyz Summon")


def _pay(fx: Fx, chosen: Sequence[Card]) -> Body:
    wish: Wish = attach_to_this(chosen)
    yield wish


def _usable(fx: Fx, needs: XyzMaterials) -> list[Card]:
    """Face-up monsters of the right Level; a Token cannot be a material (YGO-TOK rows)."""
    return [
        card for card in fx.duel.lying("monster", fx.you)
        if card.face_up and not card.token and card.level == fx.card.facts.rank and needs.test(card)
    ]  # fmt: skip


def _good(fx: Fx, needs: XyzMaterials) -> Callable[[Sequence[Card]], bool]:
    def good(cards: Sequence[Card]) -> bool:
        return len(cards) == needs.count and bool(zones.for_summon(fx.duel, fx.you, fx.card, cards))

    return good
