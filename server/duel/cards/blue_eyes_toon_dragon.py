"""Blue-Eyes Toon Dragon: a Toon for two Tributes."""

from server.duel.script import toon

NAME = "Blue-Eyes Toon Dragon"

toon(NAME, tributes_needed=2)
