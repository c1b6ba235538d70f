"""Jar of Greed: draws one."""

from server.duel.script import Body, Fx, activation, draw

NAME = "Jar of Greed"


@activation(NAME, only=lambda fx: fx.can_draw(fx.you, 1), from_deck=True)
def resolve(fx: Fx) -> Body:
    """Draw 1 card."""
    yield draw(fx.you)
