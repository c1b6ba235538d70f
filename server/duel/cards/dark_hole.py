"""Dark Hole: destroys every monster."""

from server.duel.script import Body, Fx, activation, destroy

NAME = "Dark Hole"


@activation(NAME, only=lambda fx: bool(fx.monsters()))
def resolve(fx: Fx) -> Body:
    """Destroy all monsters on the field."""
    yield destroy(fx.monsters())
