"""Prompts without a card, and generic words where the database has a line, are counted."""

from __future__ import annotations

from typing import Any

import pytest

from facedown_server.games.edopro.locations import GRAVEYARD_FLAG, HAND_FLAG
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.trigger_windows import ONE_TRIGGER_CODE
from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_shared.protocol.messages import Option
from facedown_shared.text.words import LINE, NOTHING, Words, words
from proofs.core.named_prompts import NamedPrompts
from tests.server.games.edopro.test_cut import ONE, OPEN, OWNER_SEAT_INDEX, spot, truth

LINES = {OPEN: ("", "Draw 1 card"), ONE: ("Destroy it",)}
YES_OR_NO = (Option("yes"), Option("no"))


def judge_prompt(message: Any, prompt: SeatPrompt) -> NamedPrompts:
    named = NamedPrompts(lambda code: LINES.get(code, ()))
    named.note(message)
    named.judge(prompt, truth(ONE).state)
    return named


def prompt(text: Words, *options: Option, seat: int = OWNER_SEAT_INDEX, **more: Any) -> SeatPrompt:
    made = [(str(number), option) for number, option in enumerate(options)]
    return SeatPrompt(seat, 1, PromptKind.CHOICE, text, lambda: made, **more)


@pytest.mark.parametrize("known", [{}, {"card": 3}, {"code": OPEN}])
def test_a_question_without_a_card_is_counted(known: dict[str, int]) -> None:
    found = judge_prompt(
        asked.SelectYes(OWNER_SEAT_INDEX, 30), prompt(words("go_on_attacking"), *YES_OR_NO, **known)
    )
    assert found.without_card.total() == (not known)
    assert found.count == 1


def test_options_that_are_cards_name_them_and_a_window_without_a_choice_needs_none() -> None:
    card, done = Option("choose", 5), Option("done")
    assert not judge_prompt(asked.SelectYes(OWNER_SEAT_INDEX, 30), prompt(NOTHING, card, done)).without_card
    assert judge_prompt(asked.SelectYes(OWNER_SEAT_INDEX, 30), prompt(NOTHING, Option("pass"))).count == 0


@pytest.mark.parametrize(
    ("text", "seat", "said", "general"),
    [
        (OPEN << 20 | 1, OWNER_SEAT_INDEX, words("use_the_effect"), 1),
        (OPEN << 20 | 1, OWNER_SEAT_INDEX, words(LINE, OPEN, 1, NOTHING), 0),
        (OPEN << 20, OWNER_SEAT_INDEX, words("use_the_effect"), 0),
        (ONE << 20, 1 - OWNER_SEAT_INDEX, words("use_the_effect"), 0),
        (ONE << 20, OWNER_SEAT_INDEX, words("use_the_effect"), 1),
    ],
)
def test_general_words_are_counted_where_the_database_has_a_line_to_be_read(
    text: int, seat: int, said: Words, general: int
) -> None:
    found = judge_prompt(asked.SelectYes(seat, text), prompt(said, *YES_OR_NO, seat=seat, code=OPEN))
    assert found.general.total() == general


def test_lines_of_options_and_within_other_words_count_as_said() -> None:
    rows = (asked.Chainable(OPEN, spot(GRAVEYARD_FLAG), OPEN << 20 | 1, 0),)
    message = asked.SelectChain(OWNER_SEAT_INDEX, 0, 0, 0, 0, rows)
    option = Option("activate", 4, words=words("two", words(LINE, OPEN, 1, NOTHING), NOTHING))
    assert not judge_prompt(message, prompt(NOTHING, option, Option("pass"))).general
    assert judge_prompt(message, prompt(NOTHING, Option("activate", 4), Option("pass"))).general
    trigger = asked.SelectEffect(OWNER_SEAT_INDEX, ONE, spot(HAND_FLAG), ONE_TRIGGER_CODE)
    assert not judge_prompt(trigger, prompt(NOTHING, *YES_OR_NO, card=4)).general
