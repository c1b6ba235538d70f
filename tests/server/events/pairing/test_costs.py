"""The costs of pairs, as docs/reference/event.md writes them."""

from __future__ import annotations

from itertools import combinations

from facedown_server.events.pairing.costs import (
    BYE_INDEX,
    Entrant,
    PairingRequest,
    pair_costs,
    request_for,
    table_order,
    weights,
)
from facedown_server.events.rules import acts
from tests.server.events.evening import SECRET, Evening, play_round
from tests.server.events.pairing.histories import all_matchings, random_request, total


def request(*entrants: Entrant) -> PairingRequest:
    return PairingRequest(entrants, 3, SECRET, "pairing 1")


def test_costs_of_two_players() -> None:
    costs = pair_costs(request(Entrant(1, 6, 0, 2, (2, 2)), Entrant(2, 3, 1, 5, (1, 1))))
    assert costs[1, 2][:-1] == (0, 1, 2, 9, 2), (
        "a rematch, met twice, 3 points apart, the higher went down twice"
    )


def test_equal_players_float_nowhere() -> None:
    costs = pair_costs(request(Entrant(1, 3, 0, 2), Entrant(2, 3, 0, 5)))
    assert costs[1, 2][:-1] == (0, 0, 0, 0, 0)


def test_a_bye_is_an_opponent_a_win_below_the_last() -> None:
    costs = pair_costs(request(Entrant(1, 6, 1, 4), Entrant(2, 3), Entrant(3, 3)))
    assert costs[BYE_INDEX, 1][:-1] == (1, 0, 0, 36, 4)
    assert costs[BYE_INDEX, 2][:-1] == (0, 0, 0, 9, 0)


def test_weights_order_matchings_as_their_costs_do() -> None:
    for seed in range(60):
        asked = random_request(seed, 6)
        costs = pair_costs(asked)
        weighed = weights(costs)
        players = sorted({player for pair in costs for player in pair})
        matchings = list(all_matchings(players))
        for one, two in combinations(matchings, 2):
            lighter = sum(weighed[pair] for pair in one) > sum(weighed[pair] for pair in two)
            assert lighter == (total(costs, one) < total(costs, two)), seed


def test_a_request_tells_who_met_and_floated() -> None:
    evening = Evening(5)
    play_round(evening, [(1, 2), (3, 4)], 5, [(2, 0), (2, 0)])
    play_round(evening, [(1, 4), (3, 5)], 2, [(2, 0), (2, 0)])
    evening.do(acts.PlayerDropped(4))
    found = {one.player: one for one in request_for(evening.state, 3).entrants}
    assert found == {
        1: Entrant(1, 6, 0, 1, (2, 4)),
        2: Entrant(2, 3, 1, 1, (1,)),
        3: Entrant(3, 6, 0, 0, (4, 5)),
        5: Entrant(5, 3, 1, 1, (3,)),
    }


def test_the_first_tables_have_the_most_points() -> None:
    asked = request(Entrant(1, 0), Entrant(2, 3), Entrant(3, 6), Entrant(4, 6))
    assert table_order(asked, [(1, 2), (3, 4)])[1] == (2, 1)
