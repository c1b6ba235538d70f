"""Lord of D.: nothing targets Dragons while he stands."""

from server.duel.script import Card, Fx, Rule, continuous

NAME = "Lord of D."


def _dragon(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and card.face_up and card.race == "dragon"


continuous(NAME, Rule.NO_TARGET, fits=_dragon)
