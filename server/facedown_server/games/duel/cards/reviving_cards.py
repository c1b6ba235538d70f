"""Cards that bring a monster back and are bound to it."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Fx,
    Selection,
    activation,
    destroy,
    does,
    equip_this,
    has_monster_zone,
    pay,
    revivable,
    special_summon,
    tie_to,
    when_it_leaves,
    when_tied_is_destroyed,
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
        yield tie_to(monster)


@when_it_leaves("Call of the Haunted")
def takes_it_along(fx: Fx) -> Body:
    if not fx.chosen["negated"]:
        yield destroy([monster for monster in fx.targets if monster.is_in_monster_zone])


when_tied_is_destroyed("Call of the Haunted")(does("", lambda fx: destroy([fx.card])))


# --- Premature Burial ---------------------------------------------------------------------------------------


@activation(
    "Premature Burial",
    cost=pay(800),
    target=Selection("graveyard", YOU, revivable),
    only=has_monster_zone,
)
def premature_burial(fx: Fx) -> Body:
    """Pay 800 LP and target 1 monster in your Graveyard; Special Summon it in Attack Position and equip it
    with this card. When this card is destroyed, destroy the equipped monster."""
    for monster in (yield special_summon(fx.targets, "attack")):
        yield equip_this(monster)


@when_it_leaves("Premature Burial")
def takes_its_monster_along(fx: Fx) -> Body:
    monster = fx.chosen["equipped"]
    if fx.chosen["destroyed"] and not fx.chosen["negated"] and monster is not None:
        yield destroy([monster])
