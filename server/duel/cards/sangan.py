"""Sangan: fetches a weak monster when it goes from the field to the Graveyard."""

from server.duel.script import (
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    Rule,
    add_to_hand,
    give_player,
    search,
    shuffle_deck,
    this_left_field_to_graveyard,
    trigger,
)  # fmt: skip

NAME = "Sangan"


def _weak(card: Card) -> bool:
    return card.facts.is_monster and card.facts.attack is not None and 0 <= card.facts.attack <= 1500


@trigger(
    NAME, "move", when=this_left_field_to_graveyard, must=True, zones={"graveyard"}, limit=Limit.NAME
)  # fmt: skip
def searches(fx: Fx) -> Body:
    """If this card is sent from the field to the Graveyard: add 1 monster with 1500 or less ATK from your
    Deck to your hand, but you cannot activate cards, or the effects of cards, with that name this turn."""
    found = yield search(_weak)
    yield add_to_hand(found, show=True)
    yield shuffle_deck(fx.you)
    names = [card.name for card in found]
    yield give_player(Rule.NO_ACTIVATION, lambda _, other: other.name in names, YOU)
