"""Morphing Jar: its Flip effect gives both players new hands."""

from server.duel.script import EITHER, Body, Fx, discard, draw, flip

NAME = "Morphing Jar"


@flip(NAME, from_deck=True)
def flipped(fx: Fx) -> Body:
    """FLIP: Both players discard their hands, then draw 5 cards."""
    yield discard(fx.cards("hand", EITHER))
    for seat in fx.seats(EITHER):
        yield draw(seat, 5)
