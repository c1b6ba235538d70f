"""Plaguespreader Zombie: comes back from the Graveyard for a card of the hand, once."""

from server.duel.script import (
    Body,
    Fx,
    Rule,
    give,
    hand_to_deck_cost,
    ignition,
    revivable,
    special_summon,
)  # fmt: skip

NAME = "Plaguespreader Zombie"


@ignition(
    NAME,
    cost=hand_to_deck_cost("top"),
    zones={"graveyard"},
    only=lambda fx: bool(fx.free_monster_zones(fx.you)) and revivable(fx.card, fx),
)
def rises(fx: Fx) -> Body:
    """If this card is in your Graveyard: put 1 card from your hand on top of your Deck; Special Summon this
    card, but banish it when it leaves the field."""
    if fx.affects(fx.card):
        risen = yield special_summon([fx.card])
        yield give(Rule.BANISH_WHEN_LEAVING, to=risen, turns=None, follows_face=False)
