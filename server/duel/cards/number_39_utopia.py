"""Number 39: Utopia: stops attacks, as long as its materials last."""

from server.duel.script import (
    Body,
    Fx,
    XyzMaterials,
    an_attack_was_declared,
    destroy,
    detach_cost,
    materials,
    negate_attack,
    the_card,
    trigger,
)  # fmt: skip

NAME = "Number 39: Utopia"

materials(NAME, XyzMaterials(2))


@trigger(NAME, "attack", when=an_attack_was_declared, can_miss_timing=True, cost=detach_cost())
def stops_an_attack(fx: Fx) -> Body:
    """When a monster declares an attack: you can detach 1 material from this card; negate the attack."""
    yield negate_attack()


def attacked_without_material(fx: Fx) -> bool:
    return fx.event is not None and fx.card in fx.event.others and not fx.card.materials


@trigger(NAME, "attack", when=attacked_without_material, must=True, destroys=the_card)
def gives_up(fx: Fx) -> Body:
    """When this card is targeted for an attack while it has no material: destroy this card."""
    if fx.here:
        yield destroy([fx.card])
