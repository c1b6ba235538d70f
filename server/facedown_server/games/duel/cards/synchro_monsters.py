"""Synchro Monsters, and Tuners with effects."""

from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    DamageStepUse,
    Fx,
    Limit,
    Rule,
    Selection,
    SynchroMaterials,
    answered_card,
    answers_destruction,
    begins_end_phase,
    destroy,
    does,
    gain,
    give,
    hand_to_deck_cost,
    has_monster_zone,
    ignition,
    materials,
    may_special_summon,
    named,
    negate_activation,
    quick,
    remember,
    revivable,
    special_summon,
    this_summoned,
    tribute_this,
    trigger,
)

# --- Junk Synchron ------------------------------------------------------------------------------------------


@trigger(
    "Junk Synchron",
    "summoned",
    when=this_summoned("normal", "tribute"),
    can_miss_timing=True,
    target=Selection("graveyard", YOU, lambda card, fx: 1 <= card.facts.level <= 2 and revivable(card, fx)),
    only=has_monster_zone,
)
def calls(fx: Fx) -> Body:
    """When this card is Normal Summoned: you can target 1 monster of Level 2 or lower in your Graveyard;
    Special Summon it in Defense Position with its effects negated."""
    called = yield special_summon(fx.targets, "defense")
    yield give(Rule.NEGATE, to=called, turns=None)


# --- Junk Warrior -------------------------------------------------------------------------------------------

materials("Junk Warrior", SynchroMaterials(tuner=named("Junk Synchron")))


@trigger("Junk Warrior", "summoned", when=this_summoned("synchro"), must=True)
def grows(fx: Fx) -> Body:
    """If this card is Synchro Summoned: it gains ATK equal to the total ATK of all Level 2 or lower monsters
    you control."""
    small = fx.monsters(YOU, lambda card: card.face_up and 1 <= card.level <= 2)
    yield gain(Rule.ATTACK, sum(card.attack or 0 for card in small))


# --- Plaguespreader Zombie ----------------------------------------------------------------------------------


@ignition(
    "Plaguespreader Zombie",
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


# --- Red Dragon Archfiend -----------------------------------------------------------------------------------

materials("Red Dragon Archfiend", SynchroMaterials())


def in_defense(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: card.defense_position)


def idle(fx: Fx) -> list[Card]:
    return fx.monsters(YOU, lambda card: not card.attacks and card is not fx.card)


def attacked_a_defender(fx: Fx) -> bool:
    told = fx.event
    return told is not None and told.card is fx.card and any(card.defense_position for card in told.others)


trigger("Red Dragon Archfiend", "battled", when=attacked_a_defender, must=True, destroys=in_defense)(
    does(
        "After damage calculation, if this card attacked a Defense Position monster: destroy all"
        " Defense Position monsters your opponent controls.",
        lambda fx: destroy(in_defense(fx)),
    )
)


trigger(
    "Red Dragon Archfiend",
    "phase",
    when=lambda fx: begins_end_phase(fx) and fx.your_turn,
    must=True,
    limit=Limit.TURN,
    destroys=idle,
)(
    does(
        "During your End Phase: destroy all other monsters you control that did not declare an attack"
        " this turn.",
        lambda fx: destroy(idle(fx)),
        here=True,
    )
)


# --- Stardust Dragon ----------------------------------------------------------------------------------------

materials("Stardust Dragon", SynchroMaterials())


@quick(
    "Stardust Dragon",
    when=answers_destruction,
    cost=tribute_this(),
    damage_step=DamageStepUse.ALWAYS,
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
    "Stardust Dragon",
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
