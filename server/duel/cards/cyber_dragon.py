"""Cyber Dragon: comes by itself against a field of monsters."""

from server.duel.script import OPPONENT, YOU, comes_freely

NAME = "Cyber Dragon"

comes_freely(
    NAME,
    "Special Summon it: only your opponent controls monsters",
    lambda fx: not fx.monsters(YOU) and bool(fx.monsters(OPPONENT)),
)
