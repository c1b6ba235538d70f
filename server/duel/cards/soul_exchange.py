"""Soul Exchange: an opposing monster pays for your Tribute Summon."""

from server.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Fx,
    Rule,
    Selection,
    activation,
    give,
    give_player,
    oath,
)

NAME = "Soul Exchange"


def _no_battle(fx: Fx) -> Body:
    yield give_player(Rule.NO_BATTLE_PHASE, whose=YOU)


@activation(
    NAME, target=Selection("monster", OPPONENT), cost=oath(lambda fx: fx.phase != "main2", _no_battle)
)
def resolve(fx: Fx) -> Body:
    """Target 1 monster the opponent controls; if you Tribute a monster this turn, you must use that one, as
    if you controlled it. You have no Battle Phase this turn."""
    yield give(Rule.LENT, fx.you, to=fx.targets)
