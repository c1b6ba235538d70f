"""Verbs and costs that wait for the card that needs them, lent to a monster without an effect."""

from __future__ import annotations

import pytest

from server.duel.core.effect import Body, Fx
from server.duel.script import (
    YOU,
    Cost,
    Selection,
    banish_cost,
    banish_this,
    both_costs,
    choose_place,
    damage_both,
    discard_cost,
    hand_to_deck_cost,
    lose_life,
    pay,
    return_to_deck,
    roll_die,
    take_control,
)
from shared.zones import Place
from tests.play import Cards, Game
from tests.server.duel.lent import BEARER, lend, nothing


def paying(cost: Cost, *, you: Cards) -> Game:
    return lend(Game(you), nothing, cost=cost)


# --- costs --------------------------------------------------------------------------------------------------


def test_a_cost_banishes_the_chosen_card() -> None:
    game = paying(
        banish_cost(Selection("graveyard", YOU)), you=Cards(graveyard=["Feral Imp"], monsters=[BEARER])
    )
    game.do("activate", BEARER)
    assert game.names("banished") == ["Feral Imp"]


def test_a_cost_of_banishing_needs_a_card_to_banish() -> None:
    game = paying(banish_cost(Selection("graveyard", YOU)), you=Cards(monsters=[BEARER]))
    assert not game.can("activate", BEARER)


def test_a_card_banishes_itself_from_the_graveyard() -> None:
    game = Game(Cards(graveyard=[BEARER]))
    lend(game, nothing, cost=banish_this(), zones=frozenset({"graveyard"})).do("activate", BEARER)
    assert game.names("banished") == [BEARER]


@pytest.mark.parametrize(("where", "place"), [("top", 0), ("bottom", -1)])
def test_a_card_from_the_hand_goes_back_to_the_deck(where: str, place: int) -> None:
    game = paying(hand_to_deck_cost(where), you=Cards(hand=["Feral Imp"], monsters=[BEARER]))
    game.do("activate", BEARER, "Feral Imp")
    assert game.names("deck")[place] == "Feral Imp"
    assert "Feral Imp" not in game.names("hand")


@pytest.mark.parametrize(("life", "hand", "may"), [(8000, 1, True), (400, 1, False), (8000, 0, False)])
def test_two_costs_must_both_be_payable(life: int, hand: int, may: bool) -> None:
    you = Cards(hand=["Feral Imp"] * hand, monsters=[BEARER], life=life)
    game = paying(both_costs(pay(500), discard_cost(2)), you=you)  # one more was drawn for the turn
    assert game.can("activate", BEARER) is may


def test_two_costs_are_both_paid() -> None:
    you = Cards(hand=["Feral Imp"], monsters=[BEARER])
    game = paying(both_costs(pay(500), discard_cost()), you=you).do("activate", BEARER, "Feral Imp")
    assert game.life() == 7500
    assert game.names("graveyard") == ["Feral Imp"]


# --- verbs --------------------------------------------------------------------------------------------------


def test_both_players_take_damage_at_once() -> None:
    def body(fx: Fx) -> Body:
        yield damage_both(600)

    game = lend(Game(Cards(monsters=[BEARER], life=600), Cards(life=500)), body).do("activate", BEARER)
    assert game.over == "draw lp"


def test_lost_life_points_are_no_damage() -> None:
    def body(fx: Fx) -> Body:
        yield lose_life(fx.opponent, 700)

    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert game.life(1) == 7300
    assert not game.happened("damage")


def test_a_die_shows_one_to_six_to_everybody() -> None:
    rolled: list[int] = []

    def body(fx: Fx) -> Body:
        rolled.append((yield roll_die()))

    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert rolled[0] in range(1, 7)
    assert [told.amount for told in game.happened("die")] == rolled


def test_the_player_chooses_among_zones() -> None:
    chosen: list[Place] = []

    def body(fx: Fx) -> Body:
        chosen.append((yield choose_place([Place(0, "monster", 1), Place(0, "monster", 3)])))

    lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER, zone="0:monster:3")
    assert chosen == [Place(0, "monster", 3)]


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
