"""Breaker the Magical Warrior: his Spell Counter is worth 300 ATK, or a Spell or Trap."""

from server.duel.script import (
    EITHER,
    Body,
    Card,
    Fx,
    Rule,
    Selection,
    continuous,
    destroy,
    holds_counters,
    ignition,
    place_counters,
    remove_counter,
    the_targets,
    this_summoned,
    trigger,
)  # fmt: skip

NAME = "Breaker the Magical Warrior"

holds_counters(NAME, "spell", 1)


def _worth(fx: Fx, card: Card) -> int:
    return 300 * card.counters.get("spell", 0)


continuous(NAME, Rule.ATTACK, _worth)


@trigger(NAME, "summoned", when=this_summoned("normal", "tribute"), must=True)
def takes_a_counter(fx: Fx) -> Body:
    """If this card is Normal Summoned: place 1 Spell Counter on it (no more than 1)."""
    if fx.here:
        yield place_counters(fx.card, "spell")


@ignition(NAME, cost=remove_counter("spell"), target=Selection("spell_trap", EITHER), destroys=the_targets)
def breaks(fx: Fx) -> Body:
    """Remove 1 Spell Counter from this card and target 1 Spell or Trap on the field; destroy it."""
    yield destroy(fx.targets)
