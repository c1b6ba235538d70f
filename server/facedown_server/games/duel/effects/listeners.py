"""Matching of events to triggers and immediate reactions.

This module activates nothing. `triggers` and `state_checks` use the triggers and reactions that it collects.
"""

from __future__ import annotations

from facedown_server.games.duel.core import (
    Duel,
    Effect,
    EffectKind,
    Fx,
    PendingTrigger,
    Reaction,
    home_zones,
    rank,
)
from facedown_server.games.duel.effects.trigger_conditions import meets_trigger
from facedown_server.table import Card, GameEvent


def collect(duel: Duel) -> None:
    """Collect the triggers and reactions whose condition is met by an event since the last call."""
    events, index = duel.state.events, duel.effect_index
    if duel.scanned == len(events):
        return
    for told in events[duel.scanned :]:
        duel.recent.append(told)
        duel.this_turn.happened.append(told)
        if told.goal is not None and told.goal.zone == "hand":
            duel.hands_filled = True
        kind = told.kind
        if kind == "phase":
            duel.pending = [one for one in duel.pending if one.fx.event is not duel.phase_began]
            duel.phase_began = told
            duel.noted_in_phase.clear()
        if kind in index.triggers or kind in index.reactions:
            _note(duel, told)
    duel.scanned = len(events)


def _note(duel: Duel, told: GameEvent) -> None:
    """Collect the triggers and reactions of one event."""
    waiting, following = len(duel.pending), len(duel.reactions)
    for card, effect, places in duel.effect_index.triggers.get(told.kind, ()):
        if card.place.zone in places or effect.kind is EffectKind.FLIP:
            _note_trigger(duel, card, effect, told)
    for card, reaction in duel.effect_index.reactions.get(told.kind, ()):
        _note_reaction(duel, card, reaction, told)
    _sort(duel, waiting, following)


def collect_late_triggers(duel: Duel) -> None:
    """Collect triggers of this phase whose condition was met only after the phase began.

    Each is collected once per incarnation of its card.
    """
    told, waiting = duel.phase_began, len(duel.pending)
    if told is None or duel.looked_at == duel.state.changed:
        return
    duel.looked_at = duel.state.changed
    for card, effect in newly_possible(duel):
        _note_trigger(duel, card, effect, told)
    _sort(duel, waiting, len(duel.reactions))


def newly_possible(duel: Duel) -> list[tuple[Card, Effect]]:
    """Return the triggers that `collect_late_triggers` would collect now, each with its card."""
    told = duel.phase_began
    return [
        (card, effect) for card, effect, places in duel.effect_index.triggers.get("phase", ())
        if told is not None and card.place.zone in places
        and _phase_key(card, effect) not in duel.noted_in_phase
        and meets_trigger(duel, card, effect, told)
    ]  # fmt: skip


def _note_trigger(duel: Duel, card: Card, effect: Effect, told: GameEvent) -> None:
    if meets_trigger(duel, card, effect, told):
        fx = Fx(duel, card, card.controller, effect, event=told, life=card.incarnation)
        shown = card.revealed | (told.readers if told.card is card else 0)
        hidden = card.zone in ("hand", "deck") and not shown >> (1 - card.controller) & 1
        duel.add_pending(PendingTrigger(fx, effect, told.moment, hidden))
        if told.kind == "phase":
            duel.noted_in_phase.add(_phase_key(card, effect))


def _note_reaction(duel: Duel, card: Card, reaction: Reaction, told: GameEvent) -> None:
    works = reaction.even_negated or not card.negated
    if card.zone in (reaction.zones or home_zones(card)) and card.face_up and works:
        fx = Fx(duel, card, card.controller, event=told, life=card.incarnation)
        if reaction.when(fx):
            duel.reactions.append((fx, reaction))


def _phase_key(card: Card, effect: Effect) -> tuple[int, int, str]:
    return card.id, card.incarnation, effect.key


def _sort(duel: Duel, waiting: int, following: int) -> None:
    """Sort the newly collected triggers and reactions by visible place.

    `waiting` and `following` are the numbers of older ones. The order of a deck list is secret, so it must
    not show.
    """
    if len(duel.pending) > waiting + 1:
        duel.pending[waiting:] = sorted(duel.pending[waiting:], key=lambda one: rank(duel, one.fx.card))
    if len(duel.reactions) > following + 1:
        duel.reactions[following:] = sorted(
            duel.reactions[following:], key=lambda one: rank(duel, one[0].card)
        )
