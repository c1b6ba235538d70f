"""Messenger of Peace: nobody strong attacks, for 100 Life Points a turn."""

from server.duel.script import (
    Body,
    Card,
    Fx,
    Rule,
    ask,
    continuous,
    destroy_by_rule,
    pay_life,
    takes_effect,
    upkeep,
)

NAME = "Messenger of Peace"


def _strong(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and card.face_up and (card.attack or 0) >= 1500


takes_effect(
    NAME,
    "Monsters with 1500 or more ATK cannot attack. In each of your Standby Phases, pay 100 LP or destroy"
    " this card.",
)
continuous(NAME, Rule.NO_ATTACK_DECLARATION, fits=_strong)


@upkeep(NAME)
def pays(fx: Fx) -> Body:
    if fx.state.life(fx.you) >= 100 and (yield ask("Pay 100 LP to keep Messenger of Peace?", card=fx.card)):
        yield pay_life(100)
    else:
        yield destroy_by_rule([fx.card])
