"""Xyz Monsters."""

from facedown_server.games.duel.script import (
    Limit,
    Rule,
    XyzMaterials,
    an_attack_was_declared,
    continuous,
    destroy,
    detach_cost,
    does,
    gain,
    ignition,
    materials,
    negate_attack,
    the_card,
    trigger,
)

# --- Number 17: Leviathan Dragon ----------------------------------------------------------------------------

materials("Number 17: Leviathan Dragon", XyzMaterials(2))
continuous("Number 17: Leviathan Dragon", Rule.NO_DIRECT_ATTACK, only=lambda fx: not fx.card.materials)


ignition("Number 17: Leviathan Dragon", cost=detach_cost(), limit=Limit.TURN)(
    does(
        "Once per turn: you can detach 1 material from this card; it gains 500 ATK.",
        lambda fx: gain(Rule.ATTACK, 500),
    )
)


# --- Number 39: Utopia --------------------------------------------------------------------------------------

materials("Number 39: Utopia", XyzMaterials(2))


trigger("Number 39: Utopia", "attack", when=an_attack_was_declared, can_miss_timing=True, cost=detach_cost())(
    does(
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
    does(
        "When this card is targeted for an attack while it has no material: destroy this card.",
        lambda fx: destroy([fx.card]),
        here=True,
    )
)
