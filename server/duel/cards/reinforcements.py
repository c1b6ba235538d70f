"""Reinforcements: 500 ATK for a turn."""

from server.duel.script import raise_target

NAME = "Reinforcements"

raise_target(
    NAME, "Target 1 face-up monster on the field; it gains 500 ATK until the end of this turn.", attack=500
)
