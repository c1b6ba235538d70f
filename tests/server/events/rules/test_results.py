"""Results: phones, slips, the organizer, referees and penalties; what a score is worth when time is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import Outcome, Score
from facedown_server.events.rules.faults import Fault
from facedown_server.events.rules.results import outcome_of
from facedown_server.events.rules.scoring import PROCEDURES, settings_for
from tests.server.events.evening import Evening, play_round
from tests.server.events.rules.test_reducer import refuse


def two_tables() -> Evening:
    """Return an event with two tables in round 1."""
    evening = Evening(4)
    evening.pair((1, 2), (3, 4))
    return evening


def test_two_phones_that_agree_give_the_result() -> None:
    evening = two_tables()
    evening.do(acts.ResultClaimed(1, 1, Score(2, 1)), "player")
    assert evening.table(1).result is None
    evening.do(acts.ResultClaimed(1, 2, Score(1, 2)), "player")
    result = evening.table(1).result
    assert result is not None
    assert (result.score, result.outcome, result.source) == (Score(2, 1), "one", "phones")
    refuse(evening, acts.ResultClaimed(1, 2, Score(2, 0)), Fault.HAS_RESULT)


def test_two_phones_that_contradict_wait_for_the_organizer() -> None:
    evening = two_tables()
    evening.do(acts.ResultClaimed(1, 1, Score(2, 1)), "player")
    evening.do(acts.ResultClaimed(1, 2, Score(2, 1)), "player")
    assert evening.table(1).is_disputed
    evening.result(1, 1, 2)
    assert not evening.table(1).is_disputed
    result = evening.table(1).result
    assert result is not None
    assert result.outcome == "two"


def test_a_phone_can_change_its_mind() -> None:
    evening = two_tables()
    for score in (Score(2, 1), Score(2, 0)):
        evening.do(acts.ResultClaimed(1, 3, score), "player")
    evening.do(acts.ResultClaimed(1, 4, Score(0, 2)), "player")
    result = evening.table(2).result
    assert result is not None
    assert result.score == Score(2, 0)


def test_a_phone_speaks_for_its_own_table_and_round() -> None:
    evening = Evening(5)
    refuse(evening, acts.ResultClaimed(1, 1, Score(2, 0)), Fault.OLD_ROUND)
    evening.pair((1, 2), (3, 4), bye=5)
    refuse(evening, acts.ResultClaimed(2, 1, Score(2, 0)), Fault.OLD_ROUND)
    refuse(evening, acts.ResultClaimed(1, 5, Score(2, 0)), Fault.NOT_AT_TABLE)
    refuse(evening, acts.ResultClaimed(1, 9, Score(2, 0)), Fault.NOT_AT_TABLE)


def test_a_slip_is_valid_with_both_names() -> None:
    evening = two_tables()
    refuse(evening, acts.SlipSubmitted(1, 1, (1, 3), Score(2, 0)), Fault.NOT_AT_TABLE)
    evening.do(acts.SlipSubmitted(1, 1, (2, 1), Score(2, 0)), "slip")
    result = evening.table(1).result
    assert result is not None
    assert (result.score, result.outcome, result.source) == (Score(0, 2), "two", "slip")
    refuse(evening, acts.SlipSubmitted(1, 1, (1, 2), Score(2, 0)), Fault.HAS_RESULT)
    refuse(evening, acts.SlipSubmitted(2, 1, (1, 2), Score(2, 0)), Fault.OLD_ROUND)


def test_a_referee_may_report_any_number_of_times() -> None:
    evening = two_tables()
    for score in (Score(2, 0), Score(2, 0), Score(0, 2)):
        evening.do(acts.MatchFinished(1, 2, score), "referee")
    assert evening.table(2).result == evening.table(2).result
    result = evening.table(2).result
    assert result is not None
    assert (result.score, result.source) == (Score(2, 0), "referee")


def test_a_match_of_a_pairing_that_was_undone_counts_nowhere() -> None:
    evening = two_tables()
    evening.undo()
    evening.pair((1, 3), (2, 4))
    refuse(evening, acts.MatchFinished(1, 1, Score(2, 0)), Fault.OLD_ROUND)
    evening.do(acts.MatchFinished(2, 1, Score(2, 0)), "referee")


def test_a_correction_changes_points_and_pairs_nothing() -> None:
    evening = two_tables()
    evening.results((2, 0), (2, 1))
    refuse(evening, acts.ResultCorrected(3, 1, Score(2, 0)), Fault.NO_SUCH_ROUND)
    evening.pair((1, 3), (2, 4))
    pairs = [(one.one, one.two) for one in evening.state.rounds[1].pairings]
    evening.do(acts.ResultCorrected(1, 1, Score(0, 2)))
    assert [(one.one, one.two) for one in evening.state.rounds[1].pairings] == pairs
    assert evening.points() == {2: 3, 3: 3, 1: 0, 4: 0}
    refuse(evening, acts.ResultCorrected(2, 1, Score(2, 0)), Fault.NO_RESULT)


def test_penalties_for_one_who_does_not_come() -> None:
    evening = two_tables()
    evening.do(acts.PenaltyGiven(1, 1, 2, "warning"))
    evening.do(acts.PenaltyGiven(1, 1, 2, "game loss"))
    assert evening.table(1).result is None
    evening.do(acts.PenaltyGiven(1, 1, 2, "match loss"))
    assert evening.table(1).penalties == ((2, "warning"), (2, "game loss"), (2, "match loss"))
    result = evening.table(1).result
    assert result is not None
    assert (result.score, result.outcome, result.source) == (Score(2, 0), "one", "penalty")
    refuse(evening, acts.PenaltyGiven(1, 1, 3, "warning"), Fault.NOT_AT_TABLE)


def test_both_lose_if_neither_comes() -> None:
    evening = two_tables()
    for player in (3, 4):
        evening.do(acts.PenaltyGiven(1, 2, player, "match loss"))
    result = evening.table(2).result
    assert result is not None
    assert (result.score, result.outcome) == (Score(0, 0), "both lose")


@pytest.mark.parametrize(
    ("procedure", "score", "outcome"),
    [
        ("konami", (2, 0), "one"), ("konami", (1, 2), "two"), ("konami", (1, 0), "both lose"),
        ("konami", (1, 1), "both lose"), ("konami", (0, 0), "both lose"),
        ("blitz", (1, 0), "one"), ("blitz", (0, 0), "draw"),
        ("friendly", (1, 0), "one"), ("friendly", (0, 1), "two"), ("friendly", (1, 1), "draw"),
    ],
)  # fmt: skip
def test_what_a_score_is_worth_at_time(procedure: str, score: tuple[int, int], outcome: Outcome) -> None:
    """Konami: two wins win, else both lose. Flesh and Blood: a draw. Friendly: more wins, else a draw."""
    settings = replace(
        settings_for("konami"),
        undecided=PROCEDURES[procedure].undecided,
        best_of=1 if procedure == "blitz" else 3,
    )
    assert outcome_of(settings, Score(*score)) == outcome


@pytest.mark.parametrize("score", [(3, 0), (2, 2), (-1, 2)])
def test_a_score_that_no_match_has_is_refused(score: tuple[int, int]) -> None:
    evening = two_tables()
    refuse(evening, acts.ResultEntered(1, 1, Score(*score)), Fault.BAD_SCORE)
    refuse(evening, acts.ResultClaimed(1, 1, Score(*score)), Fault.BAD_SCORE)


def test_the_organizer_can_name_the_outcome() -> None:
    evening = two_tables()
    evening.result(1, 1, 1, "draw")
    evening.result(2, 1, 1)
    assert evening.points() == {1: 1, 2: 1, 3: 0, 4: 0}


def test_a_bye_has_no_table() -> None:
    evening = Evening(3)
    evening.pair((1, 2), bye=3)
    refuse(evening, acts.ResultEntered(1, 0, Score(0, 2)), Fault.NO_SUCH_TABLE)
    refuse(evening, acts.ResultEntered(1, 2, Score(0, 2)), Fault.NO_SUCH_TABLE)


def test_the_cut_has_a_winner_at_every_table() -> None:
    evening = Evening(4)
    play_round(evening, [(1, 2), (3, 4)], 0, [(2, 0), (2, 0)])
    evening.pair((1, 3), cut=True)
    refuse(evening, acts.ResultEntered(2, 1, Score(1, 1)), Fault.BAD_SCORE)
    evening.result(1, 2, 1)
