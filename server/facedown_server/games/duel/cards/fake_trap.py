"""Fake Trap: falls in place of your other Traps."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Card,
    DestructionCause,
    Fx,
    activation,
    answers_opponent,
    cards_to_be_destroyed,
    destroy_instead,
    instruction_body,
    oath,
    saves,
    show,
    store_note,
)  # fmt: skip

NAME = "Fake Trap"


def threatened_traps(fx: Fx) -> list[Card]:
    own = fx.spells_traps(YOU, lambda card: card.is_trap and card is not fx.card)
    return [card for card in cards_to_be_destroyed(fx) if any(card is one for one in own)]


def show_set_cards(fx: Fx) -> Body:
    yield show([card for card in threatened_traps(fx) if not card.face_up])


@activation(
    NAME,
    when=lambda fx: answers_opponent(fx) and bool(threatened_traps(fx)),
    cost=oath(lambda fx: True, show_set_cards),
    about=threatened_traps,
)
def resolve(fx: Fx) -> Body:
    """When your opponent activates a card or effect that would destroy other Traps you control: show those
    that are Set; this card is destroyed in their place."""
    yield store_note(fx.card, "guards", fx.about)
    yield store_note(fx.card, "against", fx.link)


def is_replaceable(fx: Fx, card: Card, destruction: DestructionCause) -> bool:
    memory = fx.card.memory
    return (
        "guards" in memory
        and destruction.link is memory["against"]
        and any(card is one for one in memory["guards"])
    )


saves(NAME, is_replaceable)(instruction_body("", lambda fx: destroy_instead([fx.card])))
