"""Exiled Force: gives itself for any monster."""

from server.duel.script import EITHER, Body, Fx, Selection, destroy, ignition, the_targets, tribute_this

NAME = "Exiled Force"


@ignition(
    NAME,
    cost=tribute_this(),
    target=Selection("monster", EITHER, lambda card, fx: card is not fx.card),
    destroys=the_targets,
)
def strikes(fx: Fx) -> Body:
    """Tribute this card and target 1 monster on the field; destroy it."""
    yield destroy(fx.targets)
