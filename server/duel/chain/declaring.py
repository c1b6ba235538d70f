"""Declaring an activation: its zone, cost and targets are asked; nothing has happened until all are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.duel.chain import legality
from server.duel.core.effect import Effect, Fx
from server.duel.core.prompts import Offer, Play, ask_cards, ask_one
from server.duel.core.words import EffectKind
from server.table.state import Card
from shared.zones import Place

if TYPE_CHECKING:
    from server.duel.engine import Duel


@dataclass(frozen=True, slots=True)
class Declared:
    """An activation with every choice made: where it is placed, what is paid, what is targeted."""

    fx: Fx
    effect: Effect
    place: Place | None
    paid: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]

    @property
    def is_card(self) -> bool:
        """Whether a Spell or Trap Card itself is being activated."""
        return self.effect.kind is EffectKind.ACTIVATION

    @property
    def speed(self) -> int:
        return self.effect.speed


def declaration(duel: Duel, fx: Fx, effect: Effect) -> Play[Declared]:
    """Ask for zone, cost and targets; changes nothing."""
    place: Place | None = None
    if effect.kind is EffectKind.ACTIVATION and fx.card.zone == "hand":
        offers = [
            Offer(f"zone:{at}", at, "zone", fx.card, at)
            for at in legality.activation_places(duel, fx, effect)
        ]
        place = yield from ask_one(fx.you, offers, "Choose a zone.")
    paid = yield from _choose_cost(duel, fx, effect)
    groups = yield from _choose_targets(duel, fx, effect, paid)
    return Declared(fx, effect, place, tuple(paid), groups)


def _choose_cost(duel: Duel, fx: Fx, effect: Effect) -> Play[list[Card]]:
    if effect.cost is None or effect.cost.pick is None:
        return []
    pick = effect.cost.pick
    chosen: list[Card] = yield from ask_cards(
        fx.you, fx.candidates(pick), pick.text or "Choose what to pay.", least=fx.number(pick.least),
        most=fx.number(pick.most), verb="pay",
    )  # fmt: skip
    return chosen


def _choose_targets(
    duel: Duel, fx: Fx, effect: Effect, paid: Sequence[Card]
) -> Play[tuple[tuple[Card, ...], ...]]:
    groups: list[tuple[Card, ...]] = []
    for pick in effect.target:
        spent = [*paid, *(card for group in groups for card in group)]
        found = [
            card for card in fx.candidates(pick, targeting=True) if not any(card is one for one in spent)
        ]
        chosen = yield from ask_cards(
            fx.you, found, pick.text or "Choose a target.", least=fx.number(pick.least),
            most=fx.number(pick.most), verb="target",
        )  # fmt: skip
        groups.append(tuple(chosen))
    return tuple(groups)


PASS = Offer("pass", None, "pass")
"""What a player picks who lets something pass."""
