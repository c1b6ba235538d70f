"""Xyz Monsters."""

from facedown_server.games.duel.script import (
    Limit,
    Rule,
    XyzMaterials,
    apply_to_self,
    continuous,
    destroy,
    detach_cost,
    ignition,
    instruction_body,
    materials,
    negate_attack,
    the_card,
    trigger,
    was_attack_declared,
)

# --- Number 17: Leviathan Dragon ----------------------------------------------------------------------------

materials("Number 17: Leviathan Dragon", XyzMaterials(2))
continuous("Number 17: Leviathan Dragon", Rule.NO_DIRECT_ATTACK, only=lambda fx: not fx.card.materials)


ignition("Number 17: Leviathan Dragon", cost=detach_cost(), limit=Limit.TURN)(
    instruction_body(
        "Once per turn: you can detach 1 material from this card; it gains 500 ATK.",
        lambda fx: apply_to_self(Rule.ATTACK, 500),
    )
)


# --- Number 39: Utopia --------------------------------------------------------------------------------------

materials("Number 39: Utopia", XyzMaterials(2))


trigger("Number 39: Utopia", "attack", when=was_attack_declared, can_miss_timing=True, cost=detach_cost())(
    instruction_body(
        "When a monster declares an attack: you can detach 1 material from this card; negate the attack.",
        lambda fx: negate_attack(),
    )
)


trigger(
    "Number 39: Utopia",
    "attack",
    when=lambda fx: fx.event is not None and fx.card in fx.event.others and not fx.card.materials,
    must=True,
    destroys=the_card,
)(
    instruction_body(
        "When this card is targeted for an attack while it has no material: destroy this card.",
        lambda fx: destroy([fx.card]),
        here=True,
    )
)
