"""Torrential Tribute: a Summon floods the field."""

from server.duel.script import Body, Fx, activation, all_monsters, destroy, summoned_now

NAME = "Torrential Tribute"


@activation(NAME, when=lambda fx: bool(summoned_now(fx) and fx.monsters()), destroys=all_monsters)
def resolve(fx: Fx) -> Body:
    """When a monster is Summoned: destroy all monsters on the field."""
    yield destroy(fx.monsters())
