"""Y-Dragon Head: joins X-Head Cannon."""

from server.duel.script import named, union

NAME = "Y-Dragon Head"

union(NAME, named("X-Head Cannon"), attack=400, defense=400)
