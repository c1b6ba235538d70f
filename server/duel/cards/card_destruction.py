"""Card Destruction: new hands for both."""

from server.duel.script import EITHER, Body, Card, Fx, activation, discard, draw, none_of

NAME = "Card Destruction"


def _hands(fx: Fx) -> list[Card]:
    return fx.cards("hand", EITHER, none_of([fx.card]))


def _held(fx: Fx) -> dict[int, int]:
    hands = _hands(fx)
    return {seat: sum(card.owner == seat for card in hands) for seat in fx.seats(EITHER)}


def _possible(fx: Fx) -> bool:
    held = _held(fx)
    return any(held.values()) and fx.can_draw(fx.you, held[fx.you])


@activation(NAME, only=_possible, from_deck=True)
def resolve(fx: Fx) -> Body:
    """Both players discard their hands, then draw as many cards as they discarded."""
    held = _held(fx)
    yield discard(_hands(fx))
    for seat, count in held.items():
        yield draw(seat, count)
