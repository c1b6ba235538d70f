"""Number 17: Leviathan Dragon: its materials become ATK."""

from server.duel.script import (
    Body,
    Fx,
    Limit,
    Rule,
    XyzMaterials,
    continuous,
    detach_cost,
    gain,
    ignition,
    materials,
)  # fmt: skip

NAME = "Number 17: Leviathan Dragon"

materials(NAME, XyzMaterials(2))
continuous(NAME, Rule.NO_DIRECT_ATTACK, only=lambda fx: not fx.card.materials)


@ignition(NAME, cost=detach_cost(), limit=Limit.TURN)
def grows(fx: Fx) -> Body:
    """Once per turn: you can detach 1 material from this card; it gains 500 ATK."""
    yield gain(Rule.ATTACK, 500)
