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
    begins_end_phase,
    comes_freely,
    destroy,
    discard_at_random,
    does,
    gain_life,
    ignition,
    named,
    return_to_hand,
    the_targets,
    this_dealt_battle_damage,
    this_turned_from_attack_to_defense,
    tribute_this,
    trigger,
    union,
    weak_search_when_sent,
    words,
)

comes_freely(
    "Cyber Dragon",
    words("procedure_only_they_have_monsters"),
    lambda fx: not fx.monsters(YOU) and bool(fx.monsters(OPPONENT)),
)

trigger(
    "Dream Clown",
    "position",
    when=this_turned_from_attack_to_defense,
    must=True,
    target=Selection("monster", OPPONENT),
    destroys=the_targets,
)(
    does(
        "When this card is changed from Attack Position to face-up Defense Position: target 1 monster the"
        " opponent controls; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

ignition(
    "Exiled Force",
    cost=tribute_this(),
    target=Selection("monster", EITHER, another),
    destroys=the_targets,
)(
    does(
        "Tribute this card and target 1 monster on the field; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)

# --- Gearfried the Iron Knight, Wall of Illusion ------------------------------------------------------------


def _other(fx: Fx) -> list[Card]:
    """The card of the event, where this one is among those it is about and it has not moved since."""
    told = fx.event
    if told is None or told.card is None or not any(card is fx.card for card in told.others):
        return []
    return [told.card] if told.card.incarnation == told.life and told.card.is_on_field else []


trigger("Gearfried the Iron Knight", "equip", when=lambda fx: bool(_other(fx)), must=True, destroys=_other)(
    does("If an Equip Card becomes equipped to this card: destroy it.", lambda fx: destroy(_other(fx)))
)


def _attacker(fx: Fx) -> list[Card]:
    return [
        card for card in _other(fx) if card.is_in_monster_zone and "destroyed_by_battle" not in card.memory
    ]


trigger("Wall of Illusion", "battled", when=lambda fx: bool(_attacker(fx)), must=True)(
    does(
        "If a monster attacks this card, after damage calculation: return it to its owner's hand.",
        lambda fx: return_to_hand(_attacker(fx)),
    )
)

# --- Mysterious Puppeteer -----------------------------------------------------------------------------------


def _another_summoned(fx: Fx) -> bool:
    told = fx.event
    return told is not None and told.card is not fx.card and told.word in SUMMONS_BY_HAND


trigger("Mysterious Puppeteer", "summoned", when=_another_summoned, must=True)(
    does(
        "Each time another monster is Normal or Flip Summoned: gain 500 LP.",
        lambda fx: gain_life(fx.you, 500),
    )
)

# --- Sangan, Witch of the Black Forest ----------------------------------------------------------------------

weak_search_when_sent("Sangan", "ATK", lambda facts: facts.attack)
weak_search_when_sent("Witch of the Black Forest", "DEF", lambda facts: facts.defense)

# --- The Wicked Worm Beast, White Magical Hat, Y-Dragon Head ------------------------------------------------


trigger("The Wicked Worm Beast", "phase", when=lambda fx: begins_end_phase(fx, fx.you), must=True)(
    does("In your End Phase: return this card to the hand.", lambda fx: return_to_hand([fx.card]), here=True)
)


trigger("White Magical Hat", "life", when=this_dealt_battle_damage, must=True)(
    does(
        "When this card inflicts battle damage to the opponent: they discard 1 random card.",
        lambda fx: discard_at_random(fx.opponent),
    )
)

union("Y-Dragon Head", named("X-Head Cannon"), attack=400, defense=400)
