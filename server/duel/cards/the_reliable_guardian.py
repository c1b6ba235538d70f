"""The Reliable Guardian: 700 DEF for a turn, even in the middle of a battle."""

from server.duel.script import raise_target

NAME = "The Reliable Guardian"

raise_target(
    NAME, "Target 1 face-up monster on the field; it gains 700 DEF until the end of this turn.", defense=700
)
