"""Hiro's Shadow Scout: its Flip effect gives the opponent three cards and takes the Spells among them."""

from server.duel.script import YOU, Body, Fx, discard, draw, flip, show

NAME = "Hiro's Shadow Scout"


@flip(NAME, from_deck=True)
def flipped(fx: Fx) -> Body:
    """FLIP: The opponent draws 3 cards and shows them to you; they discard the Spells among them."""
    drawn = yield draw(fx.opponent, 3)
    yield show(drawn, to=YOU)
    yield discard([card for card in drawn if card.facts.is_spell])
