"""Ancient Telescope: a look at what the opponent draws next."""

from server.duel.script import OPPONENT, YOU, Body, Fx, activation, choose_number, show

NAME = "Ancient Telescope"


@activation(NAME, only=lambda fx: bool(fx.cards("deck", OPPONENT)))
def resolve(fx: Fx) -> Body:
    """Name a number up to 5; look at that many cards on top of the opponent's Deck and put them back."""
    deck = fx.cards("deck", OPPONENT)
    if deck:
        count = yield choose_number(range(1, min(5, len(deck)) + 1), "How many cards do you look at?")
        yield show(deck[:count], to=YOU)
