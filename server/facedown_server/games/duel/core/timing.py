"""What a moment lets in: whether an effect can be used at all then, as far as its header alone says.

There is one Timing for all that are alike, so what it lets in is worked out once. Nothing here looks at a
card or at what lies on the table.
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
"""The parts of the Damage Step around its calculation."""
_PARTS: dict[DamageStepUse, Collection[str]] = {
    DamageStepUse.NEVER: (),
    DamageStepUse.BEFORE: ("start", "before"),
    DamageStepUse.CALCULATION: ("calculation",),
    DamageStepUse.AROUND: AROUND,
}
"""The parts of the Damage Step in which an effect may be used."""


timing = cache(ActivationTiming)
"""The one Timing of these values: there are some hundreds at most."""


def lets_in(now: ActivationTiming, effect: Effect, zone: str) -> bool:
    """Whether this effect of a card in that zone is not out of the question."""
    return not keeps_out(now, effect, zone)


def keeps_out(now: ActivationTiming, effect: Effect, zone: str) -> str:
    """What of a moment keeps an effect of a card in that zone out, as a code of `reasons`; "" for nothing.

    A Summon being declared can only be negated; from the hand a card is activated in one's own turn
    (GAP-13).
    """
    if not _has_speed(now, effect, zone):
        if not now.answering:
            return "nothing_to_answer"
        in_time = now.your_turn and now.main_phase
        return "speed" if effect.speed > 1 else "answering" if in_time else "main_phase"
    if not _has_time(now, effect):
        return "damage_step" if now.step or effect.damage_step is DamageStepUse.CALCULATION else "main_phase"
    if now.declared != effect.summon_negation and not effect.anytime:
        return "summon_declared" if now.declared else "nothing_to_answer"
    from_hand = zone == "hand" and effect.kind is EffectKind.ACTIVATION and not effect.zones
    return "not_set" if from_hand and not now.your_turn else ""


def _has_speed(now: ActivationTiming, effect: Effect, zone: str) -> bool:
    """A link is answered only by an equal or higher Spell Speed, and never by Spell Speed 1 (CLS-CHAIN).

    What has a condition answers something; what has none may be used at any time. CLS-SPEED-01 to 07.
    """
    if not now.answering:
        return effect.when is None
    if effect.speed < 2:
        opens = now.priority and effect.kind is EffectKind.IGNITION
        return opens and zone in MONSTER_ZONES and not now.speed
    return effect.speed >= now.speed


def _has_time(now: ActivationTiming, effect: Effect) -> bool:
    """Spell Speed 1 only in one's own Main Phase; the Damage Step lets in only what it names.

    CLS-SPELL-01, CLS-SPELL-18, CLS-EFF-08.
    """
    if now.step:
        too_fast = effect.speed > 2 and now.damage_step == "classic"
        return in_damage_step(effect, now.step) and not too_fast
    if effect.speed < 2:
        return now.your_turn and now.main_phase
    return effect.damage_step is not DamageStepUse.CALCULATION


def in_damage_step(effect: Effect, step: str) -> bool:
    """What may be used in this part of the Damage Step (CLS-BATTLE-14, GAP-43)."""
    return effect.damage_step is DamageStepUse.ALWAYS or step in _PARTS[effect.damage_step]
