"""Remove Trap: destroys a face-up Trap."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, destroy, the_targets

NAME = "Remove Trap"


@activation(
    NAME,
    target=Selection("field", EITHER, lambda card, fx: card.face_up and card.is_trap),
    destroys=the_targets,
)
def resolve(fx: Fx) -> Body:
    """Target 1 face-up Trap on the field; destroy it."""
    yield destroy(fx.targets)
