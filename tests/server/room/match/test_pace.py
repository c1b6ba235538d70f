"""Due times depend on public facts alone; windows close by themselves only where they may."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import MAX_PAUSE_PER_TURN_S, SPANS, Pace, is_auto_passed
from facedown_server.runtime.world import SeededWorld
from facedown_shared.protocol.messages import Option
from facedown_shared.text.words import words

PASS = ("pass", Option("pass"))
ACTIVATE = ("activate", Option("activate"))


def window(*more: tuple[str, Option], possible: bool = True) -> SeatPrompt:
    return SeatPrompt(
        0,
        1,
        PromptKind.RESPONSE,
        words("plain", "respond"),
        lambda: (PASS, *more),
        possible=possible,
        default=("pass",),
    )


def make_world() -> SeededWorld:
    return SeededWorld(clock=lambda: 0.0)


@pytest.mark.parametrize("setting", ["quick", "careful"])
def test_due_lies_within_the_span_of_the_setting(setting: str) -> None:
    pace = Pace(make_world(), setting)
    shortest, longest = SPANS[setting]
    drawn = []
    for turn in range(50):
        pace.begin_turn(turn)
        drawn.append(pace.due_time(window(), 100.0) - 100.0)
    assert shortest <= min(drawn) < max(drawn) <= longest


@pytest.mark.parametrize("setting", ["quick", "careful"])
def test_the_windows_of_a_turn_cost_three_seconds_at_most(setting: str) -> None:
    pace = Pace(make_world(), setting)
    for turn in (1, 2):
        pace.begin_turn(turn)
        drawn = [pace.due_time(window(), 0.0) for _ in range(200)]
        assert 2.5 < sum(drawn) < MAX_PAUSE_PER_TURN_S
        assert min(drawn) > 0
        assert drawn[0] >= SPANS[setting][0], "a new turn has all its time"


def test_due_does_not_ask_whether_its_owner_could_respond() -> None:
    drawn = [Pace(make_world(), "quick").due_time(ask, 0.0) for ask in (window(), window(ACTIVATE))]
    assert drawn[0] == drawn[1] > 0


def test_what_public_facts_close_is_due_at_once_and_draws_nothing() -> None:
    world = make_world()
    assert Pace(world, "quick").due_time(window(possible=False), 3.0) == 3.0
    assert Pace(world, "quick").due_time(replace(window(), kind=PromptKind.TURN), 3.0) == 3.0
    assert Pace(world, "off").due_time(window(), 3.0) == 3.0
    assert world.drawn == 0


@pytest.mark.parametrize(
    ("mode", "able", "closes"),
    [
        ("always", False, False),
        ("able", False, True),
        ("able", True, False),
        ("never", True, True),
        ("smart", False, True),
        ("smart", True, False),
    ],
)
def test_a_seat_says_when_it_wants_to_be_asked(mode: str, able: bool, closes: bool) -> None:
    ask = window(ACTIVATE) if able else window()
    assert is_auto_passed(ask, mode) is closes


def test_a_window_without_possible_response_closes_whatever_the_seat_wants() -> None:
    assert is_auto_passed(window(possible=False), "always")


def test_only_responses_are_passed() -> None:
    assert not is_auto_passed(replace(window(), kind=PromptKind.CHOICE), "never")
    assert not is_auto_passed(replace(window(), default=()), "never")
