"""The steps of a line in words: recorded as they are taken, shown while they lie ahead, read from a file."""

from __future__ import annotations

import pytest

from facedown_client.model.step_texts import StepTexts
from facedown_shared.text.language import TranslatedText


def step_lines(*words: str) -> StepTexts:
    """Return a line of a step for each of these."""
    found = StepTexts()
    for step, told in enumerate(words, 1):
        found.add_event_text(TranslatedText.for_all_languages(told))
        found.set_step(step, step)
    return found


def test_each_step_has_the_words_that_were_told_of_it() -> None:
    assert step_lines("Wren draws a card", "Wren sets a card").rows == (
        (1, "Wren draws a card"),
        (2, "Wren sets a card"),
    )


def test_steps_taken_back_stay_until_another_line_begins() -> None:
    found = step_lines("one", "two", "three")
    found.note_jump()
    found.set_step(1, 3)
    assert [number for number, _ in found.rows] == [1, 2, 3]
    found.add_event_text(TranslatedText.for_all_languages("another"))
    found.set_step(2, 2)
    assert found.rows == ((1, "one"), (2, "another"))


def test_what_passes_without_a_word_is_not_listed() -> None:
    found = step_lines("one")
    found.set_step(4, 4)
    found.add_event_text(TranslatedText.for_all_languages("five"))
    found.set_step(5, 5)
    assert found.rows == ((1, "one"), (5, "five"))


def test_beginning_again_forgets_the_line() -> None:
    found = step_lines("one", "two")
    found.note_jump()
    found.set_step(0, 0)
    assert found.rows == ()


def test_a_file_says_what_its_steps_are_and_going_through_it_changes_nothing() -> None:
    found = StepTexts()
    found.note_jump()
    found.set_step(1, 3)
    found.add_remarks({1: "draw", 2: "summon Jinzo", 3: "life -500"})
    found.note_jump()
    found.set_step(3, 3)
    assert found.rows == ((1, "Draw"), (2, "Summon Jinzo"), (3, "Life -500"))


@pytest.mark.parametrize("early", [True, False])
def test_a_line_opened_in_the_midst_keeps_its_words_until_something_else_is_done(early: bool) -> None:
    found, remarks = StepTexts(), {1: "draw", 2: "coin", 3: "life -500"}
    if early:
        found.add_remarks(remarks)
    found.note_jump()
    found.set_step(1, 3)
    if not early:
        found.add_remarks(remarks)
    assert [number for number, _ in found.rows] == [1, 2, 3]
    found.add_event_text(TranslatedText.for_all_languages("another"))
    found.set_step(2, 2)
    assert found.rows == ((1, "Draw"), (2, "another"))
    assert (found.moved, found.dropped) == (False, 2)


def test_going_through_a_line_is_moving_and_drops_nothing() -> None:
    found = step_lines("one", "two", "three")
    assert (found.moved, found.dropped) == (False, 0)
    found.note_jump()
    found.set_step(1, 3)
    assert (found.moved, found.dropped) == (True, 0)
    found.note_jump()
    found.set_step(1, 3)
    assert not found.moved, "looked at from the other side"
