"""Royal Decree: negates the effects of all other Traps."""

from server.duel.script import Card, ChainLink, Fx, Rule, continuous, takes_effect

NAME = "Royal Decree"

takes_effect(NAME, "Negate all other Trap effects on the field.")


def other_trap(fx: Fx, card: Card) -> bool:
    return card.is_trap and card.on_field and card is not fx.card


def of_other_trap(fx: Fx, link: ChainLink) -> bool:
    return link.card.is_trap and link.card is not fx.card and link.place.zone == "spell_trap"


continuous(NAME, Rule.NEGATE, fits=other_trap)
continuous(NAME, Rule.NEGATE_LINK, of_other_trap)
