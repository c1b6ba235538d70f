"""The Flute of Summoning Dragon: the Lord of Dragons calls two of them."""

from server.duel.script import (
    YOU,
    Body,
    Card,
    Fx,
    activation,
    choose,
    may_special_summon,
    named,
    special_summon,
)

NAME = "The Flute of Summoning Dragon"


def _dragons(fx: Fx) -> list[Card]:
    hand = fx.cards("hand", YOU, lambda card: card.facts.race == "dragon")
    return [card for card in hand if may_special_summon(fx, card)]


def _possible(fx: Fx) -> bool:
    lord = any(card.face_up and named("Lord of D.")(card) for card in fx.monsters())
    return lord and bool(fx.free_monster_zones(fx.you)) and bool(_dragons(fx))


@activation(NAME, only=_possible)
def resolve(fx: Fx) -> Body:
    """Special Summon up to 2 Dragon monsters from your hand. "Lord of D." must be on the field."""
    if _possible(fx):
        most = min(2, len(fx.free_monster_zones(fx.you)))
        chosen = yield choose(_dragons(fx), 1, most, "Choose up to 2 Dragons.", always=True)
        yield special_summon(chosen)
