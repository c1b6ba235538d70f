"""Muka Muka: as strong as your hand is full."""

from server.duel.script import YOU, Card, Fx, Rule, continuous

NAME = "Muka Muka"


def _worth(fx: Fx, card: Card) -> int:
    return 300 * len(fx.cards("hand", YOU))


continuous(NAME, Rule.ATTACK, _worth)
continuous(NAME, Rule.DEFENSE, _worth)
