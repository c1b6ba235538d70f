"""Sangan: fetches a weak monster when it goes from the field to the Graveyard."""

from server.duel.script import Card, weak_search_when_sent

NAME = "Sangan"


def _weak(card: Card) -> bool:
    return card.facts.is_monster and card.facts.attack is not None and 0 <= card.facts.attack <= 1500


weak_search_when_sent(
    NAME,
    "If this card is sent from the field to the Graveyard: add 1 monster with 1500 or less ATK from your Deck"
    " to your hand, but you cannot activate cards, or the effects of cards, with that name this turn.",
    _weak,
)
