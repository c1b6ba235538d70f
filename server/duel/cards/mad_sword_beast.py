"""Mad Sword Beast: pierces what defends."""

from server.duel.script import Rule, continuous

NAME = "Mad Sword Beast"

continuous(NAME, Rule.PIERCING)
