"""Snatch Steal: takes an opposing monster for as long as it lasts, and pays its owner for it."""

from server.duel.script import (
    Body,
    Card,
    Fx,
    Rule,
    begins_standby,
    continuous,
    equip_spell,
    gain_life,
    has_monster_zone,
    is_equipped,
    trigger,
)

NAME = "Snatch Steal"


def _theirs_or_taken(card: Card, fx: Fx) -> bool:
    return card.controller == fx.opponent or is_equipped(fx, card)


equip_spell(
    NAME,
    "Equip only to a monster the opponent controls. You control it.",
    fits=_theirs_or_taken,
    only=has_monster_zone,
)
continuous(NAME, Rule.CONTROL, lambda fx, card: fx.you, fits=is_equipped)


@trigger(NAME, "phase", when=lambda fx: begins_standby(fx, fx.opponent), must=True)
def pays(fx: Fx) -> Body:
    """In each of the opponent's Standby Phases: the opponent gains 1000 LP."""
    if fx.here:
        yield gain_life(fx.opponent, 1000)
