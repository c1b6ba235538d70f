"""Magician of Faith: her Flip effect takes a Spell back."""

from server.duel.script import flip_recovers

NAME = "Magician of Faith"

flip_recovers(NAME, "FLIP: Target 1 Spell in your Graveyard; add it to your hand.", "spell")
