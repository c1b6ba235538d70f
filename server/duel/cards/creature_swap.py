"""Creature Swap: each player gives a monster away."""

from server.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    Rule,
    Whose,
    activation,
    can_change_sides,
    choose,
    give,
    swap_control,
)

NAME = "Creature Swap"


def _monsters(fx: Fx, whose: Whose) -> list[Card]:
    return fx.monsters(whose, lambda card: can_change_sides(card, fx))


@activation(NAME, only=lambda fx: bool(_monsters(fx, YOU)) and bool(_monsters(fx, OPPONENT)))
def resolve(fx: Fx) -> Body:
    """Each player chooses 1 monster they control; control of the two is exchanged. Their battle positions
    cannot be changed for the rest of this turn."""
    yours, theirs = _monsters(fx, YOU), _monsters(fx, OPPONENT)
    if yours and theirs:
        (given,) = yield choose(yours, text="Choose the monster you give.")
        (taken,) = yield choose(theirs, text="Choose the monster you give.", seat=fx.opponent)
        if (yield swap_control(given, taken)):
            yield give(Rule.NO_POSITION_CHANGE, to=[given, taken], follows_face=False)
