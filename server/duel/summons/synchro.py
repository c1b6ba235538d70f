"""Synchro Summons: one Tuner and non-Tuners whose Levels add up (YGO-MOVE-17 to 20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from server.duel.core import zones
from server.duel.core.effect import Body, Fx, Procedure
from server.duel.instructions import send_as_material
from server.duel.summons.material_choice import Good, by_materials
from server.table.state import Card

CardTest = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class SynchroMaterials:
    """What the Tuner and the others must be, and how many others at least and most."""

    tuner: CardTest = lambda card: True
    others: CardTest = lambda card: True
    least: int = 1
    most: int = 4


def procedure(needs: SynchroMaterials) -> Procedure:
    """The Synchro Summon of a monster with these materials."""
    return by_materials(
        partial(_usable, needs), partial(_good, needs), needs.most + 1, _pay,
        asks="Choose Synchro Materials for {}.", word="synchro", zones=frozenset({"extra_deck"}),
        text="Synchro Summon",
    )  # fmt: skip


def _pay(fx: Fx, chosen: Sequence[Card]) -> Body:
    yield send_as_material(chosen)


def _usable(needs: SynchroMaterials, fx: Fx) -> list[Card]:
    """Face-up monsters with a Level (GAP-29)."""
    return [
        card for card in fx.duel.cards_at("monster", fx.you)
        if card.face_up and _has_level(card)
        and (needs.others(card) or (card.is_a("tuner") and needs.tuner(card)))
    ]  # fmt: skip


def _has_level(card: Card) -> bool:
    """A Link or Xyz Monster has none, whatever Levels the others bring (YGO-LNK-07)."""
    return card.level > 0


def _good(needs: SynchroMaterials, fx: Fx) -> Good:
    def good(cards: Sequence[Card]) -> bool:
        tuners = [card for card in cards if card.is_a("tuner")]
        others = [card for card in cards if not card.is_a("tuner")]
        return (
            len(tuners) == 1 and needs.tuner(tuners[0]) and needs.least <= len(others) <= needs.most
            and all(needs.others(card) for card in others)
            and sum(card.level for card in cards) == fx.card.facts.level
            and bool(zones.for_summon(fx.duel, fx.you, fx.card, cards))
        )  # fmt: skip

    return good
