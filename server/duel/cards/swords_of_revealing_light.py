"""Swords of Revealing Light: shows what hides, and holds the opponent off for three turns."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Rule,
    activation,
    continuous,
    destroy_by_rule,
    later,
    stay_on_field,
    turn_face_up,
)

NAME = "Swords of Revealing Light"
THEIR_THIRD_TURN = 5
"""Activated in your turn: theirs are the next, the one after yours, and so on."""

continuous(
    NAME,
    Rule.NO_ATTACK_DECLARATION,
    fits=lambda fx, card: card.in_monster_zone and card.controller == fx.opponent,
)


@activation(NAME)
def resolve(fx: Fx) -> Body:
    """Turn all face-down monsters the opponent controls face-up. This card stays on the field until the End
    Phase of the opponent's 3rd turn; while it does, the opponent's monsters cannot attack."""
    if fx.here:
        yield stay_on_field()
        yield later("end", _leaves, turns=THEIR_THIRD_TURN)
    yield turn_face_up(fx.monsters(OPPONENT, lambda card: not card.face_up))


def _leaves(fx: Fx) -> Body:
    if fx.here:
        yield destroy_by_rule([fx.card])
