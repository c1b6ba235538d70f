"""Stardust Dragon: gives itself up against destruction, and returns in the End Phase."""

from server.duel.script import (  # fmt: skip
    Body,
    During,
    Fx,
    Limit,
    SynchroMaterials,
    answered_card,
    answers_destruction,
    begins_end_phase,
    destroy,
    materials,
    may_special_summon,
    negate_activation,
    quick,
    remember,
    special_summon,
    tribute_this,
    trigger,
)

NAME = "Stardust Dragon"

materials(NAME, SynchroMaterials())


@quick(
    NAME,
    when=answers_destruction,
    cost=tribute_this(),
    damage_step=During.ALWAYS,
    destroys=answered_card,
)
def gives_itself_up(fx: Fx) -> Body:
    """When a card or effect is activated that would destroy cards on the field: you can Tribute this card;
    negate the activation, and if you do, destroy that card."""
    yield destroy((yield negate_activation()))
    yield remember(fx.card, "gave itself up", fx.state.turn)


def gave_itself_up(fx: Fx) -> bool:
    return bool(fx.card.memory.get("gave itself up") == fx.state.turn)


@trigger(
    NAME,
    "phase",
    when=lambda fx: begins_end_phase(fx) and gave_itself_up(fx),
    only=lambda fx: bool(fx.free_monster_zones(fx.you)) and may_special_summon(fx, fx.card),
    zones={"graveyard"},
    limit=Limit.TURN,
)
def returns(fx: Fx) -> Body:
    """During the End Phase, if this effect was used this turn: you can Special Summon this card from your
    Graveyard."""
    if fx.affects(fx.card):
        yield special_summon([fx.card])
