"""Junk Synchron: calls a small monster back, without its effects."""

from server.duel.script import (
    YOU,
    Body,
    Card,
    Fx,
    Rule,
    Selection,
    give,
    has_monster_zone,
    revivable,
    special_summon,
    this_summoned,
    trigger,
)  # fmt: skip

NAME = "Junk Synchron"


def _small(card: Card, fx: Fx) -> bool:
    return 1 <= card.facts.level <= 2 and revivable(card, fx)


@trigger(
    NAME,
    "summoned",
    when=this_summoned("normal", "tribute"),
    can_miss_timing=True,
    target=Selection("graveyard", YOU, _small),
    only=has_monster_zone,
)
def calls(fx: Fx) -> Body:
    """When this card is Normal Summoned: you can target 1 monster of Level 2 or lower in your Graveyard;
    Special Summon it in Defense Position with its effects negated."""
    called = yield special_summon(fx.targets, "defense")
    yield give(Rule.NEGATE, to=called, turns=None)
