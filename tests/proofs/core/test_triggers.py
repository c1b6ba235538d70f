"""What is counted of a guided trigger; the engine itself is brought by the host."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_server.table import ops
from facedown_server.table.state import Card, State
from facedown_shared.protocol.asking import About
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import words
from proofs.core.triggers import (
    DRAW_CODE,
    TO_HAND_CODE,
    HandTrigger,
    TriggerFigures,
    Windows,
    answer_to,
    count_window,
)
from tests.server.games.edopro import mini

OWN = About("chain_resolved", 0)


def card() -> Card:
    state = State(TABLES["master"])
    made = ops.create(state, mini.pool()[mini.GUARD_PASSCODE], 0)
    ops.place_card(state, made, Place(0, "hand"))
    return made


def window(card: Card, *, special: bool) -> SeatPrompt:
    options = [(f"activate:{card.id}", Option("activate")), ("pass", Option("pass"))]
    return SeatPrompt(
        0, 1, PromptKind.RESPONSE, words("respond_chain_resolved"), lambda: options, default=("pass",),
        about=OWN, named=lambda: special,
    )  # fmt: skip


@pytest.mark.parametrize(("special", "smart"), [(True, 1), (False, 0)])
def test_a_window_that_smart_passes_is_counted_against_it(special: bool, smart: int) -> None:
    held, windows = card(), Windows()
    count_window(window(held, special=special), {held.id: held}, mini.GUARD_PASSCODE, windows)
    assert (windows.able, windows.smart, windows.old) == (1, smart, 0)
    assert windows.passed_windows == 1 - smart
    count_window(window(held, special=special), {held.id: held}, mini.WALKER_PASSCODE, windows)
    assert windows.able == 1, "another card's"
    assert answer_to(window(held, special=special), {held.id: held}) == ("pass",)


@pytest.mark.parametrize(
    ("kind", "place", "event", "counts"),
    [
        (0x81, 0x2, 1014, True),
        (0x81, 0, TO_HAND_CODE, True),
        (0x81, 0, DRAW_CODE, True),
        (0x82, 0, TO_HAND_CODE, False),
        (0x81, 0x4, 1014, False),
        (0x82, 0x12, 1014, True),
    ],
)
def test_which_triggers_are_in_the_hand(kind: int, place: int, event: int, counts: bool) -> None:
    assert HandTrigger(mini.GUARD_PASSCODE, 1, kind, place, event).is_in_hand == counts


@pytest.mark.parametrize(
    ("driven", "old", "enough"), [(330, 300, True), (329, 300, False), (400, 299, False)]
)
def test_too_few_are_no_proof(driven: int, old: int, enough: bool) -> None:
    assert TriggerFigures(driven=driven, old_failed=old).is_enough == enough
