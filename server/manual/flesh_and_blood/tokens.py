"""Tokens made by hand: they come to the permanents of the arena, and cease to exist when they leave it."""

from __future__ import annotations

from server.manual.flesh_and_blood.gestures import objects
from server.manual.hands import Command, PlayerHands
from shared.errors import Illegal
from shared.manual.game import UPRIGHT
from shared.zones import SHARED, Place


def token(hands: PlayerHands) -> Command:
    """A token of the gesture's print is created in the arena (FAB-3.0.5a, FAB-3.13.2)."""
    made, table = hands.gesture.token, objects(hands)
    if made is None:
        raise Illegal("Say what the token is called, and its numbers.")
    goal = Place(SHARED, hands.game.stage)
    if hands.gesture.places and hands.gesture.places[0]._replace(slot=-1) != goal:
        raise Illegal("A token comes to the permanents.")
    subtypes = tuple(made.race.lower().split())

    def command() -> None:
        card = table.create(made.name, ("token", *subtypes), attack=made.attack or None)
        table.carry(card, goal, UPRIGHT, cause="token")

    return command
