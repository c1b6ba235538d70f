"""Milus Radiant: EARTH gains what WIND loses."""

from server.duel.script import Card, Fx, Rule, continuous

NAME = "Milus Radiant"
CHANGES = {"earth": 500, "wind": -400}


def _concerned(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and card.face_up and card.attribute in CHANGES


def _change(fx: Fx, card: Card) -> int:
    return CHANGES[card.attribute]


continuous(NAME, Rule.ATTACK, _change, fits=_concerned)
