"""Undo: every act of the organizer, with what changes shown first."""

from __future__ import annotations

import pytest

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import Score
from facedown_server.events.rules.course import run_log
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.standings import standings
from tests.server.events.evening import Evening, play_round
from tests.server.events.rules.test_reducer import refuse


def next_round_with_results_in() -> Evening:
    """Return round 2 of four players, in which both tables have reported by their own ways."""
    evening = Evening(4)
    play_round(evening, [(1, 2), (3, 4)], 0, [(2, 0), (2, 1)])
    evening.pair((1, 3), (2, 4))
    evening.do(acts.MatchFinished(2, 1, Score(2, 0)), "referee")
    evening.do(acts.SlipSubmitted(2, 2, (2, 4), Score(0, 2)), "slip")
    return evening


def test_next_round_is_undone_with_results_in() -> None:
    evening = next_round_with_results_in()
    preview = evening.course.preview_undo()
    assert isinstance(preview.act, acts.RoundPaired)
    assert preview.unpaired_round == 2
    assert [(one.round, one.table, one.after) for one in preview.results] == [(2, 1, None), (2, 2, None)]
    assert [type(row.act).__name__ for row in preview.lost] == ["MatchFinished", "SlipSubmitted"]
    evening.undo()
    assert evening.state == preview.state
    assert evening.state.complete_rounds == len(evening.state.rounds) == 1
    evening.pair((1, 4), (2, 3))
    assert [evening.table(table, 2).result for table in (1, 2)] == [None, None]


def test_players_who_came_or_left_meanwhile_stay_so() -> None:
    evening = next_round_with_results_in()
    evening.do(acts.PlayerDropped(4), "player")
    number = evening.register("Late", "player")
    evening.undo()
    assert evening.state.players[4].dropped
    assert evening.state.players[number].missed == 1, "round 2 was never paired for this player"


def test_an_undone_registration_gives_its_number_to_no_one() -> None:
    evening = Evening(1)
    evening.register("Typo", "organizer")
    preview = evening.course.preview_undo()
    assert preview.players == (2,)
    evening.undo()
    assert evening.register("Ben") == 3


def test_undo_goes_back_one_act_after_another() -> None:
    evening = Evening(2)
    evening.pair((1, 2))
    evening.result(1, 2, 0)
    evening.undo()
    assert evening.table(1).result is None
    evening.undo()
    assert not evening.state.rounds
    with pytest.raises(IllegalAct):
        evening.course.preview_undo()


def test_acts_of_players_are_not_undone_by_the_organizer() -> None:
    evening = Evening(2)
    assert evening.course.undoable is None
    refuse(evening, acts.Undone(1), Fault.NOT_UNDONE)
    refuse(evening, acts.Undone(0), Fault.NOT_UNDONE)


def test_a_new_link_is_not_undone() -> None:
    """Seen to fail: the old link, of a lost phone, was valid again."""
    evening = Evening(1)
    pairless = evening.course.undoable
    evening.do(acts.LinkRenewed(1))
    assert evening.state.players[1].link == 2
    assert evening.course.undoable == pairless


def test_only_the_last_act_that_stands_is_undone() -> None:
    evening = next_round_with_results_in()
    pairing = evening.course.undoable
    assert pairing is not None
    refuse(evening, acts.Undone(pairing - 1), Fault.NOT_UNDONE)
    evening.do(acts.MinutesAdded(2, 1, 3))
    refuse(evening, acts.Undone(pairing), Fault.NOT_UNDONE)


def test_a_corrected_result_is_restored() -> None:
    evening = next_round_with_results_in()
    evening.do(acts.ResultCorrected(1, 1, Score(0, 2)))
    before = standings(evening.state)
    preview = evening.course.preview_undo()
    assert [(one.round, one.table) for one in preview.results] == [(1, 1)]
    evening.undo()
    assert standings(evening.state) != before


def test_a_log_runs_again() -> None:
    evening = next_round_with_results_in()
    evening.undo()
    evening.pair((1, 4), (2, 3))
    again = run_log(evening.course.rows)
    assert again.state == evening.state
    assert (again.undoable, again.next_player, again.next_pairing) == (
        evening.course.undoable, evening.course.next_player, evening.course.next_pairing,
    )  # fmt: skip
    with pytest.raises(ValueError, match="unpack"):
        run_log([])
