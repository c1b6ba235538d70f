"""Sogen: a Field Spell for Warriors and Beast-Warriors."""

from server.duel.script import field_spell

NAME = "Sogen"

field_spell(
    NAME,
    "All Warrior and Beast-Warrior monsters gain 200 ATK and DEF.",
    raises={"warrior": 200, "beast_warrior": 200},
)
