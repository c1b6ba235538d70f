"""Tests of whether an event meets the condition of a trigger."""

from __future__ import annotations

from facedown_server.games.duel.core import FIELD, Duel, Effect, EffectKind, Fx, card_status, usable_zones
from facedown_server.table import Card, GameEvent

FACED = FIELD | {"banished"}
"""Zones in which face-down cards cannot use effects (YGO-STZ-10, YGO-BAN-11)."""
REPLAY = "replay"
"""Word of an attack event after a replay. It is no new declaration that can be responded to."""


def meets_trigger(duel: Duel, card: Card, effect: Effect, event: GameEvent) -> bool:
    """Return whether an event meets a trigger's condition while the card is in the right place.

    CLS-EFF-02, CLS-EFF-07.
    """
    if event.word == REPLAY and not any(card is target for target in event.others):
        return False
    if effect.kind is EffectKind.FLIP:
        if event.card is not card:
            return False
    elif not is_trigger_place(card, effect) or not card_status.is_applied(duel, card):
        return False
    if card.negated and card.is_on_field and effect.kind is not EffectKind.FLIP and card.is_spell:
        return False
    fx = Fx(duel, card, card.controller, effect, event=event, life=card.incarnation)
    return effect.when is None or effect.when(fx)


def is_trigger_place(card: Card, effect: Effect) -> bool:
    """Return whether a card's zone and face allow it to use this trigger."""
    faces_right = card.face_up or card.zone not in FACED or effect.face_down
    return faces_right and card.zone in usable_zones(effect, card.facts)
