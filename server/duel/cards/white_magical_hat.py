"""White Magical Hat: steals a card with every blow."""

from server.duel.script import Body, Fx, discard_at_random, this_dealt_battle_damage, trigger

NAME = "White Magical Hat"


@trigger(NAME, "life", when=this_dealt_battle_damage, must=True)
def steals(fx: Fx) -> Body:
    """When this card inflicts battle damage to the opponent: they discard 1 random card."""
    yield discard_at_random(fx.opponent)
