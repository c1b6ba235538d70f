"""Dust Tornado: destroys an opponent's Spell or Trap, then lets you Set one."""

from server.duel.script import (  # fmt: skip
    OPPONENT,
    YOU,
    Body,
    Fx,
    Selection,
    activation,
    ask,
    choose,
    destroy,
    set_cards,
    settable,
    the_targets,
)

NAME = "Dust Tornado"


@activation(NAME, target=Selection("spell_trap", OPPONENT), destroys=the_targets)
def resolve(fx: Fx) -> Body:
    """Target 1 Spell or Trap your opponent controls; destroy it, then you can Set 1 Spell or Trap from your
    hand."""
    may_set = (yield destroy(fx.targets)) and fx.cards("hand", YOU)
    if may_set and (yield ask("Set 1 Spell or Trap from your hand?", possible=bool(settable(fx)))):
        yield set_cards((yield choose(settable(fx), text="Choose a Spell or Trap to Set.", always=True)))
