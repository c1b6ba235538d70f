"""Gravity Bind: monsters of Level 4 or higher cannot attack."""

from server.duel.script import Rule, continuous, takes_effect

NAME = "Gravity Bind"

takes_effect(NAME, "Level 4 or higher monsters cannot attack.")
continuous(NAME, Rule.NO_ATTACK, fits=lambda fx, card: card.in_monster_zone and card.level >= 4)
