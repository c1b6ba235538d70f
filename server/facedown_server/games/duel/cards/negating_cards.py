"""Traps that negate a Summon, the activation of a card or its effect, and destroy."""

from facedown_server.games.duel.script import (
    OPPONENT,
    Body,
    DamageStepUse,
    Fx,
    activation,
    answers_card,
    answers_opponent,
    destroy,
    discard_cost,
    is_answering_named,
    is_summon_declared,
    negate_activation,
    negate_effect,
    negate_summon,
    pay_cost,
    pay_half_cost,
    tribute_cost,
)


@activation("Horn of Heaven", when=is_summon_declared, cost=tribute_cost(), summon_negation=True)
def horn_of_heaven(fx: Fx) -> Body:
    """When monsters would be Summoned: Tribute 1 monster; negate the Summon, and destroy those monsters."""
    yield destroy((yield negate_summon()))


@activation("Magic Jammer", when=answers_card("spell"), cost=discard_cost(), damage_step=DamageStepUse.ALWAYS)
def magic_jammer(fx: Fx) -> Body:
    """When a Spell Card is activated: discard 1 card; negate the activation, and if you do, destroy it."""
    yield destroy((yield negate_activation()))


@activation(
    "Seven Tools of the Bandit",
    when=answers_card("trap"),
    cost=pay_cost(1000),
    damage_step=DamageStepUse.ALWAYS,
)
def seven_tools_of_the_bandit(fx: Fx) -> Body:
    """When a Trap Card is activated: pay 1000 LP; negate the activation, and if you do, destroy it."""
    yield destroy((yield negate_activation()))


@activation("Solemn Judgment", when=is_summon_declared, cost=pay_half_cost(), summon_negation=True)
def solemn_judgment_on_a_summon(fx: Fx) -> Body:
    """When a monster would be Summoned: pay half your LP; negate the Summon, and destroy that monster."""
    yield destroy((yield negate_summon()))


@activation(
    "Solemn Judgment",
    when=answers_card("spell", "trap"),
    cost=pay_half_cost(),
    damage_step=DamageStepUse.ALWAYS,
)
def solemn_judgment_on_a_card(fx: Fx) -> Body:
    """When a Spell/Trap Card is activated: pay half your LP; negate the activation, and destroy that card."""
    yield destroy((yield negate_activation()))


# --- Gryphon Wing -------------------------------------------------------------------------------------------

DUSTER = is_answering_named("Harpie's Feather Duster")


@activation(
    "Gryphon Wing",
    when=lambda fx: answers_opponent(fx) and DUSTER(fx),
    destroys=lambda fx: fx.spells_traps(OPPONENT),
)
def gryphon_wing(fx: Fx) -> Body:
    """When your opponent activates "Harpie's Feather Duster": negate its effect, and if you do, destroy all
    Spells and Traps your opponent controls."""
    if (yield negate_effect()):
        yield destroy(fx.spells_traps(OPPONENT))
