"""Trap Hole: destroys a strong monster just Normal or Flip Summoned by the opponent."""

from server.duel.script import OPPONENT, Body, Card, Fx, Pick, activation, destroy, summoned_now

NAME = "Trap Hole"


def _fits(card: Card, fx: Fx) -> bool:
    just_summoned = summoned_now(fx, fx.opponent, "normal", "tribute", "flip")
    return card in just_summoned and card.face_up and (card.attack or 0) >= 1000


@activation(
    NAME,
    when=lambda fx: bool(summoned_now(fx, fx.opponent, "normal", "tribute", "flip")),
    target=Pick("monster", OPPONENT, _fits),
)
def resolve(fx: Fx) -> Body:
    """When your opponent Normal or Flip Summons a monster with 1000 or more ATK: target it; destroy it."""
    yield destroy(fx.targets)
