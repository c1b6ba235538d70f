"""Heavy Storm: destroys every Spell and Trap."""

from server.duel.script import destroys_all, everything_but_this

NAME = "Heavy Storm"

destroys_all(NAME, "Destroy all other Spells and Traps on the field.", everything_but_this)
