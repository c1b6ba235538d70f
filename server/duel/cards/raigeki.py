"""Raigeki: destroys every monster of the opponent."""

from server.duel.script import OPPONENT, destroys_all

NAME = "Raigeki"

destroys_all(NAME, "Destroy all monsters the opponent controls.", lambda fx: fx.monsters(OPPONENT))
