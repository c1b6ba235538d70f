"""The Inexperienced Spy: a look at one card of the opponent's hand."""

from server.duel.script import OPPONENT, YOU, Body, Fx, activation, choose_blind, show

NAME = "The Inexperienced Spy"


@activation(NAME, only=lambda fx: bool(fx.cards("hand", OPPONENT)))
def resolve(fx: Fx) -> Body:
    """Choose 1 card in the opponent's hand without seeing it, and look at it."""
    hand = fx.cards("hand", OPPONENT)
    if hand:
        yield show((yield choose_blind(hand)), to=YOU)
