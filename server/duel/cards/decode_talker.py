"""Decode Talker: stronger by what it points to, which it gives up to protect your cards."""

from server.duel.script import (
    Body,
    Card,
    During,
    Fx,
    LinkMaterials,
    Rule,
    answered_card,
    answers_opponent,
    continuous,
    destroy,
    linked_monsters,
    materials,
    negate_activation,
    quick,
    tribute_cost,
)  # fmt: skip

NAME = "Decode Talker"

materials(NAME, LinkMaterials(2, 3, lambda card: card.is_effect_monster))
continuous(NAME, Rule.ATTACK, lambda fx, card: 500 * len(linked_monsters(fx.state, card)))


def pointed_to(card: Card, fx: Fx) -> bool:
    return card in linked_monsters(fx.state, fx.card)


def targets_yours(fx: Fx) -> bool:
    targets = fx.link.targets if fx.link is not None else ()
    return any(card.on_field and card.controller == fx.you for card in targets)


@quick(
    NAME,
    when=lambda fx: answers_opponent(fx) and targets_yours(fx),
    cost=tribute_cost(only=pointed_to),
    damage_step=During.ALWAYS,
    destroys=answered_card,
)
def protects(fx: Fx) -> Body:
    """When your opponent activates a card or effect that targets cards you control on the field: you can
    Tribute 1 monster this card points to; negate the activation, and if you do, destroy that card."""
    yield destroy((yield negate_activation()))
