"""Continuous Spells and Traps of which a rule holds while they are face-up, and nothing more."""

from server.duel.script import Card, ChainLink, Fx, Rule, continuous, pay, takes_effect

# --- Dimensional Fissure ------------------------------------------------------------------------------------

takes_effect("Dimensional Fissure", "Any monster sent to a Graveyard is banished instead.")
continuous(
    "Dimensional Fissure",
    Rule.BANISH_INSTEAD,
    fits=lambda fx, card: card.facts.is_monster and card.is_monster and card.zone != "material",
)

# --- Dragon Capture Jar -------------------------------------------------------------------------------------

takes_effect(
    "Dragon Capture Jar",
    "Face-up Dragon monsters on the field change to Defense Position and cannot change their positions.",
)


def _dragon(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and card.face_up and card.race == "dragon"


continuous("Dragon Capture Jar", Rule.DEFENSE_POSITION, fits=_dragon)
continuous("Dragon Capture Jar", Rule.NO_POSITION_CHANGE, fits=_dragon)

# --- Gravity Bind -------------------------------------------------------------------------------------------

takes_effect("Gravity Bind", "Level 4 or higher monsters cannot attack.")
continuous("Gravity Bind", Rule.NO_ATTACK, fits=lambda fx, card: card.in_monster_zone and card.level >= 4)

# --- Royal Decree -------------------------------------------------------------------------------------------

takes_effect("Royal Decree", "Negate all other Trap effects on the field.")


def _of_other_trap(fx: Fx, link: ChainLink) -> bool:
    return link.card.is_trap and link.card is not fx.card and link.place.zone == "spell_trap"


continuous(
    "Royal Decree",
    Rule.NEGATE,
    fits=lambda fx, card: card.is_trap and card.on_field and card is not fx.card,
)
continuous("Royal Decree", Rule.NEGATE_LINK, _of_other_trap)

# --- Skill Drain --------------------------------------------------------------------------------------------

takes_effect(
    "Skill Drain",
    "Pay 1000 LP; the effects of all face-up monsters on the field are negated while they lie there.",
    pay(1000),
)
continuous(
    "Skill Drain",
    Rule.NEGATE,
    fits=lambda fx, card: card.in_monster_zone and ("effect" in card.kinds or "effect" in card.facts.kinds),
)
