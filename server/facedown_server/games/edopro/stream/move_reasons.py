"""Reasons of card moves: from the bits of the core's reasons to the words of our table."""

from __future__ import annotations

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.visible_events import Cause

DESTROYED_FLAG, RELEASED_FLAG, MATERIAL_FLAG, BATTLE_FLAG, COST_FLAG, DISCARDED_FLAG = (
    0x1,
    0x2,
    0x8,
    0x20,
    0x80,
    0x4000,
)
CAUSES: tuple[tuple[int, Cause], ...] = (
    (BATTLE_FLAG, "battle"),
    (DESTROYED_FLAG, "destroy"),
    (RELEASED_FLAG, "tribute"),
    (MATERIAL_FLAG, "material"),
    (DISCARDED_FLAG, "discard"),
    (COST_FLAG, "cost"),
    (0x20000, "return"),
    (0x40, "effect"),
)
"""Cause of a move for each bit of the core's reason. The first bit that is set counts."""
SPECIAL_SUMMON_FLAG, TRIBUTE_SUMMON_FLAG = 0x800, 0x10
"""Reason bits of a Special Summon and of a Tribute for a Tribute Summon. A monster that is Normal Summoned
keeps the reason of its move to the hand.
"""
SUMMONS: tuple[tuple[int, Cause], ...] = (
    (0x40000, "fusion"), (0x100000, "ritual"), (0x80000, "synchro"), (0x200000, "xyz"), (0x10000000, "link"),
)  # fmt: skip
"""Kind of Special Summon that used materials, for each bit of the core's reason."""


def cause(reason: int) -> Cause:
    """Return the cause of a move."""
    return next((cause for bit, cause in CAUSES if reason & bit), "rule")


def summon(facts: Facts, used: int, *, by_rule: bool, scaling: bool) -> Cause:
    """Return the kind of Summon that brings a monster face-up to the field.

    `used`: reasons of the materials since the last monster arrived, including Tributes for a Tribute Summon.
    `by_rule`: the monster comes from the hand and not by an effect. `scaling`: the player chose a Pendulum
    Summon.
    """
    if by_rule:
        return "tribute" if used & TRIBUTE_SUMMON_FLAG else "normal"
    kinds = (word for bit, word in SUMMONS if used & bit and word in facts.kinds)
    return next(kinds, "pendulum" if scaling else "special")
