"""Dragon Treasure: an Equip Spell for Dragons."""

from server.duel.script import equip_spell

NAME = "Dragon Treasure"

equip_spell(
    NAME,
    "Equip only to a Dragon monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "dragon",
    attack=300,
    defense=300,
)
