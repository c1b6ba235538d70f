"""Book of Secret Arts: an Equip Spell for Spellcasters."""

from server.duel.script import equip_spell

NAME = "Book of Secret Arts"

equip_spell(
    NAME,
    "Equip only to a Spellcaster monster. It gains 300 ATK and DEF.",
    fits=lambda card, fx: card.race == "spellcaster",
    attack=300,
    defense=300,
)
