"""Lingering effects, and the players who are waited for, in words."""

from __future__ import annotations

import msgspec
import pytest

from facedown_client.model.words import text
from facedown_client.model.words.lingering_effects import (
    detail,
    effect_text,
    end_text,
    lasting_lines,
    marked_cards,
    marks_at_card,
    marks_at_player,
)
from facedown_client.model.words.phases import waiting_words
from facedown_client.model.words.phrases import event_line
from facedown_shared.tables.view import LingeringEffect, PromptNotice, View, VisibleEvent
from tests.client.views import NAMES, small_board

NO_DAMAGE = LingeringEffect("no_battle_damage", 0, 3, seats=(0,), turn=3)
NO_LOSSES = LingeringEffect("no_battle_destruction", 0, 3, turn=3)
NEGATED = LingeringEffect("negate", 1, 4, cards=(1,), turn=5, phase="end_phase")
FOR_GOOD = LingeringEffect("attack", 1, 4, cards=(5,))


def board(*rows: LingeringEffect, **changes: object) -> View:
    return msgspec.structs.replace(small_board(), lasting=rows, **changes)


def test_what_one_card_does_to_a_player_is_one_mark() -> None:
    view = board(NO_DAMAGE, NO_LOSSES, NEGATED)
    (mark,) = marks_at_player(view, 0)
    assert mark.rows == (NO_DAMAGE, NO_LOSSES)
    assert not marks_at_player(view, 1)
    assert effect_text(mark, view, NAMES) == (
        "Mystical Space Typhoon protects from battle damage;"
        " Mystical Space Typhoon protects from being destroyed in battle"
    )
    assert detail(mark, view, NAMES) == "Wren, to the end of this turn"


def test_a_card_carries_what_is_about_it_for_a_while() -> None:
    view = board(NO_DAMAGE, NEGATED, FOR_GOOD)
    assert marked_cards(view) == {1}
    (mark,) = marks_at_card(view, 1)
    assert end_text(mark, view) == "until the End Phase of turn 5"
    assert not marks_at_card(view, 5)


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("end", "to the end of this turn"),
        ("end_phase", "until the End Phase"),
        ("battle", "to the end of this Battle Phase"),
        ("attack", "to the end of this attack"),
    ],
)
def test_everything_says_until_when(phase: str, words: str) -> None:
    view = board(msgspec.structs.replace(NO_DAMAGE, phase=phase))
    assert end_text(marks_at_player(view, 0)[0], view) == words


def test_the_board_in_lines_says_it_too() -> None:
    view = board(NEGATED)
    (told,) = lasting_lines(view, NAMES)
    assert told == (
        "Ring of Destruction negates effects for a while; Gemini Elf; Halvard, until the End Phase of turn 5"
    )
    assert f"  Lasts: {told}." in text.board(view, NAMES)


def test_a_line_of_the_log_says_until_when() -> None:
    told = VisibleEvent("lasting", 0, code=3, word="no_battle_damage")
    assert event_line(told, board(NO_DAMAGE), NAMES) == (
        "Mystical Space Typhoon protects from battle damage, to the end of this turn"
    )
    assert event_line(told, board(), NAMES) == "Mystical Space Typhoon protects from battle damage"


def test_one_who_waits_hears_for_who_and_why() -> None:
    assert waiting_words(board(waiting=(PromptNotice(1, "response"),)), NAMES) == "Halvard may respond"
    assert (
        waiting_words(board(waiting=(PromptNotice(1, "search"),)), NAMES) == "Halvard looks through the Deck"
    )
    assert waiting_words(board(waiting=(PromptNotice(1, "a kind to come"),)), NAMES) == "Halvard has a prompt"


def test_nobody_waits_for_themselves_for_hands_or_after_the_end() -> None:
    assert not waiting_words(board(waiting=(PromptNotice(0, "turn"),)), NAMES)
    assert not waiting_words(board(waiting=(PromptNotice(0, "by_hand"), PromptNotice(1, "by_hand"))), NAMES)
    assert not waiting_words(board(waiting=(PromptNotice(1, "turn"),), result="0 life"), NAMES)


def test_a_changed_value_is_said_and_one_that_stayed_is_not() -> None:
    before = small_board()
    handle, seen = next((at, seen) for at, seen in before.cards.items() if seen.attack is not None)
    assert seen.attack is not None
    raised = msgspec.structs.replace(seen, attack=seen.attack + 500)
    after = msgspec.structs.replace(before, cards={**before.cards, handle: raised})
    told = VisibleEvent("lasting", 0, code=3, word="attack")
    assert event_line(told, after, NAMES, before) == (
        f"Mystical Space Typhoon changes ATK: {seen.attack} → {seen.attack + 500}"
    )
    assert event_line(told, before, NAMES, before) == ""
