"""Dust Tornado: destroys an opponent's Spell or Trap, then lets you Set one."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Pick,
    activation,
    ask,
    choose,
    destroy,
    set_cards,
    the_targets,
)

NAME = "Dust Tornado"


@activation(NAME, target=Pick("spell_trap", OPPONENT), destroys=the_targets)
def resolve(fx: Fx) -> Body:
    """Target 1 Spell or Trap your opponent controls; destroy it, then you can Set 1 Spell or Trap from your
    hand."""
    destroyed = yield destroy(fx.targets)
    cards = fx.settable()
    if destroyed and cards and (yield ask("Set 1 Spell or Trap from your hand?")):
        yield set_cards((yield choose(cards, text="Choose a Spell or Trap to Set.")))
