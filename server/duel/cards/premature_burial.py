"""Premature Burial: 800 Life Points bring a monster back, bound to this card."""

from server.duel.script import (
    YOU,
    Body,
    Fx,
    Selection,
    activation,
    destroy,
    equip_this,
    has_monster_zone,
    pay,
    revivable,
    special_summon,
    when_it_leaves,
)

NAME = "Premature Burial"


@activation(
    NAME,
    cost=pay(800),
    target=Selection("graveyard", YOU, revivable),
    only=has_monster_zone,
)
def resolve(fx: Fx) -> Body:
    """Pay 800 LP and target 1 monster in your Graveyard; Special Summon it in Attack Position and equip it
    with this card. When this card is destroyed, destroy the equipped monster."""
    for monster in (yield special_summon(fx.targets, "attack")):
        yield equip_this(monster)


@when_it_leaves(NAME)
def takes_it_along(fx: Fx) -> Body:
    monster = fx.chosen["equipped"]
    if fx.chosen["destroyed"] and not fx.chosen["negated"] and monster is not None:
        yield destroy([monster])
