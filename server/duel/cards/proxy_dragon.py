"""Proxy Dragon: what it points to falls for the others."""

from server.duel.script import (
    Body,
    Card,
    DestructionCause,
    Fx,
    LinkMaterials,
    choose,
    destroy_instead,
    linked_monsters,
    materials,
    saves,
)  # fmt: skip

NAME = "Proxy Dragon"

materials(NAME, LinkMaterials(2, 2))


def yours(fx: Fx, card: Card, destruction: DestructionCause) -> bool:
    return card.on_field and card.controller == fx.you


def proxies(fx: Fx) -> list[Card]:
    """Its own linked monsters that are not about to fall themselves."""
    return [
        card
        for card in linked_monsters(fx.state, fx.card)
        if card.controller == fx.you and card not in fx.chosen["doomed"]
    ]


@saves(NAME, yours, can=lambda fx: bool(proxies(fx)), may=True)
def stands_in(fx: Fx) -> Body:
    """If cards you control would be destroyed by battle or card effect: you can destroy 1 monster of yours
    this card points to instead."""
    yield destroy_instead((yield choose(proxies(fx), text="Choose what is destroyed instead.")))
