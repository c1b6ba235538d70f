"""Armed Ninja: its Flip effect destroys a Spell, or finds out what a Set card is."""

from server.duel.script import flip_unmasks

NAME = "Armed Ninja"

flip_unmasks(
    NAME,
    "FLIP: Target 1 Spell, or 1 Set card in a Spell & Trap Zone; show it if it is Set; destroy it if it is a"
    " Spell.",
    "spell",
)
