"""Shield & Sword: what strikes guards, and what guards strikes."""

from server.duel.script import EITHER, Body, Card, Fx, Rule, activation, give

NAME = "Shield & Sword"


def _face_up(fx: Fx) -> list[Card]:
    return fx.monsters(EITHER, lambda card: card.face_up)


@activation(NAME, only=lambda fx: bool(_face_up(fx)), about=_face_up)
def resolve(fx: Fx) -> Body:
    """All monsters that are face-up now exchange their original ATK and DEF until the end of this turn."""
    yield give(Rule.SWAP_ORIGINAL, to=[card for card in fx.about if card.face_up])
