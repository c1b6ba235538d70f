"""Ookazi: damage."""

from server.duel.script import Body, Fx, activation, damage

NAME = "Ookazi"


@activation(NAME)
def resolve(fx: Fx) -> Body:
    """The opponent takes 800 damage."""
    yield damage(fx.opponent, 800)
