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
    apply_rule,
    apply_to_self,
    can_special_summon_here,
    destroy,
    hand_to_deck_cost,
    has_monster_zone,
    has_name,
    ignition,
    instruction_body,
    is_end_phase_start,
    materials,
    negate_activation,
    quick,
    revivable,
    special_summon,
    store_note,
    tribute_this_cost,
    trigger,
    was_summoned,
)

# --- Junk Synchron ------------------------------------------------------------------------------------------


@trigger(
    "Junk Synchron",
    "summoned",
    when=was_summoned("normal", "tribute"),
    can_miss_timing=True,
    target=Selection("graveyard", YOU, lambda card, fx: 1 <= card.facts.level <= 2 and revivable(card, fx)),
    only=has_monster_zone,
)
def summon_tuner(fx: Fx) -> Body:
    """When this card is Normal Summoned: you can target 1 monster of Level 2 or lower in your Graveyard;
    Special Summon it in Defense Position with its effects negated."""
    called = yield special_summon(fx.targets, "defense")
    yield apply_rule(Rule.NEGATE, to=called, turns=None)


# --- Junk Warrior -------------------------------------------------------------------------------------------

materials("Junk Warrior", SynchroMaterials(tuner=has_name("Junk Synchron")))


@trigger("Junk Warrior", "summoned", when=was_summoned("synchro"), must=True)
def raise_attack(fx: Fx) -> Body:
    """If this card is Synchro Summoned: it gains ATK equal to the total ATK of all Level 2 or lower monsters
    you control."""
    small = fx.monsters(YOU, lambda card: card.face_up and 1 <= card.level <= 2)
    yield apply_to_self(Rule.ATTACK, sum(card.attack or 0 for card in small))


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
        yield apply_rule(Rule.BANISH_WHEN_LEAVING, to=risen, turns=None, follows_face=False)


# --- Red Dragon Archfiend -----------------------------------------------------------------------------------

materials("Red Dragon Archfiend", SynchroMaterials())


def defense_position_monsters(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: card.defense_position)


def has_not_attacked(fx: Fx) -> list[Card]:
    return fx.monsters(YOU, lambda card: not card.attacks and card is not fx.card)


def has_attacked_defender(fx: Fx) -> bool:
    event = fx.event
    return event is not None and event.card is fx.card and any(card.defense_position for card in event.others)


trigger(
    "Red Dragon Archfiend",
    "battled",
    when=has_attacked_defender,
    must=True,
    destroys=defense_position_monsters,
)(
    instruction_body(
        "After damage calculation, if this card attacked a Defense Position monster: destroy all"
        " Defense Position monsters your opponent controls.",
        lambda fx: destroy(defense_position_monsters(fx)),
    )
)


trigger(
    "Red Dragon Archfiend",
    "phase",
    when=lambda fx: is_end_phase_start(fx) and fx.is_your_turn,
    must=True,
    limit=Limit.TURN,
    destroys=has_not_attacked,
)(
    instruction_body(
        "During your End Phase: destroy all other monsters you control that did not declare an attack"
        " this turn.",
        lambda fx: destroy(has_not_attacked(fx)),
        here=True,
    )
)


# --- Stardust Dragon ----------------------------------------------------------------------------------------

materials("Stardust Dragon", SynchroMaterials())


@quick(
    "Stardust Dragon",
    when=answers_destruction,
    cost=tribute_this_cost(),
    damage_step=DamageStepUse.ALWAYS,
    destroys=answered_card,
)
def tribute_to_negate(fx: Fx) -> Body:
    """When a card or effect is activated that would destroy cards on the field: you can Tribute this card;
    negate the activation, and if you do, destroy that card."""
    yield destroy((yield negate_activation()))
    yield store_note(fx.card, "gave itself up", fx.state.turn)


def was_tributed_to_negate(fx: Fx) -> bool:
    return bool(fx.card.memory.get("gave itself up") == fx.state.turn)


@trigger(
    "Stardust Dragon",
    "phase",
    when=lambda fx: is_end_phase_start(fx) and was_tributed_to_negate(fx),
    only=lambda fx: bool(fx.free_monster_zones(fx.you)) and can_special_summon_here(fx, fx.card),
    zones={"graveyard"},
    limit=Limit.TURN,
)
def returns(fx: Fx) -> Body:
    """During the End Phase, if this effect was used this turn: you can Special Summon this card from your
    Graveyard."""
    if fx.affects(fx.card):
        yield special_summon([fx.card])
