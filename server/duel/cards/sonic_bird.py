"""Sonic Bird: brings a Ritual Spell along."""

from server.duel.script import (
    SUMMONS_BY_HAND,
    YOU,
    Body,
    Card,
    Fx,
    add_to_hand,
    search,
    shuffle_deck,
    this_summoned,
    trigger,
)

NAME = "Sonic Bird"


def _ritual_spell(card: Card) -> bool:
    return card.facts.is_spell and card.facts.is_a("ritual")


@trigger(
    NAME,
    "summoned",
    when=this_summoned(*SUMMONS_BY_HAND),
    can_miss_timing=True,
    only=lambda fx: bool(fx.cards("deck", YOU, _ritual_spell)),
    from_deck=True,
)
def brings(fx: Fx) -> Body:
    """When this card is Normal or Flip Summoned: you can add 1 Ritual Spell from your Deck to your hand."""
    yield add_to_hand((yield search(_ritual_spell)), show=True)
    yield shuffle_deck(fx.you)
