"""Gryphon Wing: turns Harpie's Feather Duster against its player."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    activation,
    answers_named,
    answers_opponent,
    destroy,
    negate_effect,
)  # fmt: skip

NAME = "Gryphon Wing"
DUSTER = answers_named("Harpie's Feather Duster")


@activation(
    NAME,
    when=lambda fx: answers_opponent(fx) and DUSTER(fx),
    destroys=lambda fx: fx.spells_traps(OPPONENT),
)
def resolve(fx: Fx) -> Body:
    """When your opponent activates "Harpie's Feather Duster": negate its effect, and if you do, destroy all
    Spells and Traps your opponent controls."""
    if (yield negate_effect()):
        yield destroy(fx.spells_traps(OPPONENT))
