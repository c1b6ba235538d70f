"""Stargazer Magician: no Spells while Pendulum Monsters battle, and company for those sent home."""

from server.duel.script import (  # fmt: skip
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    choose,
    gazing_scale,
    may_special_summon,
    special_summon,
    trigger,
)

NAME = "Stargazer Magician"

gazing_scale(NAME, "spell")


def sent_home_alone(fx: Fx) -> bool:
    told = fx.event
    if told is None or told.card is None or told.before is None or told.cause != "return" or fx.duel.step:
        return False
    together = [one for one in fx.state.events if one.moment == told.moment and one.cause == "return"]
    return (
        len(together) == 1
        and told.by == fx.opponent
        and told.card.zone == "hand"
        and told.card.owner == fx.you
        and told.before.in_monster_zone
        and told.before.controller == fx.you
        and told.card.facts.is_a("pendulum")
    )


def of_that_name(fx: Fx) -> list[Card]:
    told = fx.event
    name = told.card.name if told is not None and told.card is not None else ""
    return fx.cards("hand", YOU, lambda card: card.name == name and may_special_summon(fx, card))


@trigger(
    NAME,
    "move",
    when=sent_home_alone,
    can_miss_timing=True,
    only=lambda fx: bool(fx.free_monster_zones(fx.you) and of_that_name(fx)),
    limit=Limit.TURN,
)
def follows(fx: Fx) -> Body:
    """Once per turn, when exactly 1 Pendulum Monster in your Monster Zones is returned to your hand by your
    opponent's card effect, except during the Damage Step: you can Special Summon 1 monster with that name
    from your hand."""
    if fx.free_monster_zones(fx.you) and of_that_name(fx):
        yield special_summon((yield choose(of_that_name(fx), text="Choose a monster.", always=True)))
