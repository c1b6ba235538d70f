"""Timegazer Magician: no Traps while Pendulum Monsters battle, and scales that hold once."""

from server.duel.script import Body, Card, DestructionCause, Fx, gazing_scale, remember, saves, scale_needs

NAME = "Timegazer Magician"

gazing_scale(NAME, "trap")
scale_needs(NAME, lambda fx: not fx.duel.cards_at("monster", fx.you))


def first_blow(fx: Fx, card: Card, destruction: DestructionCause) -> bool:
    return (
        fx.card.in_monster_zone
        and destruction.cause == "effect"
        and destruction.by == fx.opponent
        and card.summoned == "scale"
        and card.controller == fx.you
        and (fx.card.id, fx.state.turn) not in card.memory.get("held firm", ())
    )


@saves(NAME, first_blow)
def holds(fx: Fx) -> Body:
    """Once per turn, each card in your Pendulum Zones is not destroyed by your opponent's card effect."""
    for card in fx.targets:
        held = card.memory.get("held firm", ())
        yield remember(card, "held firm", (*held, (fx.card.id, fx.state.turn)))
