"""Cards that bring a monster back and are bound to it."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Fx,
    Selection,
    activation,
    add_reference,
    destroy,
    equip_this,
    has_monster_zone,
    instruction_body,
    on_leaving,
    on_reference_destroyed,
    pay_cost,
    revivable,
    special_summon,
)

# --- Call of the Haunted ------------------------------------------------------------------------------------


@activation(
    "Call of the Haunted",
    target=Selection("graveyard", YOU, revivable),
    only=has_monster_zone,
)
def call_of_the_haunted(fx: Fx) -> Body:
    """Target 1 monster in your Graveyard; Special Summon it in Attack Position. When this card leaves the
    field, destroy that monster. When that monster is destroyed, destroy this card."""
    for monster in (yield special_summon(fx.targets, "attack")):
        yield add_reference(monster)


@on_leaving("Call of the Haunted")
def destroy_revived(fx: Fx) -> Body:
    if not fx.chosen["negated"]:
        yield destroy([monster for monster in fx.targets if monster.is_in_monster_zone])


on_reference_destroyed("Call of the Haunted")(instruction_body("", lambda fx: destroy([fx.card])))


# --- Premature Burial ---------------------------------------------------------------------------------------


@activation(
    "Premature Burial",
    cost=pay_cost(800),
    target=Selection("graveyard", YOU, revivable),
    only=has_monster_zone,
)
def premature_burial(fx: Fx) -> Body:
    """Pay 800 LP and target 1 monster in your Graveyard; Special Summon it in Attack Position and equip it
    with this card. When this card is destroyed, destroy the equipped monster."""
    for monster in (yield special_summon(fx.targets, "attack")):
        yield equip_this(monster)


@on_leaving("Premature Burial")
def destroy_equipped(fx: Fx) -> Body:
    monster = fx.chosen["equipped"]
    if fx.chosen["destroyed"] and not fx.chosen["negated"] and monster is not None:
        yield destroy([monster])
