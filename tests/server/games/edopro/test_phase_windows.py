"""The windows of a phase do not disclose who has something to activate (law 4); with messages of our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from facedown_server.games.edopro.locations import (
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    SPELLS_FLAG,
    Places,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import PhaseWindows, can_begin_effect
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.refereeing.prompts import DuelPrompt
from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import Pace, is_auto_passed
from facedown_server.runtime.world import SeededWorld
from facedown_server.table import ops
from facedown_server.table.state import State
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place, Seat
from tests.server.games.edopro import mini

SPOT = CoreSpot(1, HAND_FLAG, 0, 8)
STANDBY_CODE, END_CODE = 21, 26


def duel(holders: Sequence[Seat]) -> Mirror:
    """Return turn 1 of seat 0; these seats hold two cards."""
    state, pool = State(TABLES["master"]), mini.pool()
    mirror = Mirror(state, pool, Places(state.table, 0))
    for seat in holders:
        cards = [ops.create(state, pool[code], seat) for code in (mini.BURNER_PASSCODE, mini.WALKER_PASSCODE)]
        for card in cards:
            ops.place_card(state, card, Place(seat, "hand"))
        mirror.cards.set_pile(seat, HAND_FLAG, cards)
    return mirror


def window(player: int, moment: int) -> list[Any]:
    """Return the core's question to a player in a phase, with the cards that could be activated."""
    effect = asked.Chainable(mini.BURNER_PASSCODE, SPOT, 0, 0)
    return [said.Hint(1, player, moment), asked.SelectChain(player, 0, 0, 0, 0, (effect,))]


def prompts_by_phase(mirror: Mirror, told: Sequence[Any]) -> list[tuple[str, Seat]]:
    """Return who is prompted in which phase: by us alone, or by the core."""
    windows, found = PhaseWindows(mirror), []
    for message in told:
        for prompt in mirror.apply_messages([message], (), windows.open_before):
            assert isinstance(prompt, DuelPrompt)
            assert [offer.key for offer in prompt.options().offers_by_key().values()] == ["pass"]
            found.append((mirror.state.phase, prompt.seat))
        if isinstance(message, asked.SelectChain):
            found.append((mirror.state.phase, mirror.places.seat(message.player)))
    return found


def turn(*, standby: Sequence[Any] = (), end: Sequence[Any] = ()) -> list[Any]:
    """Return the messages of a turn without a battle."""
    start = [said.NewTurn(0), said.NewPhase(0x1), said.NewPhase(0x2)]
    return [*start, *standby, said.NewPhase(0x4), said.NewPhase(0x200), *end, said.NewTurn(1)]


@pytest.mark.parametrize("able", [(), (0,), (1,), (0, 1)])
def test_who_can_respond_in_a_phase_is_asked_as_who_cannot(able: tuple[int, ...]) -> None:
    standby = [one for player in able for one in window(player, STANDBY_CODE)]
    end = [one for player in able for one in window(player, END_CODE)]
    expected = [(phase, seat) for phase in ("draw", "standby", "end") for seat in (0, 1)]
    assert prompts_by_phase(duel((0, 1)), turn(standby=standby, end=end)) == expected


def test_who_has_nothing_hidden_is_not_asked() -> None:
    assert prompts_by_phase(duel((1,)), turn()) == [("draw", 1), ("standby", 1), ("end", 1)]


def test_after_something_was_used_both_may_respond_to_the_phase_again() -> None:
    mirror = duel((0, 1))
    used = [
        *window(1, STANDBY_CODE),
        said.Chaining(mini.BURNER_PASSCODE, SPOT, 1, HAND_FLAG, 0, 0, 1),
        said.ChainEnd(),
    ]
    asked_of = [seat for phase, seat in prompts_by_phase(mirror, turn(standby=used)) if phase == "standby"]
    assert asked_of == [0, 1, 1, 0]


def test_cards_too_many_are_discarded_after_the_end_phase_was_passed() -> None:
    discard = [said.Hint(3, 0, 501), asked.SelectCard(0, 0, 1, 1, ())]
    told = [said.NewTurn(0), said.NewPhase(0x200), *discard]
    assert prompts_by_phase(duel((0, 1)), told) == [("end", 0), ("end", 1)]


def test_the_battle_phase_is_responded_to_at_its_beginning_and_at_its_end() -> None:
    battle = asked.SelectBattle(0, (), (), 1, 1)
    told = [said.NewTurn(0), said.NewPhase(0x8), battle, battle, said.NewPhase(0x100)]
    assert prompts_by_phase(duel((0, 1)), told) == [("battle", 0), ("battle", 1)] * 2


def test_the_window_at_the_end_of_a_battle_says_so() -> None:
    mirror, battle = duel((1,)), asked.SelectBattle(0, (), (), 1, 1)
    told = [said.NewTurn(0), said.NewPhase(0x8), battle, said.NewPhase(0x100)]
    windows = PhaseWindows(mirror)
    prompts = [one for message in told for one in mirror.apply_messages([message], (), windows.open_before)]
    found = [one.about and one.about.what for one in prompts if isinstance(one, DuelPrompt)]
    assert found == ["battle_begins", "battle_ends"]


def test_such_a_window_is_passed_at_a_time_like_that_of_any_other() -> None:
    mirror = duel((1,))
    told = [said.NewTurn(0), said.NewPhase(0x1), said.NewPhase(0x2)]
    windows = PhaseWindows(mirror)
    prompts = [one for message in told for one in mirror.apply_messages([message], (), windows.open_before)]
    (prompt,) = prompts
    assert isinstance(prompt, DuelPrompt)
    ask = SeatPrompt(prompt.seat, 1, prompt.kind, prompt.text, lambda: (), default=prompt.default)
    assert prompt.kind is PromptKind.RESPONSE
    assert is_auto_passed(ask, "able")
    assert 5.0 < Pace(SeededWorld(clock=lambda: 5.0), "quick").due_time(ask, 5.0) <= 5.16


CARRIED = said.CardMoved(
    mini.BURNER_PASSCODE, CoreSpot(0, HAND_FLAG, 0, 8), CoreSpot(0, GRAVEYARD_FLAG, 0, 5), 0x40
)
"""What a phase carries out by itself, in public."""


def course(calls: Sequence[Sequence[Any]]) -> list[str]:
    """Return who is prompted in an End Phase, and when something happens. Each call has the messages up to
    the core's next question.
    """
    mirror, found = duel((0, 1)), list[str]()
    windows = PhaseWindows(mirror)
    for call in calls:
        windows.expect(call)
        for message in call:
            for prompt in mirror.apply_messages([message], (), windows.open_before):
                assert isinstance(prompt, DuelPrompt)
                found.append(f"seat {prompt.seat} is asked")
            if isinstance(message, asked.SelectChain) and not message.special and message.effects:
                found.append(f"seat {mirror.places.seat(message.player)} is asked")
            elif isinstance(message, said.CardMoved | said.CancelTarget):
                found.append("it happens")
    return found


START: list[Any] = [said.NewTurn(0), said.NewPhase(0x200)]
NOTHING = asked.SelectChain(0, 1, 0, 0, 0, ())
"""Fast effects after an event: here neither player gets a prompt for them."""
ENDS: list[Any] = [said.NewTurn(1)]


def optional_effect_question(player: int) -> list[Any]:
    """Return the question for an effect that applies by itself, where this player could activate another,
    too.
    """
    rows = (
        asked.Chainable(mini.BURNER_PASSCODE, SPOT, 0, 0),
        asked.Chainable(mini.GUARD_PASSCODE, SPOT, 0, 1),
    )
    return [said.Hint(1, player, END_CODE), asked.SelectChain(player, 1, 1, 0, 0, rows)]


@pytest.mark.parametrize(
    "calls",
    [
        [[*START, CARRIED, NOTHING], ENDS],
        [[*START, *window(0, END_CODE)], [CARRIED, NOTHING], ENDS],
        [[*START, CARRIED, NOTHING], window(1, END_CODE), ENDS],
        [[*START, *window(0, END_CODE)], [CARRIED, NOTHING], window(1, END_CODE), window(0, END_CODE), ENDS],
        [[*START, *optional_effect_question(0)], [CARRIED, NOTHING], window(0, END_CODE), ENDS],
        [
            [*START, *window(0, END_CODE)],
            optional_effect_question(1),
            [CARRIED, NOTHING],
            window(1, END_CODE),
            ENDS,
        ],
    ],
)
def test_what_a_phase_carries_out_by_itself_comes_at_the_same_time_those_who_can_respond(
    calls: Sequence[Sequence[Any]],
) -> None:
    asked_of = ["seat 0 is asked", "it happens", *(f"seat {seat} is asked" for seat in (0, 1, 0))]
    assert course(calls) == asked_of


@pytest.mark.parametrize("able", [(), (0,), (1,), (0, 1)])
def test_what_ends_with_a_phase_ends_after_its_windows(able: Sequence[int]) -> None:
    over = said.CancelTarget(CoreSpot(0, SPELLS_FLAG, 0, 5), CoreSpot(0, MONSTERS_FLAG, 0, 1))
    asks = [window(player, END_CODE) for player in able]
    calls = [[*START, *asks[0]], *asks[1:], [over, *ENDS]] if asks else [[*START, over, *ENDS]]
    assert course(calls) == ["seat 0 is asked", "seat 1 is asked", "it happens"]


def test_an_activation_is_nothing_that_a_phase_carries_out() -> None:
    """A Set card is flipped first, or one is played from the hand."""
    turned = said.PositionChange(mini.BURNER_PASSCODE, CoreSpot(1, SPELLS_FLAG, 0, 0), 8, 5)
    placed = said.CardMoved(
        mini.DRAWER_PASSCODE, CoreSpot(1, HAND_FLAG, 0, 8), CoreSpot(1, SPELLS_FLAG, 0, 5), 0
    )
    assert not can_begin_effect(turned)
    assert not can_begin_effect(placed)
    assert can_begin_effect(CARRIED)
