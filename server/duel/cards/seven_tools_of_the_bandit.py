"""Seven Tools of the Bandit: 1000 Life Points stop a Trap."""

from server.duel.script import Body, During, Fx, activation, answers_card, destroy, negate_activation, pay

NAME = "Seven Tools of the Bandit"


@activation(NAME, when=answers_card("trap"), cost=pay(1000), damage_step=During.ALWAYS)
def resolve(fx: Fx) -> Body:
    """When a Trap Card is activated: pay 1000 LP; negate the activation, and if you do, destroy it."""
    yield destroy((yield negate_activation()))
