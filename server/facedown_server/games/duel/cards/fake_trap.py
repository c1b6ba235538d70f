"""Fake Trap: falls in place of your other Traps."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Card,
    DestructionCause,
    Fx,
    activation,
    answers_opponent,
    destroy_instead,
    does,
    oath,
    remember,
    saves,
    show,
    would_destroy,
)  # fmt: skip

NAME = "Fake Trap"


def threatened(fx: Fx) -> list[Card]:
    own = fx.spells_traps(YOU, lambda card: card.is_trap and card is not fx.card)
    return [card for card in would_destroy(fx) if any(card is one for one in own)]


def show_set_ones(fx: Fx) -> Body:
    yield show([card for card in threatened(fx) if not card.face_up])


@activation(
    NAME,
    when=lambda fx: answers_opponent(fx) and bool(threatened(fx)),
    cost=oath(lambda fx: True, show_set_ones),
    about=threatened,
)
def resolve(fx: Fx) -> Body:
    """When your opponent activates a card or effect that would destroy other Traps you control: show those
    that are Set; this card is destroyed in their place."""
    yield remember(fx.card, "guards", fx.about)
    yield remember(fx.card, "against", fx.link)


def guarded(fx: Fx, card: Card, destruction: DestructionCause) -> bool:
    memory = fx.card.memory
    return (
        "guards" in memory
        and destruction.link is memory["against"]
        and any(card is one for one in memory["guards"])
    )


saves(NAME, guarded)(does("", lambda fx: destroy_instead([fx.card])))
