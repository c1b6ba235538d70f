"""Change of Heart: an opposing monster fights for you until the End Phase."""

from server.duel.script import OPPONENT, Body, Fx, Selection, activation, has_monster_zone, take_control

NAME = "Change of Heart"


@activation(NAME, target=Selection("monster", OPPONENT), only=has_monster_zone)
def resolve(fx: Fx) -> Body:
    """Target 1 monster the opponent controls; take control of it until the End Phase."""
    for monster in fx.targets:
        yield take_control(monster, until_end_of_turn=True)
