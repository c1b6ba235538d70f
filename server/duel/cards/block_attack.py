"""Block Attack: an attacker has to defend."""

from server.duel.script import OPPONENT, Body, Fx, Selection, activation, can_defend, change_position

NAME = "Block Attack"


@activation(NAME, target=Selection("monster", OPPONENT, can_defend, keep=can_defend))
def resolve(fx: Fx) -> Body:
    """Target 1 face-up Attack Position monster the opponent controls; change it to Defense Position."""
    yield change_position(fx.targets, "defense")
