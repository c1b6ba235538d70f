"""Robbin' Goblin: battle damage costs the opponent a card."""

from server.duel.script import Body, Fx, discard_at_random, takes_effect, trigger

NAME = "Robbin' Goblin"

takes_effect(NAME)


def own_monster_dealt_damage(fx: Fx) -> bool:
    told = fx.event
    return (
        told is not None and told.cause == "battle damage" and told.seat == fx.opponent
        and told.source is not None and told.source.controller == fx.you
    )  # fmt: skip


@trigger(NAME, "life", when=own_monster_dealt_damage, must=True)
def robs(fx: Fx) -> Body:
    """Each time a monster you control inflicts battle damage to your opponent: they discard 1 random card."""
    if fx.here:
        yield discard_at_random(fx.opponent)
