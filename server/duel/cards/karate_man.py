"""Karate Man: strikes with double strength once, and falls."""

from server.duel.script import (
    Body,
    Fx,
    Limit,
    Rule,
    begins_end_phase,
    destroy,
    gain,
    ignition,
    remember,
    trigger,
)  # fmt: skip

NAME = "Karate Man"


@ignition(NAME, limit=Limit.TURN)
def strains(fx: Fx) -> Body:
    """Once per turn: double this card's original ATK until the end of this turn; destroy it in the End
    Phase."""
    if fx.here:
        yield remember(fx.card, "strained", fx.state.turn)
        yield gain(Rule.SET_ATTACK, 2 * (fx.card.facts.attack or 0), turns=0)


def _spent(fx: Fx) -> bool:
    return begins_end_phase(fx) and fx.card.memory.get("strained") == fx.state.turn


@trigger(NAME, "phase", when=_spent, must=True, destroys=lambda fx: [fx.card])
def falls(fx: Fx) -> Body:
    """In the End Phase of a turn in which its ATK was doubled: destroy this card."""
    if fx.here:
        yield destroy([fx.card])
