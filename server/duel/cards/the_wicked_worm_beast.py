"""The Wicked Worm Beast: crawls back into the hand at the end of your turn."""

from server.duel.script import Body, Fx, begins_end_phase, return_to_hand, trigger

NAME = "The Wicked Worm Beast"


@trigger(NAME, "phase", when=lambda fx: begins_end_phase(fx, fx.you), must=True)
def crawls_back(fx: Fx) -> Body:
    """In your End Phase: return this card to the hand."""
    if fx.here:
        yield return_to_hand([fx.card])
