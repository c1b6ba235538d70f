"""Toon Summoned Skull: a Toon for one Tribute."""

from server.duel.script import toon

NAME = "Toon Summoned Skull"

toon(NAME, tributes_needed=1)
