"""Reverse Trap: what raises ATK and DEF lowers them for a turn, and the other way round."""

from server.duel.script import Body, Fx, Rule, activation, give_all

NAME = "Reverse Trap"


@activation(NAME)
def resolve(fx: Fx) -> Body:
    """Until the end of this turn, effects that raise ATK or DEF lower them instead, and those that lower
    them raise them."""
    yield give_all(Rule.REVERSE)
