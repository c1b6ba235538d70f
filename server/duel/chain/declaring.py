"""Declaring an activation: its zone, cost and targets are asked; nothing has happened until all are known."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.chain import legality
from server.duel.chain.targets import candidates
from server.duel.core import Activation, Duel, Effect, EffectKind, Fx, Offer, Play, ask_cards, ask_one
from server.table.state import Card
from shared.words import words
from shared.zones import Place


def declaration(duel: Duel, fx: Fx, effect: Effect) -> Play[Activation]:
    """Ask for zone, cost and targets; changes nothing."""
    place: Place | None = None
    if effect.kind is EffectKind.ACTIVATION and fx.card.zone == "hand":
        offers = [
            Offer(f"zone:{at}", at, "zone", fx.card, at)
            for at in legality.activation_places(duel, fx, effect)
        ]
        place = yield from ask_one(fx.you, offers, words("choose_a_zone"))
    paid = yield from _choose_cost(duel, fx, effect)
    groups = yield from _choose_targets(duel, fx, effect, paid)
    return Activation(fx, effect, place, tuple(paid), groups)


def _choose_cost(duel: Duel, fx: Fx, effect: Effect) -> Play[list[Card]]:
    if effect.cost is None or effect.cost.pick is None:
        return []
    pick = effect.cost.pick
    chosen: list[Card] = yield from ask_cards(
        fx.you, list(candidates(fx, pick)), pick.text or words("choose_what_to_pay"),
            least=fx.number(pick.least),
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
            card for card in candidates(fx, pick, targeting=True) if not any(card is one for one in spent)
        ]
        chosen = yield from ask_cards(
            fx.you, found, pick.text or words("choose_a_target"), least=fx.number(pick.least),
            most=fx.number(pick.most), verb="target",
        )  # fmt: skip
        groups.append(tuple(chosen))
    return tuple(groups)
