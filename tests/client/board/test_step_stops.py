"""Undo and Redo go from answer to answer, and through an opened line step by step."""

from __future__ import annotations

from facedown_client.board.step_stops import StepStops


def walk(stops: StepStops, step: int, steps: int, direction: int, count: int) -> list[int]:
    """Return the steps that so many presses lead to."""
    found = []
    for _ in range(count):
        step = stops.next_stop(step, steps, direction)
        found.append(step)
    return found


def test_without_an_answer_every_step_is_a_stop() -> None:
    stops = StepStops()
    assert walk(stops, 5, 9, -1, 2) == [4, 3]
    assert walk(stops, 5, 9, 1, 2) == [6, 7]


def test_automatic_passes_are_skipped_in_a_line_that_was_seen() -> None:
    stops = StepStops()
    for step in (2, 5, 9):
        stops.note_answer(step, seen=step)
    assert walk(stops, 12, 12, -1, 4) == [9, 5, 2, 0]
    assert walk(stops, 0, 12, 1, 4) == [2, 5, 9, 12]


def test_after_an_act_in_an_opened_line_undo_goes_on_step_by_step() -> None:
    """Seen to fail: the second Undo went to the beginning, over 200 steps."""
    stops = StepStops()
    stops.note_answer(200, seen=0)
    stops.note_answer(203, seen=3)
    assert walk(stops, 205, 205, -1, 5) == [203, 200, 199, 198, 197]
    assert walk(stops, 198, 205, 1, 4) == [199, 200, 203, 205]


def test_an_answer_in_the_middle_of_an_opened_line_replaces_its_rest() -> None:
    stops = StepStops()
    stops.note_answer(60, seen=0)
    stops.note_answer(64, seen=4)
    assert walk(stops, 66, 66, -1, 3) == [64, 60, 59]
    stops.note_answer(40, seen=6)
    assert walk(stops, 42, 42, -1, 3) == [40, 39, 38]
    assert walk(stops, 38, 42, 1, 3) == [39, 40, 42]


def test_a_line_that_begins_again_has_no_unseen_steps() -> None:
    stops = StepStops()
    stops.note_answer(200, seen=0)
    stops.clear()
    stops.note_answer(3, seen=203)
    assert walk(stops, 5, 5, -1, 2) == [3, 0]
