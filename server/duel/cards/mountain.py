"""Mountain: a Field Spell for what flies and thunders."""

from server.duel.script import field_spell

NAME = "Mountain"

field_spell(
    NAME,
    "All Dragon, Winged Beast and Thunder monsters gain 200 ATK and DEF.",
    raises={"dragon": 200, "winged_beast": 200, "thunder": 200},
)
