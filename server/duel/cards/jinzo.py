"""Jinzo: no Trap works while it stands."""

from server.duel.script import Card, ChainLink, Fx, Rule, continuous

NAME = "Jinzo"


def _trap(fx: Fx, card: Card) -> bool:
    return card.is_trap and (card.on_field or card.zone == "hand")


def _trap_on_the_field(fx: Fx, card: Card) -> bool:
    return card.is_trap and card.on_field


def _of_a_trap(fx: Fx, link: ChainLink) -> bool:
    return link.card.is_trap and link.place.zone == "spell_trap"


continuous(NAME, Rule.NO_ACTIVATION, fits=_trap)
continuous(NAME, Rule.NEGATE, fits=_trap_on_the_field)
continuous(NAME, Rule.NEGATE_LINK, _of_a_trap)
