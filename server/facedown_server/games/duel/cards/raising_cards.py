"""Spells and Traps that raise one monster until the end of the turn, even in the middle of a battle."""

from facedown_server.games.duel.script import Rule, raise_target

raise_target(
    "Castle Walls",
    "Target 1 face-up monster on the field; it gains 500 DEF until the end of this turn.",
    Rule.DEFENSE,
    500,
)
raise_target(
    "Reinforcements",
    "Target 1 face-up monster on the field; it gains 500 ATK until the end of this turn.",
    Rule.ATTACK,
    500,
)
raise_target(
    "Rush Recklessly",
    "Target 1 face-up monster on the field; it gains 700 ATK until the end of this turn.",
    Rule.ATTACK,
    700,
)
raise_target(
    "The Reliable Guardian",
    "Target 1 face-up monster on the field; it gains 700 DEF until the end of this turn.",
    Rule.DEFENSE,
    700,
)
