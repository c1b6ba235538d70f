"""Magic Jammer: a discard stops a Spell."""

from server.duel.script import (
    Body,
    During,
    Fx,
    activation,
    answers_card,
    destroy,
    discard_cost,
    negate_activation,
)  # fmt: skip

NAME = "Magic Jammer"


@activation(NAME, when=answers_card("spell"), cost=discard_cost(), damage_step=During.ALWAYS)
def resolve(fx: Fx) -> Body:
    """When a Spell Card is activated: discard 1 card; negate the activation, and if you do, destroy it."""
    yield destroy((yield negate_activation()))
