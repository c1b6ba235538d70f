"""Field Spells that raise some races and lower others."""

from facedown_server.games.duel.script import field_spell

field_spell(
    "Mountain",
    "All Dragon, Winged Beast and Thunder monsters gain 200 ATK and DEF.",
    raises={"dragon": 200, "winged_beast": 200, "thunder": 200},
)

field_spell(
    "Sogen",
    "All Warrior and Beast-Warrior monsters gain 200 ATK and DEF.",
    raises={"warrior": 200, "beast_warrior": 200},
)

field_spell(
    "Umi",
    "All Fish, Sea Serpent, Thunder and Aqua monsters gain 200 ATK and DEF; all Machine and Pyro monsters"
    " lose 200 ATK and DEF.",
    raises={"fish": 200, "sea_serpent": 200, "thunder": 200, "aqua": 200},
    lowers={"machine": 200, "pyro": 200},
)

field_spell(
    "Yami",
    "All Fiend and Spellcaster monsters gain 200 ATK and DEF; all Fairy monsters lose 200 ATK and DEF.",
    raises={"fiend": 200, "spellcaster": 200},
    lowers={"fairy": 200},
)
