"""Dark Hole: destroys every monster."""

from server.duel.script import destroys_all

NAME = "Dark Hole"

destroys_all(NAME, "Destroy all monsters on the field.", lambda fx: fx.monsters())
