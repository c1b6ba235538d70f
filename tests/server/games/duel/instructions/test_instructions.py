"""Verbs and costs that no card uses yet, lent to a monster without an effect."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import (
    YOU,
    Cost,
    hand_to_deck_cost,
    return_to_deck,
    roll_die,
    take_control,
)
from tests.play import Cards, Game
from tests.server.games.duel.lent import BEARER, do_nothing, lend


def begin_with_cost(cost: Cost, *, you: Cards) -> Game:
    return lend(Game(you), do_nothing, cost=cost)


# --- costs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "place"), [("top", 0), ("bottom", -1)])
def test_a_card_from_the_hand_goes_back_to_the_deck(where: str, place: int) -> None:
    game = begin_with_cost(hand_to_deck_cost(where), you=Cards(hand=["Feral Imp"], monsters=[BEARER]))
    game.do("activate", BEARER, "Feral Imp")
    assert game.names("deck")[place] == "Feral Imp"
    assert "Feral Imp" not in game.names("hand")


# --- verbs --------------------------------------------------------------------------------------------------


def test_a_die_shows_one_to_six_to_everybody() -> None:
    rolled: list[int] = []

    def body(fx: Fx) -> Body:
        rolled.append((yield roll_die()))

    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert rolled[0] in range(1, 7)
    assert [told.amount for told in game.happened("die")] == rolled


def test_a_card_shuffled_into_the_deck_is_somewhere_in_it() -> None:
    def body(fx: Fx) -> Body:
        yield return_to_deck(fx.cards("graveyard", YOU))

    game = lend(Game(Cards(graveyard=["Feral Imp"], monsters=[BEARER])), body).do("activate", BEARER)
    assert "Feral Imp" in game.names("deck")
    assert game.happened("shuffle")


def test_nobody_takes_control_of_what_they_control() -> None:
    took: list[bool] = []

    def body(fx: Fx) -> Body:
        took.append((yield take_control(fx.card)))

    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert took == [False]
    assert game.card(BEARER).controller == 0
