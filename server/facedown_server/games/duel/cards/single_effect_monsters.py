"""Monsters with a single effect of one instruction: used by their player, triggered, or of a known kind."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    SUMMONS_BY_HAND,
    YOU,
    Card,
    Fx,
    Selection,
    another,
    destroy,
    discard_at_random,
    gain_life,
    has_dealt_battle_damage,
    has_name,
    ignition,
    instruction_body,
    is_end_phase_start,
    register_free_summon,
    register_weak_search,
    return_to_hand,
    the_targets,
    tribute_this_cost,
    trigger,
    union,
    was_turned_to_defense,
    words,
)

register_free_summon(
    "Cyber Dragon",
    words("procedure_only_they_have_monsters"),
    lambda fx: not fx.monsters(YOU) and bool(fx.monsters(OPPONENT)),
)

trigger(
    "Dream Clown",
    "position",
    when=was_turned_to_defense,
    must=True,
    target=Selection("monster", OPPONENT),
    destroys=the_targets,
)(
    instruction_body(
        "When this card is changed from Attack Position to face-up Defense Position: target 1 monster the"
        " opponent controls; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

ignition(
    "Exiled Force",
    cost=tribute_this_cost(),
    target=Selection("monster", EITHER, another),
    destroys=the_targets,
)(
    instruction_body(
        "Tribute this card and target 1 monster on the field; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

# --- Gearfried the Iron Knight, Wall of Illusion ------------------------------------------------------------


def _other_battler(fx: Fx) -> list[Card]:
    """The card of the event, where this one is among those it is about and it has not moved since."""
    event = fx.event
    if event is None or event.card is None or not any(card is fx.card for card in event.others):
        return []
    return [event.card] if event.card.incarnation == event.life and event.card.is_on_field else []


trigger(
    "Gearfried the Iron Knight",
    "equip",
    when=lambda fx: bool(_other_battler(fx)),
    must=True,
    destroys=_other_battler,
)(
    instruction_body(
        "If an Equip Card becomes equipped to this card: destroy it.", lambda fx: destroy(_other_battler(fx))
    )
)


def _attacker(fx: Fx) -> list[Card]:
    return [
        card
        for card in _other_battler(fx)
        if card.is_in_monster_zone and "destroyed_by_battle" not in card.memory
    ]


trigger("Wall of Illusion", "battled", when=lambda fx: bool(_attacker(fx)), must=True)(
    instruction_body(
        "If a monster attacks this card, after damage calculation: return it to its owner's hand.",
        lambda fx: return_to_hand(_attacker(fx)),
    )
)

# --- Mysterious Puppeteer -----------------------------------------------------------------------------------


def _was_another_summoned(fx: Fx) -> bool:
    event = fx.event
    return event is not None and event.card is not fx.card and event.word in SUMMONS_BY_HAND


trigger("Mysterious Puppeteer", "summoned", when=_was_another_summoned, must=True)(
    instruction_body(
        "Each time another monster is Normal or Flip Summoned: gain 500 LP.",
        lambda fx: gain_life(fx.you, 500),
    )
)

# --- Sangan, Witch of the Black Forest ----------------------------------------------------------------------

register_weak_search("Sangan", "ATK", lambda facts: facts.attack)
register_weak_search("Witch of the Black Forest", "DEF", lambda facts: facts.defense)

# --- The Wicked Worm Beast, White Magical Hat, Y-Dragon Head ------------------------------------------------


trigger("The Wicked Worm Beast", "phase", when=lambda fx: is_end_phase_start(fx, fx.you), must=True)(
    instruction_body(
        "In your End Phase: return this card to the hand.", lambda fx: return_to_hand([fx.card]), here=True
    )
)


trigger("White Magical Hat", "life", when=has_dealt_battle_damage, must=True)(
    instruction_body(
        "When this card inflicts battle damage to the opponent: they discard 1 random card.",
        lambda fx: discard_at_random(fx.opponent),
    )
)

union("Y-Dragon Head", has_name("X-Head Cannon"), attack=400, defense=400)
