"""Ash Blossom & Joyous Spring: thrown from the hand, it stops whatever takes cards from a Deck."""

from server.duel.script import Body, Fx, Limit, answers_use_of_deck, discard_this, negate_effect, quick

NAME = "Ash Blossom & Joyous Spring"


@quick(NAME, when=answers_use_of_deck, cost=discard_this(), zones={"hand"}, limit=Limit.NAME)
def stops(fx: Fx) -> Body:
    """When a card or effect is activated that draws, adds, Special Summons or sends cards from a Deck: you
    can discard this card; negate that effect."""
    yield negate_effect()
