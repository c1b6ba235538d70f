"""The cut: first against last, and the standings afterwards."""

from __future__ import annotations

import pytest

from facedown_server.events.rules import acts
from facedown_server.events.rules.cut import bracket_places, cut_pairs
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.standings import standings
from tests.server.events.evening import Evening, play_round
from tests.server.events.rules.test_reducer import refuse


@pytest.mark.parametrize(("size", "places"), [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_first_plays_last(size: int, places: list[int]) -> None:
    assert bracket_places(size) == places


def four_players() -> Evening:
    """Return an event after two Swiss rounds: 1 has 6 points, 2 and 3 have 3, 4 has none."""
    evening = Evening(4)
    play_round(evening, [(1, 2), (3, 4)], 0, [(2, 0), (2, 0)])
    play_round(evening, [(1, 3), (2, 4)], 0, [(2, 0), (2, 0)])
    return evening


def test_a_cut_is_played_to_its_winner() -> None:
    evening = four_players()
    first, second = cut_pairs(evening.state, 4)
    assert first[0] == 1
    assert first[1] == 4
    evening.pair(first, second, cut=True)
    evening.results((0, 2), (2, 1))
    final = cut_pairs(evening.state, 4)
    assert final == ((4, second[0]),)
    evening.pair(*final, cut=True)
    evening.results((2, 0))
    assert [row.player for row in standings(evening.state)][:2] == [4, second[0]]
    assert evening.points()[1] == 6, "the cut gives no points"
    with pytest.raises(IllegalAct):
        cut_pairs(evening.state, 4)


def test_a_cut_needs_its_players_and_results() -> None:
    evening = four_players()
    for size in (1, 8):
        with pytest.raises(IllegalAct):
            cut_pairs(evening.state, size)
    evening.pair((1, 2), (3, 4))
    with pytest.raises(IllegalAct):
        cut_pairs(evening.state, 4)


def test_only_winners_go_on_and_no_swiss_round_follows() -> None:
    evening = four_players()
    refuse(evening, acts.RoundPaired(3, ((1, 2),), 3, cut=True), Fault.BAD_PAIRS)
    evening.pair((1, 4), (2, 3), cut=True)
    evening.results((2, 0), (2, 0))
    refuse(evening, acts.RoundPaired(4, ((1, 3),), cut=True), Fault.BAD_PAIRS)
    refuse(evening, acts.RoundPaired(4, ((1, 3), (2, 4))), Fault.BAD_PAIRS)
    evening.do(acts.PlayerDropped(2))
    evening.pair((1, 2), cut=True)
