"""Law 4 under a virtual clock: a player who answers before `due` looks like one who cannot, to the very
tick.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
import trio
from trio.testing import MockClock

from facedown_server.refereeing.referee import Frame
from facedown_server.room.match.pending_prompts import SPANS, PendingPrompts
from facedown_shared.protocol.asking import About
from facedown_shared.protocol.messages import AutoPass, Settings
from facedown_shared.tables.zones import Seat
from tests.server.counting import CountingGame
from tests.server.tables import Player, begin_duel, run_server

Heard = list[tuple[float, bytes]]

TURNS = (1, 2, 3, 1, 2, 3)


class TwiceAskingGame(CountingGame):
    """A player who lets a window pass gets one more prompt at once, and no other viewer is informed of it."""

    again = False

    def _answer(self, seat: Seat, key: str) -> Iterator[Frame]:
        self.again = key == "pass" and not self.again
        if self.again:
            self._ask_response(seat)
            yield self._frame()
        else:
            yield from super()._answer(seat, key)


async def _receive_turns(charms: int, pace: str, mode: str, delay: float, kind: type[CountingGame]) -> Heard:
    """Return what the opponent and a spectator receive over some turns, and when; `charms` are hidden
    from them.
    """
    async with run_server(make=lambda: kind(goal=1_000)) as server:
        first, other = await begin_duel(server, Settings(pace=pace))
        sid = await server.spectator(first if first.seat == 0 else other)
        server.made[-1].charms = [0, 0]
        server.made[-1].charms[other.seat] = charms
        await other.do(AutoPass(mode))
        marks = [len(player.raw) for player in (first, sid)]
        for turn, number in enumerate(TURNS):
            await trio.sleep_until(100.0 + 10 * turn)
            await (other if turn % 2 else first).pick("say", number)
            asked = await _pass_window(other, delay)
            for _ in range(200 if kind is TwiceAskingGame else 0):
                await trio.sleep(0.001)
                if other.prompt and other.prompt.ask != asked:
                    await _pass_window(other, delay)
                    break
        await trio.sleep_until(1_000.0)
        return [
            pair
            for player, mark in zip((first, sid), marks, strict=True)
            for pair in [*zip(player.times, player.raw, strict=True)][mark:]
        ]


async def _pass_window(player: Player, delay: float) -> int:
    """Let the open window pass, if there is one; return which it was."""
    if player.prompt is None or player.asked.kind != "response":
        return 0
    asked = player.asked.ask
    await trio.sleep(delay)
    await player.pick("pass")
    return asked


def receive_turns(
    charms: int, pace: str, mode: str, delay: float = 0.0, kind: type[CountingGame] = CountingGame
) -> Heard:
    """Return what is received, in a virtual time of its own, so that equal times are equal numbers."""
    return trio.run(
        partial(_receive_turns, charms, pace, mode, delay, kind), clock=MockClock(autojump_threshold=0)
    )


@pytest.mark.parametrize("pace", ["quick", "careful"])
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.029])
@pytest.mark.parametrize("mode", ["able", "smart", "always"])
def test_an_answer_before_due_is_told_when_a_pass_by_rule_is(pace: str, delay: float, mode: str) -> None:
    assert delay < SPANS[pace][0]
    unable = receive_turns(0, pace, "able")
    assert receive_turns(9, pace, mode, delay) == unable
    assert receive_turns(9, pace, "never") == unable
    assert len({at for at, _ in unable}) > len(TURNS)


@pytest.mark.parametrize("mode", ["able", "smart", "always"])
def test_two_windows_in_a_row_tell_nothing_of_the_first(mode: str) -> None:
    unable = receive_turns(0, "quick", "able", kind=TwiceAskingGame)
    assert receive_turns(9, "quick", mode, 0.01, TwiceAskingGame) == unable
    assert receive_turns(9, "quick", "never", kind=TwiceAskingGame) == unable


class QuietGame(CountingGame):
    """Its windows are about nothing for which the setting smart prompts."""

    about = About("main_phase_ends", 0)


@pytest.mark.parametrize("pace", ["quick", "careful"])
def test_a_window_that_smart_passes_closes_when_any_other_does(pace: str) -> None:
    """The moment depends on neither the prompt setting nor the hidden cards of its owner."""
    unable = receive_turns(0, pace, "able", kind=QuietGame)
    assert receive_turns(9, pace, "smart", kind=QuietGame) == unable
    assert receive_turns(0, pace, "smart", kind=QuietGame) == unable
    assert receive_turns(9, pace, "able", kind=QuietGame) == unable, "answered before that moment"


def test_smart_asks_in_no_window_that_does_not_matter() -> None:
    assert receive_turns(9, "quick", "smart", 1.0, QuietGame) == receive_turns(
        0, "quick", "able", kind=QuietGame
    ), "nobody thinks"
    assert receive_turns(9, "quick", "able", 1.0, QuietGame) != receive_turns(
        0, "quick", "able", kind=QuietGame
    )


def test_a_second_window_without_a_time_of_its_own_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PendingPrompts, "is_passed_by", lambda windows, act: False)
    assert receive_turns(9, "quick", "able", 0.01, TwiceAskingGame) != receive_turns(
        0, "quick", "able", kind=TwiceAskingGame
    )


def test_with_pace_off_the_same_player_is_told_apart() -> None:
    assert receive_turns(9, "off", "able", 0.1) != receive_turns(0, "off", "able")


def test_a_later_answer_is_a_players_own_time() -> None:
    assert receive_turns(9, "quick", "able", 1.0) != receive_turns(0, "quick", "able")
