"""Jigen Bakudan: its Flip effect sets a bomb that goes off in your next Standby Phase."""

from server.duel.script import (
    YOU,
    Body,
    Fx,
    begins_standby,
    damage,
    destroy,
    flip,
    halved,
    remember,
    tribute_this,
    trigger,
)  # fmt: skip

NAME = "Jigen Bakudan"


@flip(NAME)
def is_set(fx: Fx) -> Body:
    """FLIP: While this card stays face-up, its other effect is used in your next Standby Phase."""
    if fx.here:
        yield remember(fx.card, "ticking", fx.state.turn)


def _time_is_up(fx: Fx) -> bool:
    return begins_standby(fx, fx.you) and fx.state.turn - fx.card.memory.get("ticking", -9) <= 2


@trigger(
    NAME, "phase", when=_time_is_up, must=True, cost=tribute_this(), destroys=lambda fx: fx.monsters(YOU)
)
def goes_off(fx: Fx) -> Body:
    """Tribute this card; destroy all monsters you control, and the opponent takes damage equal to half of the
    ATK they had together."""
    strength = {card.id: card.attack or 0 for card in fx.monsters(YOU)}
    destroyed = yield destroy(fx.monsters(YOU))
    yield damage(fx.opponent, halved(sum(strength[card.id] for card in destroyed)))
