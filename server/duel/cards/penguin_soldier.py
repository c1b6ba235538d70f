"""Penguin Soldier: its Flip effect returns up to two monsters to the hand."""

from server.duel.script import flip_bounces

NAME = "Penguin Soldier"

flip_bounces(
    NAME,
    "FLIP: You can target 1 or 2 monsters on the field; return them to their owners' hands.",
    most=2,
    must=False,
)
