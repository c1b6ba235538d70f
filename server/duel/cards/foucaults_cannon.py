"""Foucault's Cannon: the scale that was activated this turn fires once as the turn ends."""

from server.duel.script import (
    EITHER,
    SCALE_ZONES,
    Body,
    Fx,
    Limit,
    Selection,
    begins_end_phase,
    destroy,
    face_up,
    the_targets,
    trigger,
)  # fmt: skip

NAME = "Foucault's Cannon"


def _activated_now(fx: Fx) -> bool:
    """Activated as a scale this turn: one that an effect placed was not."""
    return (
        any(one.card is fx.card and one.life == fx.card.incarnation for one in fx.happened("activate"))
        and fx.card.summoned == "scale"
    )


@trigger(
    NAME,
    "phase",
    when=lambda fx: begins_end_phase(fx) and _activated_now(fx),
    target=Selection("spell_trap", EITHER, face_up, keep=face_up),
    zones=SCALE_ZONES,
    limit=Limit.TURN,
    destroys=the_targets,
)
def fires(fx: Fx) -> Body:
    """Once per turn, during the End Phase of the turn this card was activated: you can target 1 face-up Spell
    or Trap on the field; destroy it."""
    if fx.here:
        yield destroy(fx.targets)
