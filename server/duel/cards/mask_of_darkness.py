"""Mask of Darkness: its Flip effect takes a Trap back."""

from server.duel.script import flip_recovers

NAME = "Mask of Darkness"

flip_recovers(NAME, "FLIP: Target 1 Trap in your Graveyard; add it to your hand.", "trap")
