"""Bottomless Trap Hole: destroys and banishes strong monsters the opponent has just Summoned."""

from server.duel.script import Body, Card, Fx, activation, destroy, summoned_by

NAME = "Bottomless Trap Hole"


def just_summoned(fx: Fx) -> list[Card]:
    return [card for card in summoned_by(fx, fx.opponent) if card.in_monster_zone]


def strong(card: Card) -> bool:
    return card.face_up and (card.attack or 0) >= 1500


def strong_ones(fx: Fx) -> list[Card]:
    return [card for card in fx.about if strong(card)]


@activation(
    NAME,
    when=lambda fx: any(map(strong, just_summoned(fx))),
    about=just_summoned,
    destroys=strong_ones,
)
def resolve(fx: Fx) -> Body:
    """When your opponent Summons monsters with 1500 or more ATK: destroy those that still are face-up with so
    much ATK, and banish them."""
    yield destroy(strong_ones(fx), to="banished")
