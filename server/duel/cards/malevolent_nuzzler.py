"""Malevolent Nuzzler: an Equip Spell worth 700 ATK that Life Points bring back to the top of the Deck."""

from server.duel.script import equip_spell, pay, returns_to_top

NAME = "Malevolent Nuzzler"

equip_spell(NAME, "Equip to a monster. It gains 700 ATK.", attack=700)
returns_to_top(
    NAME,
    "When this card is sent from the field to the Graveyard: you can pay 500 LP; put this card on top of"
    " your Deck.",
    cost=pay(500),
)
