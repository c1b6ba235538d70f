"""Tokens made by hand: they come to the permanents of the arena, and cease to exist when they leave it."""

from __future__ import annotations

from server.manual.flesh_and_blood.hands import FabHands
from server.manual.hands import Command
from shared.errors import Illegal
from shared.manual.game import UPRIGHT
from shared.protocol.gestures import MakeToken
from shared.words import words
from shared.zones import SHARED, Place


def token(hands: FabHands[MakeToken]) -> Command:
    """A token of the gesture's print is created in the arena (FAB-3.0.5a, FAB-3.13.2)."""
    made = hands.gesture.token
    goal = Place(SHARED, hands.game.stage)
    if hands.gesture.places and hands.gesture.places[0]._replace(slot=-1) != goal:
        raise Illegal(words("token_to_permanents"))
    subtypes = tuple(made.race.lower().split())

    def command() -> None:
        card = hands.create(made.name, ("token", *subtypes), attack=made.attack or None)
        hands.carry(card, goal, UPRIGHT, cause="token")

    return command
