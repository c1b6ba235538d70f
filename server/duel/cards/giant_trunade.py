"""Giant Trunade: clears the field of Spells and Traps without destroying one."""

from server.duel.script import Body, Fx, activation, everything_but_this, return_to_hand

NAME = "Giant Trunade"


@activation(NAME, only=lambda fx: bool(everything_but_this(fx)))
def resolve(fx: Fx) -> Body:
    """Return all other Spells and Traps on the field to the hand."""
    yield return_to_hand(everything_but_this(fx))
