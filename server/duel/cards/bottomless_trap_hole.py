"""Bottomless Trap Hole: destroys and banishes strong monsters the opponent has just Summoned."""

from collections.abc import Iterable

from server.duel.script import Body, Card, Fx, activation, destroy, summoned_by

NAME = "Bottomless Trap Hole"


def just_summoned(fx: Fx) -> Iterable[Card]:
    return [card for card in summoned_by(fx, fx.opponent) if card.in_monster_zone]


def strong(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.face_up and (card.attack or 0) >= 1500]


@activation(
    NAME,
    when=lambda fx: bool(strong(just_summoned(fx))),
    about=just_summoned,
    destroys=lambda fx: strong(fx.about),
)
def resolve(fx: Fx) -> Body:
    """When your opponent Summons monsters with 1500 or more ATK: destroy those that still are face-up with so
    much ATK, and banish them."""
    yield destroy(strong(fx.about), to="banished")
