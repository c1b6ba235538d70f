"""Exodia the Forbidden One: with all its limbs in the hand the duel is won."""

from server.duel.script import YOU, Fx, wins_when

NAME = "Exodia the Forbidden One"
PARTS = frozenset(
    {
        NAME,
        "Right Leg of the Forbidden One",
        "Left Leg of the Forbidden One",
        "Right Arm of the Forbidden One",
        "Left Arm of the Forbidden One",
    }
)


def _complete(fx: Fx) -> bool:
    return fx.card.zone == "hand" and PARTS.issubset(card.name for card in fx.cards("hand", YOU))


wins_when(NAME, _complete)
