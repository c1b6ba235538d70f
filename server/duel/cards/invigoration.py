"""Invigoration: an Equip Spell for EARTH monsters, for attack at the price of defense."""

from server.duel.script import equip_spell

NAME = "Invigoration"

equip_spell(
    NAME,
    "Equip only to an EARTH monster. It gains 400 ATK and loses 200 DEF.",
    fits=lambda card, fx: card.attribute == "earth",
    attack=400,
    defense=-200,
)
