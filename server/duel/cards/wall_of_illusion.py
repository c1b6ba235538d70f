"""Wall of Illusion: what attacks it returns to the hand."""

from server.duel.script import Body, Card, Fx, return_to_hand, trigger

NAME = "Wall of Illusion"


def _attacker(fx: Fx) -> list[Card]:
    told = fx.event
    if told is None or told.card is None or not any(card is fx.card for card in told.others):
        return []
    there = told.card.in_monster_zone and told.card.incarnation == told.life
    return [told.card] if there and "destroyed_by_battle" not in told.card.memory else []


@trigger(NAME, "battled", when=lambda fx: bool(_attacker(fx)), must=True)
def repels(fx: Fx) -> Body:
    """If a monster attacks this card, after damage calculation: return it to its owner's hand."""
    yield return_to_hand(_attacker(fx))
