"""Pot of Greed: draws two."""

from server.duel.script import Body, Fx, activation, draw

NAME = "Pot of Greed"


@activation(NAME, only=lambda fx: fx.can_draw(fx.you, 2), from_deck=True)
def resolve(fx: Fx) -> Body:
    """Draw 2 cards."""
    yield draw(fx.you, 2)
