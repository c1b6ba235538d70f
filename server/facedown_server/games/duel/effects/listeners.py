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
    for event in events[duel.scanned :]:
        duel.recent.append(event)
        duel.this_turn.happened.append(event)
        if event.goal is not None and event.goal.zone == "hand":
            duel.hands_filled = True
        kind = event.kind
        if kind == "phase":
            duel.pending = [one for one in duel.pending if one.fx.event is not duel.phase_began]
            duel.phase_began = event
            duel.noted_in_phase.clear()
        if kind in index.triggers or kind in index.reactions:
            _note(duel, event)
    duel.scanned = len(events)


def _note(duel: Duel, event: GameEvent) -> None:
    """Collect the triggers and reactions of one event."""
    waiting, following = len(duel.pending), len(duel.reactions)
    for card, effect, places in duel.effect_index.triggers.get(event.kind, ()):
        if card.place.zone in places or effect.kind is EffectKind.FLIP:
            _note_trigger(duel, card, effect, event)
    for card, reaction in duel.effect_index.reactions.get(event.kind, ()):
        _note_reaction(duel, card, reaction, event)
    _sort(duel, waiting, following)


def collect_late_triggers(duel: Duel) -> None:
    """Collect triggers of this phase whose condition was met only after the phase began.

    Each is collected once per incarnation of its card.
    """
    phase_event, waiting = duel.phase_began, len(duel.pending)
    if phase_event is None or duel.looked_at == duel.state.changed:
        return
    duel.looked_at = duel.state.changed
    for card, effect in newly_possible(duel):
        _note_trigger(duel, card, effect, phase_event)
    _sort(duel, waiting, len(duel.reactions))


def newly_possible(duel: Duel) -> list[tuple[Card, Effect]]:
    """Return the triggers that `collect_late_triggers` would collect now, each with its card."""
    phase_event = duel.phase_began
    return [
        (card, effect) for card, effect, places in duel.effect_index.triggers.get("phase", ())
        if phase_event is not None and card.place.zone in places
        and _phase_key(card, effect) not in duel.noted_in_phase
        and meets_trigger(duel, card, effect, phase_event)
    ]  # fmt: skip


def _note_trigger(duel: Duel, card: Card, effect: Effect, event: GameEvent) -> None:
    if meets_trigger(duel, card, effect, event):
        fx = Fx(duel, card, card.controller, effect, event=event, life=card.incarnation)
        shown = card.revealed | (event.readers if event.card is card else 0)
        hidden = card.zone in ("hand", "deck") and not shown >> (1 - card.controller) & 1
        duel.add_pending(PendingTrigger(fx, effect, event.moment, hidden))
        if event.kind == "phase":
            duel.noted_in_phase.add(_phase_key(card, effect))


def _note_reaction(duel: Duel, card: Card, reaction: Reaction, event: GameEvent) -> None:
    works = reaction.even_negated or not card.negated
    if card.zone in (reaction.zones or home_zones(card)) and card.face_up and works:
        fx = Fx(duel, card, card.controller, event=event, life=card.incarnation)
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
