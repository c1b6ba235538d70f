"""Dian Keto the Cure Master: Life Points."""

from server.duel.script import Body, Fx, activation, gain_life

NAME = "Dian Keto the Cure Master"


@activation(NAME)
def resolve(fx: Fx) -> Body:
    """Gain 1000 LP."""
    yield gain_life(fx.you, 1000)
