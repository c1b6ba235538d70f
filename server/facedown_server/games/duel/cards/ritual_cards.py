"""Ritual Spells, and Ritual Monsters without anything of their own, which their Spells know by name."""

from facedown_server.games.duel.script import register_plain, ritual_spell

register_plain("Black Luster Soldier")

ritual_spell(
    "Black Luster Ritual",
    'Ritual Summon 1 "Black Luster Soldier" from your hand, by Tributing monsters from your hand or field'
    " with 8 or more Levels in total.",
    monster="Black Luster Soldier",
)

ritual_spell(
    "Black Illusion Ritual",
    'Ritual Summon 1 "Relinquished" from your hand, by Tributing monsters from your hand or field with 1 or'
    " more Levels in total.",
    monster="Relinquished",
)
