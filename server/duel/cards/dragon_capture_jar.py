"""Dragon Capture Jar: keeps Dragons in Defense Position."""

from server.duel.script import Card, Fx, Rule, continuous, takes_effect

NAME = "Dragon Capture Jar"

takes_effect(
    NAME, "Face-up Dragon monsters on the field change to Defense Position and cannot change their positions."
)


def dragon(fx: Fx, card: Card) -> bool:
    return card.in_monster_zone and card.face_up and card.race == "dragon"


continuous(NAME, Rule.DEFENSE_POSITION, fits=dragon)
continuous(NAME, Rule.NO_POSITION_CHANGE, fits=dragon)
