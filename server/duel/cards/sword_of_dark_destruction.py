"""Sword of Dark Destruction: an Equip Spell for DARK monsters, for attack at the price of defense."""

from server.duel.script import equip_spell

NAME = "Sword of Dark Destruction"

equip_spell(
    NAME,
    "Equip only to a DARK monster. It gains 400 ATK and loses 200 DEF.",
    fits=lambda card, fx: card.attribute == "dark",
    attack=400,
    defense=-200,
)
