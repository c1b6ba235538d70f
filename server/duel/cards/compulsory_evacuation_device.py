"""Compulsory Evacuation Device: returns a monster to the hand."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, return_to_hand

NAME = "Compulsory Evacuation Device"


@activation(NAME, target=Selection("monster", EITHER))
def resolve(fx: Fx) -> Body:
    """Target 1 monster on the field; return it to the hand."""
    yield return_to_hand(fx.targets)
