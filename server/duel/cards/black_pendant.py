"""Black Pendant: an Equip Spell worth 500 ATK, and 500 damage when it is gone."""

from server.duel.script import Body, Fx, damage, equip_spell, this_left_field_to_graveyard, trigger

NAME = "Black Pendant"

equip_spell(NAME, "Equip to a monster. It gains 500 ATK.", attack=500)


@trigger(NAME, "move", when=this_left_field_to_graveyard, must=True, zones={"graveyard"})
def burns(fx: Fx) -> Body:
    """If this card is sent from the field to the Graveyard: the opponent takes 500 damage."""
    yield damage(fx.opponent, 500)
