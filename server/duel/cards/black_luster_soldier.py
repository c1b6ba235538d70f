"""Black Luster Soldier: a Ritual Monster and nothing more."""

from server.duel.script import ritual_monster

NAME = "Black Luster Soldier"

ritual_monster(NAME, "Black Luster Ritual")
