"""Black Luster Ritual: the Ritual Spell of Black Luster Soldier."""

from server.duel.script import ritual_spell

NAME = "Black Luster Ritual"

ritual_spell(
    NAME,
    'Ritual Summon 1 "Black Luster Soldier" from your hand, by Tributing monsters from your hand or field'
    " with 8 or more Levels in total.",
    monster="Black Luster Soldier",
)
