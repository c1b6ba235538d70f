"""Umi: a Field Spell for what lives in water, against machines and fire."""

from server.duel.script import field_spell

NAME = "Umi"

field_spell(
    NAME,
    "All Fish, Sea Serpent, Thunder and Aqua monsters gain 200 ATK and DEF; all Machine and Pyro monsters"
    " lose 200 ATK and DEF.",
    raises={"fish": 200, "sea_serpent": 200, "thunder": 200, "aqua": 200},
    lowers={"machine": 200, "pyro": 200},
)
