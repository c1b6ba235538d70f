"""Trap Master: its Flip effect destroys a Trap, or finds out what a Set card is."""

from server.duel.script import flip_unmasks

NAME = "Trap Master"

flip_unmasks(
    NAME,
    "FLIP: Target 1 Trap on the field, or 1 Set card in a Spell & Trap Zone; show it if it is Set; destroy it"
    " if it is a Trap.",
    "trap",
)
