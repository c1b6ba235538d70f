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
    can_special_summon_here,
    choose,
    destroy,
    gazing_scale,
    instruction_body,
    is_end_phase_start,
    is_face_up,
    saves,
    scale_needs,
    special_summon,
    store_note,
    the_targets,
    trigger,
    words,
)

# --- Foucault's Cannon --------------------------------------------------------------------------------------


def _was_activated_this_turn(fx: Fx) -> bool:
    """Activated as a scale this turn: one that an effect placed was not."""
    return (
        any(one.card is fx.card and one.life == fx.card.incarnation for one in fx.events_of("activate"))
        and fx.card.summoned == "scale"
    )


trigger(
    "Foucault's Cannon",
    "phase",
    when=lambda fx: is_end_phase_start(fx) and _was_activated_this_turn(fx),
    target=Selection("spell_trap", EITHER, is_face_up, keep=is_face_up),
    zones=SCALE_ZONES,
    limit=Limit.TURN,
    destroys=the_targets,
)(
    instruction_body(
        "Once per turn, during the End Phase of the turn this card was activated: you can target 1"
        " face-up Spell or Trap on the field; destroy it.",
        lambda fx: destroy(fx.targets),
        here=True,
    )
)


# --- Stargazer Magician -------------------------------------------------------------------------------------

gazing_scale("Stargazer Magician", "spell")


def was_returned_alone(fx: Fx) -> bool:
    event = fx.event
    if event is None or event.card is None or event.before is None or event.cause != "return" or fx.duel.step:
        return False
    together = [one for one in fx.state.events if one.moment == event.moment and one.cause == "return"]
    return (
        len(together) == 1
        and event.by == fx.opponent
        and event.card.zone == "hand"
        and event.card.owner == fx.you
        and event.before.was_in_monster_zone
        and event.before.controller == fx.you
        and event.card.facts.is_a("pendulum")
    )


def cards_of_that_name(fx: Fx) -> list[Card]:
    event = fx.event
    name = event.card.name if event is not None and event.card is not None else ""
    return fx.cards("hand", YOU, lambda card: card.name == name and can_special_summon_here(fx, card))


@trigger(
    "Stargazer Magician",
    "move",
    when=was_returned_alone,
    can_miss_timing=True,
    only=lambda fx: bool(fx.free_monster_zones(fx.you) and cards_of_that_name(fx)),
    limit=Limit.TURN,
)
def place_same_name(fx: Fx) -> Body:
    """Once per turn, when exactly 1 Pendulum Monster in your Monster Zones is returned to your hand by your
    opponent's card effect, except during the Damage Step: you can Special Summon 1 monster with that name
    from your hand."""
    if fx.free_monster_zones(fx.you) and cards_of_that_name(fx):
        yield special_summon(
            (yield choose(cards_of_that_name(fx), text=words("choose_a_monster"), always=True))
        )


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
def protect_scales(fx: Fx) -> Body:
    """Once per turn, each card in your Pendulum Zones is not destroyed by your opponent's card effect."""
    for card in fx.targets:
        held = card.memory.get("held firm", ())
        yield store_note(card, "held firm", (*held, (fx.card.id, fx.state.turn)))
