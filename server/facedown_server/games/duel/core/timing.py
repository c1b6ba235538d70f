"""Tests of whether a moment allows an effect, as far as the effect's header alone decides.

Equal timings are one object, so each result can be cached. This module reads no card and no board.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from facedown_server.games.duel.core.effect import Effect
from facedown_server.games.duel.core.records import ActivationTiming
from facedown_server.games.duel.core.words import DamageStepUse, EffectKind

MAIN_PHASES = frozenset({"main1", "main2"})
MONSTER_ZONES = frozenset({"monster", "extra_monster"})
AROUND = frozenset({"before", "end"})
"""Parts of the Damage Step just before damage calculation and at the end."""
_PARTS: dict[DamageStepUse, Collection[str]] = {
    DamageStepUse.NEVER: (),
    DamageStepUse.BEFORE: ("start", "before"),
    DamageStepUse.CALCULATION: ("calculation",),
    DamageStepUse.AROUND: AROUND,
}
"""Parts of the Damage Step in which an effect may be used, by its `DamageStepUse`."""


timing = cache(ActivationTiming)
"""Return the ActivationTiming of these values, always the same object. At most a few hundred exist."""


def is_timely(now: ActivationTiming, effect: Effect, zone: str) -> bool:
    """Return whether the moment allows this effect of a card in that zone."""
    return not timing_obstacle(now, effect, zone)


def timing_obstacle(now: ActivationTiming, effect: Effect, zone: str) -> str:
    """Return the code in `reasons` for why the moment forbids an effect of a card in that zone, or "".

    A Summon being declared can only be negated. A card is activated from the hand only in its player's own
    turn (GAP-13).
    """
    if not _has_speed(now, effect, zone):
        if not now.answering:
            return "nothing_to_answer"
        in_time = now.your_turn and now.main_phase
        return "speed" if effect.speed > 1 else "answering" if in_time else "main_phase"
    if not _is_phase_right(now, effect):
        return "damage_step" if now.step or effect.damage_step is DamageStepUse.CALCULATION else "main_phase"
    if now.declared != effect.summon_negation and not effect.anytime:
        return "summon_declared" if now.declared else "nothing_to_answer"
    from_hand = zone == "hand" and effect.kind is EffectKind.ACTIVATION and not effect.zones
    return "not_set" if from_hand and not now.your_turn else ""


def _has_speed(now: ActivationTiming, effect: Effect, zone: str) -> bool:
    """Return whether the Spell Speed allows the effect (CLS-CHAIN).

    A response needs at least the Spell Speed of the Chain Link before, and never Spell Speed 1. An effect
    with a condition can only respond; one without can be used at any time. CLS-SPEED-01 to 07.
    """
    if not now.answering:
        return effect.when is None
    if effect.speed < 2:
        opens = now.priority and effect.kind is EffectKind.IGNITION
        return opens and zone in MONSTER_ZONES and not now.speed
    return effect.speed >= now.speed


def _is_phase_right(now: ActivationTiming, effect: Effect) -> bool:
    """Return whether the phase allows the effect.

    Spell Speed 1 needs the player's own Main Phase. The Damage Step allows only effects whose header names
    the part. CLS-SPELL-01, CLS-SPELL-18, CLS-EFF-08.
    """
    if now.step:
        too_fast = effect.speed > 2 and now.damage_step == "classic"
        return can_use_in_damage_step(effect, now.step) and not too_fast
    if effect.speed < 2:
        return now.your_turn and now.main_phase
    return effect.damage_step is not DamageStepUse.CALCULATION


def can_use_in_damage_step(effect: Effect, step: str) -> bool:
    """Return whether an effect may be used in this part of the Damage Step (CLS-BATTLE-14, GAP-43)."""
    return effect.damage_step is DamageStepUse.ALWAYS or step in _PARTS[effect.damage_step]
