"""Self-Destruct Button: a duel nobody wins."""

from server.duel.script import Body, Fx, activation, set_life

NAME = "Self-Destruct Button"


@activation(NAME, only=lambda fx: fx.state.life(fx.you) <= fx.state.life(fx.opponent) - 7000)
def resolve(fx: Fx) -> Body:
    """Only while your Life Points are at least 7000 below your opponent's: those of both players become 0."""
    yield set_life(0)
