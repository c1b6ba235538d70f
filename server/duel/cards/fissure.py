"""Fissure: the weakest monster of the opponent falls."""

from server.duel.script import OPPONENT, Body, Card, Fx, activation, choose, destroy

NAME = "Fissure"


def _weakest(fx: Fx) -> list[Card]:
    monsters = fx.monsters(OPPONENT, lambda card: card.face_up)
    lowest = min((card.attack or 0 for card in monsters), default=0)
    return [card for card in monsters if (card.attack or 0) == lowest]


@activation(NAME, only=lambda fx: bool(_weakest(fx)), destroys=_weakest)
def resolve(fx: Fx) -> Body:
    """Destroy the face-up monster with the lowest ATK the opponent controls (your choice, if tied)."""
    chosen = yield choose(_weakest(fx), text="Choose what to destroy.")
    yield destroy(chosen)
