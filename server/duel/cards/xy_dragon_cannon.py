"""XY-Dragon Cannon: X-Head Cannon and Y-Dragon Head as one; discards break Spells and Traps."""

from server.duel.script import (
    OPPONENT,
    Body,
    FusionMaterials,
    Fx,
    Selection,
    contact,
    destroy,
    discard_cost,
    face_up,
    ignition,
    named,
    the_targets,
)  # fmt: skip

NAME = "XY-Dragon Cannon"

contact(NAME, FusionMaterials((named("X-Head Cannon"), named("Y-Dragon Head"))))


@ignition(
    NAME,
    cost=discard_cost(),
    target=Selection("spell_trap", OPPONENT, face_up, keep=face_up),
    destroys=the_targets,
)
def fires(fx: Fx) -> Body:
    """Discard 1 card, then target 1 face-up Spell or Trap your opponent controls; destroy it."""
    yield destroy(fx.targets)
