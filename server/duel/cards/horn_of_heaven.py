"""Horn of Heaven: a Tribute stops a Summon."""

from server.duel.script import Body, Fx, activation, destroy, negate_summon, summon_declared, tribute_cost

NAME = "Horn of Heaven"


@activation(NAME, when=summon_declared, cost=tribute_cost(), summon_negation=True)
def resolve(fx: Fx) -> Body:
    """When monsters would be Summoned: Tribute 1 monster; negate the Summon, and destroy those monsters."""
    yield destroy((yield negate_summon()))
