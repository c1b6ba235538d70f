"""Monsters of which something holds while they are face-up, and nothing more."""

from facedown_server.games.duel.script import YOU, Card, Fx, Rule, continuous, spirit

continuous("Kaiser Sea Horse", Rule.DOUBLE_TRIBUTE, "light", even_face_down=True)

continuous("Mad Sword Beast", Rule.PIERCING)

spirit("Asura Priest")
continuous("Asura Priest", Rule.ATTACKS_ALL)

continuous("Maha Vailo", Rule.ATTACK, lambda fx, card: 500 * len(card.equips))

# --- Jinzo --------------------------------------------------------------------------------------------------


continuous(
    "Jinzo",
    Rule.NO_ACTIVATION,
    fits=lambda fx, card: card.is_trap and (card.is_on_field or card.zone == "hand"),
)
continuous("Jinzo", Rule.NEGATE, fits=lambda fx, card: card.is_trap and card.is_on_field)
continuous("Jinzo", Rule.NEGATE_LINK, lambda fx, link: link.card.is_trap and link.place.zone == "spell_trap")

# --- Lord of D., Milus Radiant, Muka Muka -------------------------------------------------------------------

continuous(
    "Lord of D.",
    Rule.NO_TARGET,
    fits=lambda fx, card: card.is_in_monster_zone and card.face_up and card.race == "dragon",
)

_MILUS_RADIANT = {"earth": 500, "wind": -400}

continuous(
    "Milus Radiant",
    Rule.ATTACK,
    lambda fx, card: _MILUS_RADIANT[card.attribute],
    fits=lambda fx, card: card.is_in_monster_zone and card.face_up and card.attribute in _MILUS_RADIANT,
)


def _full_hand(fx: Fx, card: Card) -> int:
    return 300 * len(fx.cards("hand", YOU))


continuous("Muka Muka", Rule.ATTACK, _full_hand)
continuous("Muka Muka", Rule.DEFENSE, _full_hand)
