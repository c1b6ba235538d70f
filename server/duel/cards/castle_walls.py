"""Castle Walls: 500 DEF for a turn."""

from server.duel.script import raise_target

NAME = "Castle Walls"

raise_target(
    NAME, "Target 1 face-up monster on the field; it gains 500 DEF until the end of this turn.", defense=500
)
