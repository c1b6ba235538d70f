"""PendingPrompts: indices become keys, and only offered options are accepted."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

import pytest

from facedown_server.refereeing.referee import Act, Back, Choice, Origin, PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import SPANS, Pace, PendingPrompt, PendingPrompts
from facedown_server.runtime.world import SeededWorld
from facedown_shared.protocol.asking import About
from facedown_shared.protocol.messages import Answer, Option
from facedown_shared.tables.zones import Seat
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words
from tests.play import Cards, Game

OFFERS = tuple((f"card:{n}", Option("choose", card=n)) for n in (4, 5, 6))


def make_window(least: int = 1, most: int = 1, *, back: bool = False) -> PendingPrompt:
    ask = SeatPrompt(
        1, 7, PromptKind.CHOICE, words("plain", "choose"), lambda: OFFERS, least, most, back=back
    )
    return PendingPrompt(ask, due=0.0, shown=True)


def test_indices_become_keys() -> None:
    assert make_window(1, 2).parse_answer(Answer(7, (2, 0))) == Act(1, Choice(("card:6", "card:4")))


@pytest.mark.parametrize("picks", [(), (0, 1), (3,), (0, 0)])
def test_what_was_not_offered_is_refused(picks: tuple[int, ...]) -> None:
    with pytest.raises(Illegal) as refused:
        make_window().parse_answer(Answer(7, picks))
    assert refused.value.code is Code.NOT_OFFERED


def test_the_same_option_is_not_picked_twice() -> None:
    with pytest.raises(Illegal):
        make_window(2, 2).parse_answer(Answer(7, (1, 1)))


def test_back_only_where_it_is_offered() -> None:
    assert make_window(back=True).parse_answer(Answer(7, back=True)) == Act(1, Back())
    with pytest.raises(Illegal):
        make_window().parse_answer(Answer(7, back=True))


def test_a_prompt_carries_no_key() -> None:
    prompt = make_window(1, 2).message()
    assert (prompt.ask, prompt.kind, prompt.least, prompt.most) == (7, "choice", 1, 2)
    assert prompt.options == tuple(option for _, option in OFFERS)


def make_windows(sleeping: Collection[Seat] = (), turn: Callable[[], int] = int) -> PendingPrompts:
    pace = Pace(SeededWorld(clock=lambda: 0.0), "quick")
    return PendingPrompts(pace, lambda seat: seat in sleeping, turn)


def test_an_old_number_finds_no_window() -> None:
    windows = make_windows()
    window = windows.open(make_window().prompt, 0.0)
    window.shown = True
    assert windows.find_prompt(1, 7) is window
    for seat, number in ((1, 6), (0, 7)):
        with pytest.raises(Illegal) as refused:
            windows.find_prompt(seat, number)
        assert refused.value.code is Code.OLD_PROMPT


def test_an_answered_window_takes_no_second_answer() -> None:
    windows = make_windows()
    window = windows.open(make_window().prompt, 0.0)
    window.held = window.default(Origin.AUTO)
    assert window.is_passing
    with pytest.raises(Illegal):
        windows.find_prompt(1, 7)


def response(
    *, possible: bool = True, kind: PromptKind = PromptKind.RESPONSE, public: PromptKind | None = None
) -> SeatPrompt:
    return SeatPrompt(
        1,
        8,
        kind,
        words("plain", "respond"),
        lambda: OFFERS,
        possible=possible,
        default=("pass",),
        public=public,
    )


def test_what_nobody_can_answer_waits_and_is_due_again_when_somebody_can() -> None:
    sleeping = {1}
    windows = make_windows(sleeping)
    window = windows.open(response(), 10.0)
    assert window.due == math.inf
    sleeping.clear()
    windows.retime(20.0)
    due = window.due
    assert SPANS["quick"][0] <= due - 20.0 <= SPANS["quick"][1]
    windows.retime(21.0)
    assert window.due == due, "nothing has changed"
    sleeping.add(1)
    window.held = window.default(Origin.AUTO)
    windows.retime(22.0)
    assert window.answered_at == math.inf, "also one that would pass by rule"


def test_only_what_everybody_sees_as_a_window_waits() -> None:
    """A choice within a response looks like the response itself."""
    windows = make_windows({1})
    assert windows.open(response(kind=PromptKind.CHOICE, public=PromptKind.RESPONSE), 10.0).due == math.inf
    assert windows.open(response(kind=PromptKind.CHOICE), 10.0).due == 10.0
    assert windows.open(response(possible=False), 10.0).due == 10.0


@pytest.mark.parametrize("mode", ["smart", "able", "always"])
def test_a_negate_declined_at_ones_own_attack_is_not_offered_at_the_next_in_this_turn(mode: str) -> None:
    monsters = ["Battle Ox", "Celtic Guardian", "Feral Imp", "Silver Fang"]
    game = Game(Cards(monsters=monsters, extra=[UTOPIA]), Cards(monsters=["Summoned Skull"]))
    game.do("special_summon", UTOPIA)
    windows = make_windows(turn=lambda: game.referee.state.turn)

    def is_asked(attacker: str) -> bool:
        """Attack, decline the negate, and return whether the player was asked."""
        game.declare_attack(attacker, "Summoned Skull")
        prompt = game.ask
        assert (prompt.kind, prompt.about) == (PromptKind.TRIGGER, About("attack", 0))
        found = not windows.is_auto_passed(prompt, mode)
        windows.note_answer(PendingPrompt(prompt, due=0.0), Act(0, Choice(prompt.default)))
        game.to_open()
        return found

    assert is_asked("Feral Imp")
    assert is_asked("Silver Fang") is (mode != "smart")
    game.end_turn()
    game.declare_attack("Summoned Skull", UTOPIA)
    assert not windows.is_auto_passed(game.ask, mode), "the opponent's attack is asked about each time"


UTOPIA = "Number 39: Utopia"
