"""Pot of Desires: ten cards of the Deck for two."""

from server.duel.script import Body, Fx, Limit, activation, banish_top_cost, draw

NAME = "Pot of Desires"


@activation(
    NAME,
    only=lambda fx: fx.can_draw(fx.you, 12),
    cost=banish_top_cost(10, face_up=False),
    limit=Limit.ACTIVATED,
    from_deck=True,
)
def resolve(fx: Fx) -> Body:
    """Banish the top 10 cards of your Deck face-down; draw 2 cards. Only 1 per turn."""
    yield draw(fx.you, 2)
