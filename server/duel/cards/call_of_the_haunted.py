"""Call of the Haunted: brings a monster back, and both fall together."""

from server.duel.script import (
    YOU,
    Body,
    Fx,
    Selection,
    activation,
    destroy,
    has_monster_zone,
    revivable,
    special_summon,
    tie_to,
    when_it_leaves,
    when_tied_is_destroyed,
)  # fmt: skip

NAME = "Call of the Haunted"


@activation(
    NAME,
    target=Selection("graveyard", YOU, revivable),
    only=has_monster_zone,
)
def resolve(fx: Fx) -> Body:
    """Target 1 monster in your Graveyard; Special Summon it in Attack Position. When this card leaves the
    field, destroy that monster. When that monster is destroyed, destroy this card."""
    for monster in (yield special_summon(fx.targets, "attack")):
        yield tie_to(monster)


@when_it_leaves(NAME)
def takes_it_along(fx: Fx) -> Body:
    if not fx.chosen["negated"]:
        yield destroy([monster for monster in fx.targets if monster.in_monster_zone])


@when_tied_is_destroyed(NAME)
def falls_with_it(fx: Fx) -> Body:
    yield destroy([fx.card])
