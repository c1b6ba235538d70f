"""Monster Reborn: Special Summons from either Graveyard."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, revivable, special_summon

NAME = "Monster Reborn"


@activation(
    NAME,
    target=Selection("graveyard", EITHER, revivable),
    only=lambda fx: bool(fx.free_monster_zones(fx.you)),
)
def resolve(fx: Fx) -> Body:
    """Target 1 monster in either Graveyard; Special Summon it."""
    yield special_summon(fx.targets)
