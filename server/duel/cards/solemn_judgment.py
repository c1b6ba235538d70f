"""Solemn Judgment: half the Life Points stop a Summon, a Spell or a Trap."""

from server.duel.script import (
    Body,
    During,
    Fx,
    activation,
    answers_card,
    destroy,
    negate_activation,
    negate_summon,
    pay_half,
    summon_declared,
)  # fmt: skip

NAME = "Solemn Judgment"


@activation(NAME, when=summon_declared, cost=pay_half(), summon_negation=True)
def stop_summon(fx: Fx) -> Body:
    """When a monster would be Summoned: pay half your LP; negate the Summon, and destroy that monster."""
    monsters = yield negate_summon()
    yield destroy(monsters)


@activation(NAME, when=answers_card("spell", "trap"), cost=pay_half(), damage_step=During.ALWAYS)
def stop_card(fx: Fx) -> Body:
    """When a Spell/Trap Card is activated: pay half your LP; negate the activation, and destroy that card."""
    yield destroy((yield negate_activation()))
