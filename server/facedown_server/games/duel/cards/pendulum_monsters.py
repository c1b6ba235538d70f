"""Pendulum Monsters with effects of their own."""

from facedown_server.games.duel.script import (
    EITHER,
    SCALE_ZONES,
    YOU,
    Body,
    Card,
    DestructionCause,
    Fx,
    Limit,
    Selection,
    begins_end_phase,
    choose,
    destroy,
    does,
    face_up,
    gazing_scale,
    may_special_summon,
    remember,
    saves,
    scale_needs,
    special_summon,
    the_targets,
    trigger,
    words,
)

# --- Foucault's Cannon --------------------------------------------------------------------------------------


def _activated_now(fx: Fx) -> bool:
    """Activated as a scale this turn: one that an effect placed was not."""
    return (
        any(one.card is fx.card and one.life == fx.card.incarnation for one in fx.happened("activate"))
        and fx.card.summoned == "scale"
    )


trigger(
    "Foucault's Cannon",
    "phase",
    when=lambda fx: begins_end_phase(fx) and _activated_now(fx),
    target=Selection("spell_trap", EITHER, face_up, keep=face_up),
    zones=SCALE_ZONES,
    limit=Limit.TURN,
    destroys=the_targets,
)(
    does(
        "Once per turn, during the End Phase of the turn this card was activated: you can target 1"
        " face-up Spell or Trap on the field; destroy it.",
        lambda fx: destroy(fx.targets),
        here=True,
    )
)


# --- Stargazer Magician -------------------------------------------------------------------------------------

gazing_scale("Stargazer Magician", "spell")


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
        and told.before.was_in_monster_zone
        and told.before.controller == fx.you
        and told.card.facts.is_a("pendulum")
    )


def of_that_name(fx: Fx) -> list[Card]:
    told = fx.event
    name = told.card.name if told is not None and told.card is not None else ""
    return fx.cards("hand", YOU, lambda card: card.name == name and may_special_summon(fx, card))


@trigger(
    "Stargazer Magician",
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
        yield special_summon((yield choose(of_that_name(fx), text=words("choose_a_monster"), always=True)))


# --- Timegazer Magician -------------------------------------------------------------------------------------

gazing_scale("Timegazer Magician", "trap")
scale_needs("Timegazer Magician", lambda fx: not fx.duel.cards_at("monster", fx.you))


def first_blow(fx: Fx, card: Card, destruction: DestructionCause) -> bool:
    return (
        fx.card.is_in_monster_zone
        and destruction.cause == "effect"
        and destruction.by == fx.opponent
        and card.summoned == "scale"
        and card.controller == fx.you
        and (fx.card.id, fx.state.turn) not in card.memory.get("held firm", ())
    )


@saves("Timegazer Magician", first_blow)
def holds(fx: Fx) -> Body:
    """Once per turn, each card in your Pendulum Zones is not destroyed by your opponent's card effect."""
    for card in fx.targets:
        held = card.memory.get("held firm", ())
        yield remember(card, "held firm", (*held, (fx.card.id, fx.state.turn)))
