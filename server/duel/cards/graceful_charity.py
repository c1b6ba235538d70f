"""Graceful Charity: draws three, keeps the better."""

from server.duel.script import YOU, Body, Fx, activation, choose, discard, draw

NAME = "Graceful Charity"


@activation(NAME, only=lambda fx: fx.can_draw(fx.you, 3), from_deck=True)
def resolve(fx: Fx) -> Body:
    """Draw 3 cards, then discard 2 cards."""
    if len((yield draw(fx.you, 3))) == 3:
        chosen = yield choose(fx.cards("hand", YOU), 2, 2, "Choose 2 cards to discard.")
        yield discard(chosen)
