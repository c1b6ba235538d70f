"""Nobleman of Crossout: no hiding, and no second copy of a Flip monster."""

from server.duel.script import (
    EITHER,
    Body,
    Card,
    Fx,
    Selection,
    activation,
    banish,
    destroy,
    show,
    shuffle_deck,
    the_targets,
)

NAME = "Nobleman of Crossout"


def _face_down(card: Card, fx: Fx) -> bool:
    return not card.face_up


@activation(NAME, target=Selection("monster", EITHER, _face_down, keep=_face_down), destroys=the_targets)
def resolve(fx: Fx) -> Body:
    """Target 1 face-down monster on the field; destroy it and banish it. If it is a Flip monster, each player
    shows their Deck and banishes all cards of that name from it."""
    for card in (yield destroy(fx.targets, to="banished")):
        if card.facts.is_a("flip"):
            yield show(fx.cards("deck"))
            yield banish([other for other in fx.cards("deck") if other.name == card.name])
            for seat in fx.seats(EITHER):
                yield shuffle_deck(seat)
