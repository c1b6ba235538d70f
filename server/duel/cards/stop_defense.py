"""Stop Defense: a defender has to come out."""

from server.duel.script import OPPONENT, Body, Card, Fx, Selection, activation, change_position

NAME = "Stop Defense"


def _defends(card: Card, fx: Fx) -> bool:
    return card.defense_position


@activation(NAME, target=Selection("monster", OPPONENT, _defends, keep=_defends))
def resolve(fx: Fx) -> Body:
    """Target 1 Defense Position monster the opponent controls; change it to face-up Attack Position."""
    yield change_position(fx.targets, "attack")
