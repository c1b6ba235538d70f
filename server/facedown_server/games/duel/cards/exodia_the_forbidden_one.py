"""Exodia the Forbidden One: with all its limbs in the hand the duel is won."""

from facedown_server.games.duel.script import YOU, Card, Fx, register_victory

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


def _complete(fx: Fx) -> list[Card]:
    held = {card.name: card for card in fx.cards("hand", YOU, lambda card: card.name in PARTS)}
    return list(held.values()) if fx.card.zone == "hand" and len(held) == len(PARTS) else []


register_victory(NAME, _complete)
