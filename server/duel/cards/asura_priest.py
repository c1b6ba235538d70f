"""Asura Priest: a Spirit that attacks every opposing monster in turn."""

from server.duel.script import Rule, continuous, spirit

NAME = "Asura Priest"

spirit(NAME)
continuous(NAME, Rule.ATTACKS_ALL)
