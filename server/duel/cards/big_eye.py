"""Big Eye: its Flip effect arranges the top of your Deck."""

from server.duel.script import YOU, Body, Fx, choose_order, flip, put_on_top, show

NAME = "Big Eye"


@flip(NAME)
def flipped(fx: Fx) -> Body:
    """FLIP: Look at the top 5 cards of your Deck; put them back on top in any order."""
    cards = fx.cards("deck", YOU)[:5]
    yield show(cards, to=YOU)
    yield put_on_top((yield choose_order(cards, "Which card lies on top of the rest?")))
