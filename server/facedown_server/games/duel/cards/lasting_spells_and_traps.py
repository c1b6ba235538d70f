"""Spells and Traps that stay on the field and what holds or happens meanwhile."""

from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    ChainLink,
    Fx,
    Rule,
    activation,
    activation_of,
    ask,
    continuous,
    destroy_by_rule,
    discard_at_random,
    instruction_body,
    normal_summon_afterwards,
    pay_cost,
    pay_life,
    quick,
    register_continuous,
    schedule,
    stay_on_field,
    summons_left,
    trigger,
    turn_face_up,
    upkeep,
    words,
)

# --- Dimensional Fissure ------------------------------------------------------------------------------------

register_continuous("Dimensional Fissure", "Any monster sent to a Graveyard is banished instead.")
continuous(
    "Dimensional Fissure",
    Rule.BANISH_INSTEAD,
    fits=lambda fx, card: card.facts.is_monster and card.is_monster and card.zone != "material",
)

# --- Dragon Capture Jar -------------------------------------------------------------------------------------

register_continuous(
    "Dragon Capture Jar",
    "Face-up Dragon monsters on the field change to Defense Position and cannot change their positions.",
)


def _dragon(fx: Fx, card: Card) -> bool:
    return card.is_in_monster_zone and card.face_up and card.race == "dragon"


continuous("Dragon Capture Jar", Rule.DEFENSE_POSITION, fits=_dragon)
continuous("Dragon Capture Jar", Rule.NO_POSITION_CHANGE, fits=_dragon)

# --- Gravity Bind -------------------------------------------------------------------------------------------

register_continuous("Gravity Bind", "Level 4 or higher monsters cannot attack.")
continuous("Gravity Bind", Rule.NO_ATTACK, fits=lambda fx, card: card.is_in_monster_zone and card.level >= 4)

# --- Royal Decree -------------------------------------------------------------------------------------------

register_continuous("Royal Decree", "Negate all other Trap effects on the field.")


def _is_other_trap(fx: Fx, link: ChainLink) -> bool:
    return link.card.is_trap and link.card is not fx.card and link.place.zone == "spell_trap"


continuous(
    "Royal Decree",
    Rule.NEGATE,
    fits=lambda fx, card: card.is_trap and card.is_on_field and card is not fx.card,
)
continuous("Royal Decree", Rule.NEGATE_LINK, _is_other_trap)

# --- Skill Drain --------------------------------------------------------------------------------------------

register_continuous(
    "Skill Drain",
    "Pay 1000 LP; the effects of all face-up monsters on the field are negated while they lie there.",
    pay_cost(1000),
)
continuous(
    "Skill Drain",
    Rule.NEGATE,
    fits=lambda fx, card: (
        card.is_in_monster_zone and ("effect" in card.kinds or "effect" in card.facts.kinds)
    ),
)

# --- Messenger of Peace -------------------------------------------------------------------------------------


register_continuous(
    "Messenger of Peace",
    "Monsters with 1500 or more ATK cannot attack. In each of your Standby Phases, pay 100 LP or destroy"
    " this card.",
)
continuous(
    "Messenger of Peace",
    Rule.NO_ATTACK_DECLARATION,
    fits=lambda fx, card: card.is_in_monster_zone and card.face_up and (card.attack or 0) >= 1500,
)


@upkeep("Messenger of Peace")
def pay_upkeep(fx: Fx) -> Body:
    if fx.state.life(fx.you) >= 100 and (yield ask(words("pay_for_messenger"), card=fx.card)):
        yield pay_life(100)
    else:
        yield destroy_by_rule([fx.card])


# --- Robbin' Goblin -----------------------------------------------------------------------------------------

register_continuous("Robbin' Goblin")


def has_own_monster_dealt_damage(fx: Fx) -> bool:
    event = fx.event
    return (
        event is not None and event.cause == "battle damage" and event.seat == fx.opponent
        and event.source is not None and event.source.controller == fx.you
    )  # fmt: skip


trigger("Robbin' Goblin", "life", when=has_own_monster_dealt_damage, must=True)(
    instruction_body(
        "Each time a monster you control inflicts battle damage to your opponent: they discard 1 random"
        " card.",
        lambda fx: discard_at_random(fx.opponent),
        here=True,
    )
)


# --- Swords of Revealing Light ------------------------------------------------------------------------------

OPPONENT_THIRD_TURN_TURNS = 5
"""Activated in your turn: theirs are the next, the one after yours, and so on."""

continuous(
    "Swords of Revealing Light",
    Rule.NO_ATTACK_DECLARATION,
    fits=lambda fx, card: card.is_in_monster_zone and card.controller == fx.opponent,
)


@activation("Swords of Revealing Light")
def swords_of_revealing_light(fx: Fx) -> Body:
    """Turn all face-down monsters the opponent controls face-up. This card stays on the field until the End
    Phase of the opponent's 3rd turn; while it does, the opponent's monsters cannot attack."""
    if fx.is_in_place:
        yield stay_on_field()
        yield schedule("end", _send_away, turns=OPPONENT_THIRD_TURN_TURNS)
    yield turn_face_up(fx.monsters(OPPONENT, lambda card: not card.face_up))


def _send_away(fx: Fx) -> Body:
    if fx.is_in_place:
        yield destroy_by_rule([fx.card])


# --- Ultimate Offering --------------------------------------------------------------------------------------

MAINTENANCE_COST_LP = 500

register_continuous("Ultimate Offering")


def is_in_time(fx: Fx) -> bool:
    return fx.phase in ("main1", "main2") if fx.is_your_turn else fx.phase == "battle"


def can_offer(fx: Fx) -> bool:
    waiting = sum(link.card is fx.card and not activation_of(link).is_card for link in fx.state.chain)
    return is_in_time(fx) and summons_left(fx) > waiting


def is_possible(fx: Fx) -> bool:
    """As far as everybody can see."""
    return is_in_time(fx) and bool(fx.cards("hand", YOU)) and fx.state.life(fx.you) >= MAINTENANCE_COST_LP


quick(
    "Ultimate Offering",
    only=can_offer,
    cost=pay_cost(MAINTENANCE_COST_LP),
    zones={"spell_trap"},
    joins=is_possible,
)(
    instruction_body(
        "In your Main Phase or your opponent's Battle Phase: pay 500 LP; immediately after this effect"
        " resolves, Normal Summon or Set 1 monster beyond the one of the turn.",
        lambda fx: normal_summon_afterwards(),
        here=True,
    )
)
