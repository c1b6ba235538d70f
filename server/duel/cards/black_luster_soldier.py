"""Black Luster Soldier: a Ritual Monster and nothing more. Its Ritual Spell knows it by name."""

from server.duel.script import plays_by_its_kind

NAME = "Black Luster Soldier"

plays_by_its_kind(NAME)
