"""The pairs of a round against brute force over the same costs: 1,000 histories of up to 10 players."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown_server.events.pairing.costs import (
    BYE_INDEX,
    PairingReply,
    PairingRequest,
    pair_costs,
    request_for,
)
from facedown_server.events.pairing.matching import best_pairs
from facedown_server.events.rules import acts
from tests.server.events.evening import Evening
from tests.server.events.pairing.histories import lowest_total, random_request, total

HISTORIES = range(1000)
PARTS_COUNT = 8


def check(request: PairingRequest) -> PairingReply:
    """Hold that the pairs are possible and the best; return them."""
    reply = best_pairs(request)
    players = [player for pair in reply.pairs for player in pair] + [reply.bye] * bool(reply.bye)
    assert sorted(players) == [one.player for one in request.entrants]
    costs = pair_costs(request)
    pairs = [(min(pair), max(pair)) for pair in reply.pairs] + [(BYE_INDEX, reply.bye)] * bool(reply.bye)
    assert total(costs, pairs) == lowest_total(request, costs)
    return reply


@pytest.mark.parametrize("part", range(PARTS_COUNT))
def test_pairs_are_the_best_that_brute_force_finds(part: int) -> None:
    for seed in HISTORIES[part::PARTS_COUNT]:
        request = random_request(seed)
        reply = check(request)
        if reply.bye:
            byes = {one.player: one.byes for one in request.entrants}
            assert byes[reply.bye] == min(byes.values()), "no second bye while a player has none"


@pytest.mark.parametrize("players", [8, 9])
def test_there_is_no_rematch_while_one_can_be_avoided(players: int) -> None:
    """Eight players can play 7 rounds without a rematch; Swiss rounds of 3 never need one."""
    for seed in range(20):
        evening = Evening(players)
        for number in range(1, 4):
            asked = request_for(evening.state, number)
            reply = best_pairs(PairingRequest(asked.entrants, 3, f"{seed:02x}" * 32, asked.purpose))
            evening.do(acts.RoundPaired(number, reply.pairs, reply.bye))
            evening.results(*((2, 0) if (table + seed) % 3 else (0, 2) for table in range(len(reply.pairs))))
        met = Counter(
            frozenset((one.one, one.two)) for played in evening.state.rounds for one in played.pairings
        )
        assert max(met.values()) == 1, seed


def test_when_all_have_met_the_rematches_are_fewest_and_latest() -> None:
    evening = Evening(4)
    for number in range(1, 7):
        reply = best_pairs(request_for(evening.state, number))
        evening.do(acts.RoundPaired(number, reply.pairs, reply.bye))
        evening.results((2, 0), (2, 0))
    met = Counter(frozenset((one.one, one.two)) for played in evening.state.rounds for one in played.pairings)
    assert set(met.values()) == {2}, "each of the six pairs twice in six rounds"


def test_byes_go_round() -> None:
    evening = Evening(5)
    byes = []
    for number in range(1, 6):
        reply = best_pairs(request_for(evening.state, number))
        byes.append(reply.bye)
        evening.do(acts.RoundPaired(number, reply.pairs, reply.bye))
        evening.results((2, 0), (2, 0))
    assert sorted(byes) == [1, 2, 3, 4, 5]


def test_the_same_request_gives_the_same_pairs() -> None:
    request = random_request(7)
    assert best_pairs(request) == best_pairs(request)


def test_two_players_and_three() -> None:
    assert best_pairs(request_for(Evening(2).state, 1)).pairs in (((1, 2),), ((2, 1),))
    reply = best_pairs(request_for(Evening(3).state, 1))
    assert len(reply.pairs) == 1
    assert reply.bye
