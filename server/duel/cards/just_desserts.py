"""Just Desserts: damage for every monster the opponent controls."""

from server.duel.script import OPPONENT, Body, Fx, activation, damage

NAME = "Just Desserts"


@activation(NAME, only=lambda fx: bool(fx.monsters(OPPONENT)))
def resolve(fx: Fx) -> Body:
    """Inflict 500 damage to your opponent for each monster they control."""
    yield damage(fx.opponent, 500 * len(fx.monsters(OPPONENT)))
