"""Witch of the Black Forest: fetches a weakly defended monster when she goes to the Graveyard."""

from server.duel.script import Card, weak_search_when_sent

NAME = "Witch of the Black Forest"


def _weak(card: Card) -> bool:
    return card.facts.is_monster and card.facts.defense is not None and 0 <= card.facts.defense <= 1500


weak_search_when_sent(
    NAME,
    "If this card is sent from the field to the Graveyard: add 1 monster with 1500 or less DEF from your Deck"
    " to your hand, but you cannot activate cards, or the effects of cards, with that name this turn.",
    _weak,
)
