"""Black Illusion Ritual: the Ritual Spell of Relinquished."""

from server.duel.script import ritual_spell

NAME = "Black Illusion Ritual"

ritual_spell(
    NAME,
    'Ritual Summon 1 "Relinquished" from your hand, by Tributing monsters from your hand or field with 1 or'
    " more Levels in total.",
    monster="Relinquished",
)
