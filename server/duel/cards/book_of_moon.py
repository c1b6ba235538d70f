"""Book of Moon: turns a monster face-down."""

from server.duel.script import EITHER, Body, Fx, Selection, activation, can_turn_down, change_position

NAME = "Book of Moon"


@activation(NAME, target=Selection("monster", EITHER, can_turn_down, keep=can_turn_down))
def resolve(fx: Fx) -> Body:
    """Target 1 face-up monster on the field; change it to face-down Defense Position."""
    yield change_position(fx.targets, "face_down")
