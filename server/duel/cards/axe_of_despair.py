"""Axe of Despair: an Equip Spell worth 1000 ATK that may return to the top of the Deck."""

from server.duel.script import equip_spell, returns_to_top, tribute_cost

NAME = "Axe of Despair"

equip_spell(NAME, "Equip to a monster. It gains 1000 ATK.", attack=1000)
returns_to_top(
    NAME,
    "When this card is sent from the field to the Graveyard: you can Tribute 1 monster; put this card on top"
    " of your Deck.",
    cost=tribute_cost(),
)
