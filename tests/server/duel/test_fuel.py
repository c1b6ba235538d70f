"""Law 8: an answer has fuel. A card that loops for ever ends its own duel, loudly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.duel.effect import Body, Fx
from server.duel.engine import OutOfFuel
from server.duel.wishes import gain_life
from tests.play import Cards, Game, code


def endless(fx: Fx) -> Body:
    while True:
        yield gain_life(fx.you, 1)


def test_an_endless_loop_of_effects_runs_out_of_fuel() -> None:
    game = Game(Cards(hand=["Pot of Greed"]))
    script = game.duel.scripts[code("Pot of Greed")]
    looping = replace(script, effects=[replace(script.effects[0], body=endless)])
    game.duel.scripts = {**game.duel.scripts, code("Pot of Greed"): looping}
    with pytest.raises(OutOfFuel):
        game.do("activate", "Pot of Greed")
