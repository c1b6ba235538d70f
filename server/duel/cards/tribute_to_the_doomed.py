"""Tribute to The Doomed: a card from the hand for any monster."""

from server.duel.script import Body, Fx, Selection, activation, destroy, discard_cost, the_targets

NAME = "Tribute to The Doomed"


@activation(NAME, cost=discard_cost(), target=Selection("monster"), destroys=the_targets)
def resolve(fx: Fx) -> Body:
    """Discard 1 card and target 1 monster on the field; destroy it."""
    yield destroy(fx.targets)
