"""Soul Release: up to five cards leave the Graveyards for good."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, banish

NAME = "Soul Release"


@activation(NAME, target=Selection("graveyard", EITHER, most=5, text="Choose up to 5 cards to banish."))
def resolve(fx: Fx) -> Body:
    """Target up to 5 cards in any Graveyards; banish them."""
    yield banish(fx.targets)
