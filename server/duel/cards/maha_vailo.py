"""Maha Vailo: makes more of equipment."""

from server.duel.script import Card, Fx, Rule, continuous

NAME = "Maha Vailo"


def _worth(fx: Fx, card: Card) -> int:
    return 500 * len(card.equips)


continuous(NAME, Rule.ATTACK, _worth)
