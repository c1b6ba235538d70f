"""Trap Hole: destroys a strong monster just Normal or Flip Summoned by the opponent."""

from server.duel.script import (
    OPPONENT,
    Body,
    Card,
    Fx,
    Selection,
    activation,
    destroy,
    summoned_now,
    the_targets,
)  # fmt: skip

NAME = "Trap Hole"


def just_summoned(fx: Fx) -> list[Card]:
    return summoned_now(fx, fx.opponent, "normal", "tribute", "flip")


def strong(card: Card, fx: Fx) -> bool:
    return card.face_up and (card.attack or 0) >= 1000


@activation(
    NAME,
    when=lambda fx: bool(just_summoned(fx)),
    target=Selection(
        "monster", OPPONENT, lambda card, fx: card in just_summoned(fx) and strong(card, fx), keep=strong
    ),
    destroys=the_targets,
)
def resolve(fx: Fx) -> Body:
    """When your opponent Normal or Flip Summons a monster with 1000 or more ATK: target it; destroy it."""
    yield destroy(fx.targets)
