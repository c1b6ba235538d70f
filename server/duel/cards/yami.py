"""Yami: a Field Spell for Fiends and Spellcasters, against Fairies."""

from server.duel.script import field_spell

NAME = "Yami"

field_spell(
    NAME,
    "All Fiend and Spellcaster monsters gain 200 ATK and DEF; all Fairy monsters lose 200 ATK and DEF.",
    raises={"fiend": 200, "spellcaster": 200},
    lowers={"fairy": 200},
)
