"""Polymerization: Fusion Summons from hand and field."""

from server.duel.script import YOU, Body, Card, Fx, activation, fusion_summon, recipes

NAME = "Polymerization"


def materials(fx: Fx) -> list[Card]:
    return fx.cards(("hand", "monster"), YOU, lambda card: card.facts.is_monster)


@activation(NAME, only=lambda fx: bool(recipes(fx, materials(fx))))
def resolve(fx: Fx) -> Body:
    """Fusion Summon 1 Fusion Monster from your Extra Deck, using monsters from your hand or field."""
    yield fusion_summon(materials(fx))
