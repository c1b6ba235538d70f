"""Skill Drain: no Effect Monster on the field has effects."""

from server.duel.script import Card, Fx, Rule, continuous, pay, takes_effect

NAME = "Skill Drain"

takes_effect(
    NAME,
    "Pay 1000 LP; the effects of all face-up monsters on the field are negated while they lie there.",
    pay(1000),
)


def effect_monster(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and ("effect" in card.kinds or "effect" in card.facts.kinds)


continuous(NAME, Rule.NEGATE, fits=effect_monster)
