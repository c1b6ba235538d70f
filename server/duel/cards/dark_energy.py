"""Dark Energy: an Equip Spell for Fiends."""

from server.duel.script import equip_spell

NAME = "Dark Energy"

equip_spell(
    NAME,
    "Equip only to a Fiend monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "fiend",
    attack=300,
    defense=300,
)
