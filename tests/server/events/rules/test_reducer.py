"""The reducer: players come and go; rounds, clocks and settings; what is refused changes nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import MAX_PLAYERS, AnyAct, EventLogRow
from facedown_server.events.rules.course import EventCourse
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.scoring import settings_for
from tests.server.events.evening import Evening, first_row, play_round


def refuse(evening: Evening, act: AnyAct, fault: Fault) -> None:
    """Hold that an act is refused for this reason and changes nothing."""
    before, rows = evening.state, len(evening.course.rows)
    with pytest.raises(IllegalAct) as refusal:
        evening.do(act)
    assert refusal.value.fault is fault
    assert (evening.state, len(evening.course.rows)) == (before, rows)


def test_the_same_name_gets_a_number() -> None:
    evening = Evening()
    numbers = [evening.register(name) for name in ("Anna", " anna ", "Anna")]
    assert [evening.state.players[number].name for number in numbers] == ["Anna", "anna (2)", "Anna (3)"]


def test_the_organizer_renames_a_player() -> None:
    evening = Evening(2)
    evening.do(acts.PlayerRenamed(1, "Ben"))
    evening.do(acts.PlayerRenamed(2, "BEN"))
    assert [player.name for player in evening.state.players.values()] == ["Ben (2)", "BEN"]


@pytest.mark.parametrize("name", ["", "  ", "\u202e", "x" * 25])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    refuse(Evening(), acts.PlayerRegistered(1, name), Fault.BAD_NAME)


def test_a_name_has_no_control_characters() -> None:
    evening = Evening()
    evening.register("An\x1b[31mna\u202e")
    assert evening.state.players[1].name == "An[31mna"


def test_one_who_drops_is_not_paired_and_may_return() -> None:
    evening = Evening(3)
    evening.do(acts.PlayerDropped(3), "player")
    refuse(evening, acts.PlayerDropped(3), Fault.DROPPED)
    refuse(evening, acts.RoundPaired(1, ((1, 3),)), Fault.BAD_PAIRS)
    play_round(evening, [(1, 2)], 0, [(2, 0)])
    evening.do(acts.PlayerReturned(3))
    refuse(evening, acts.PlayerReturned(3), Fault.NOT_DROPPED)
    evening.pair((1, 3), bye=2)


def test_one_who_drops_during_a_round_still_has_its_result() -> None:
    evening = Evening(2)
    evening.pair((1, 2))
    evening.do(acts.PlayerDropped(2), "player")
    evening.result(1, 2, 0)
    assert evening.points() == {1: 3, 2: 0}


def test_a_dead_phone_gets_a_new_link() -> None:
    evening = Evening(1)
    evening.do(acts.LinkRenewed(1))
    assert evening.state.players[1].link == 2


def test_a_player_calls_the_organizer() -> None:
    evening = Evening(1)
    evening.do(acts.OrganizerCalled(1), "player")
    assert evening.state.players[1].calls
    evening.do(acts.CallAnswered(1))
    assert not evening.state.players[1].calls


@pytest.mark.parametrize(
    ("pairs", "bye"),
    [
        ([(1, 2)], 0), ([(1, 2), (3, 4)], 0), ([(1, 2), (3, 4)], 4), ([(1, 1), (3, 4)], 5), ([], 5),
        ([(1, 2), (3, 9)], 5),
    ],
)  # fmt: skip
def test_pairs_hold_every_player_once(pairs: list[tuple[int, int]], bye: int) -> None:
    refuse(Evening(5), acts.RoundPaired(1, tuple(pairs), bye), Fault.BAD_PAIRS)


def test_a_round_begins_when_all_results_are_in() -> None:
    evening = Evening(4)
    evening.pair((1, 2), (3, 4))
    evening.result(1, 2, 0)
    refuse(evening, acts.RoundPaired(2, ((1, 3), (2, 4))), Fault.RESULTS_MISSING)
    refuse(evening, acts.EventFinished(), Fault.RESULTS_MISSING)
    evening.result(2, 2, 1)
    refuse(evening, acts.RoundPaired(1, ((1, 3), (2, 4))), Fault.BAD_PAIRS)
    evening.pair((1, 3), (2, 4))


def test_one_player_alone_is_no_event() -> None:
    refuse(Evening(1), acts.RoundPaired(1, (), 1), Fault.TOO_FEW_PLAYERS)


@pytest.mark.parametrize(("late", "points"), [("losses", 0), ("byes", 6)])
def test_late_arrivals_have_losses_or_byes_for_missed_rounds(late: acts.Late, points: int) -> None:
    evening = Evening(2, replace(settings_for("konami"), late=late))
    play_round(evening, [(1, 2)], 0, [(2, 0)])
    play_round(evening, [(1, 2)], 0, [(2, 0)])
    number = evening.register("Late")
    assert evening.state.players[number].missed == 2
    assert evening.points()[number] == points


def test_a_clock_starts_pauses_and_goes_on() -> None:
    evening = Evening(2)
    refuse(evening, acts.ClockStarted(1), Fault.OLD_ROUND)
    evening.pair((1, 2))
    refuse(evening, acts.ClockPaused(1), Fault.CLOCK_STOPPED)
    for at_s, act in ((100, acts.ClockStarted(1)), (160, acts.ClockPaused(1)), (400, acts.ClockResumed(1))):
        evening.course.append(EventLogRow(at_s, "organizer", act))
    refuse(evening, acts.ClockStarted(1), Fault.CLOCK_RUNS)
    refuse(evening, acts.ClockResumed(1), Fault.CLOCK_RUNS)
    assert evening.state.rounds[-1].clock.elapsed_s(430) == 90


def test_minutes_are_added_to_one_table() -> None:
    evening = Evening(4)
    evening.pair((1, 2), (3, 4))
    evening.do(acts.MinutesAdded(1, 2, 3))
    evening.do(acts.MinutesAdded(1, 2, 2))
    assert (evening.table(1).added_minutes, evening.table(2).added_minutes) == (0, 5)
    refuse(evening, acts.MinutesAdded(1, 7, 3), Fault.NO_SUCH_TABLE)
    refuse(evening, acts.MinutesAdded(1, 1, 0), Fault.BAD_SETTING)
    refuse(evening, acts.MinutesAdded(2, 1, 3), Fault.OLD_ROUND)


def test_settings_can_change() -> None:
    evening = Evening(2)
    evening.do(acts.SettingsChanged(replace(evening.state.settings, rounds=4)))
    assert evening.state.settings.rounds == 4
    for wrong in ({"best_of": 2}, {"cut": 3}, {"rounds": 99}, {"minutes": 0}, {"points": acts.Points(1, 2)}):
        refuse(evening, acts.SettingsChanged(replace(evening.state.settings, **wrong)), Fault.BAD_SETTING)


def test_a_finished_event_takes_corrections_alone() -> None:
    evening = Evening(2)
    play_round(evening, [(1, 2)], 0, [(2, 0)])
    evening.do(acts.EventFinished())
    refuse(evening, acts.PlayerRegistered(3, "Late"), Fault.FINISHED)
    evening.do(acts.ResultCorrected(1, 1, acts.Score(0, 2)))
    assert evening.points() == {2: 3, 1: 0}


def test_players_that_are_not_there_are_refused() -> None:
    evening = Evening(1)
    for act in (
        acts.PlayerDropped(2),
        acts.PlayerRenamed(2, "X"),
        acts.LinkRenewed(2),
        acts.OrganizerCalled(2),
    ):
        refuse(evening, act, Fault.NO_SUCH_PLAYER)
    refuse(evening, acts.PlayerRegistered(1, "Again"), Fault.NO_SUCH_PLAYER)


def test_a_room_has_its_limit() -> None:
    evening = Evening(MAX_PLAYERS)
    refuse(evening, acts.PlayerRegistered(MAX_PLAYERS + 1, "One more"), Fault.TOO_MANY_PLAYERS)


def test_a_log_begins_with_its_event() -> None:
    with pytest.raises(IllegalAct):
        EventCourse(EventLogRow(0, "player", acts.PlayerRegistered(1, "Anna")))
    with pytest.raises(IllegalAct):
        EventCourse(first_row(name=" "))
    refuse(Evening(), first_row().act, Fault.NOT_UNDONE)
