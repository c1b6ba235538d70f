"""Axe of Despair: an Equip Spell worth 1000 ATK that may return to the top of the Deck."""

from server.duel.script import (
    Body,
    Fx,
    equip_spell,
    return_to_deck,
    this_left_field_to_graveyard,
    tribute_cost,
    trigger,
)  # fmt: skip

NAME = "Axe of Despair"

equip_spell(NAME, "The equipped monster gains 1000 ATK.", attack=1000)


@trigger(
    NAME, "move", when=this_left_field_to_graveyard, zones={"graveyard"}, exact=True, cost=tribute_cost()
)
def back_on_top(fx: Fx) -> Body:
    """When this card is sent from the field to the Graveyard: you can Tribute 1 monster; place this card on top
    of your Deck."""
    yield return_to_deck([fx.card], "top")
