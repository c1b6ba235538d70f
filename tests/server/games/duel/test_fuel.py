"""Law 8: an answer has fuel. Effects that would go on for ever make their duel a draw."""

from __future__ import annotations

from dataclasses import replace

from facedown_server.games.duel.core.duel import MAX_OPERATIONS_PER_ANSWER
from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.instructions import gain_life
from tests.play import Cards, Game, code
from tests.rules import rule


def run_endlessly(fx: Fx) -> Body:
    while True:
        yield gain_life(fx.you, 1)


@rule("GAP-25")
def test_an_endless_loop_of_effects_is_a_draw() -> None:
    game = Game(Cards(hand=["Pot of Greed"]))
    script = game.duel.scripts[code("Pot of Greed")]
    looping = replace(script, effects=[replace(script.effects[0], body=run_endlessly)])
    game.duel.scripts = {**game.duel.scripts, code("Pot of Greed"): looping}
    game.do("activate", "Pot of Greed")
    assert game.over == "draw loop"
    assert 0 < len(game.happened("life")) <= MAX_OPERATIONS_PER_ANSWER
