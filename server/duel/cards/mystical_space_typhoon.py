"""Mystical Space Typhoon: destroys one Spell or Trap."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, destroy, the_targets

NAME = "Mystical Space Typhoon"


@activation(
    NAME, target=Selection("spell_trap", EITHER, lambda card, fx: card is not fx.card), destroys=the_targets
)
def resolve(fx: Fx) -> Body:
    """Target 1 Spell/Trap on the field; destroy it."""
    yield destroy(fx.targets)
