"""Rush Recklessly: 700 ATK for a turn, even in the middle of a battle."""

from server.duel.script import raise_target

NAME = "Rush Recklessly"

raise_target(
    NAME, "Target 1 face-up monster on the field; it gains 700 ATK until the end of this turn.", attack=700
)
