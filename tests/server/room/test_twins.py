"""Law 4 under a virtual clock: whoever answers before `due` sounds like whoever cannot, to the very tick."""

from __future__ import annotations

from functools import partial

import pytest
import trio
from trio.testing import MockClock

from server.room.pace import SPANS
from shared.messages import AutoPass, Settings
from tests.server.counting import Counting
from tests.server.tables import serving, started

Heard = list[tuple[float, bytes]]

TURNS = (1, 2, 3, 1, 2, 3)


async def _heard(charms: int, pace: str, mode: str, delay: float) -> Heard:
    """What the opponent and a spectator hear of some turns, and when; `charms` are what nobody else sees."""
    async with serving(make=lambda: Counting(goal=1_000)) as server:
        first, other = await started(server, Settings(pace=pace))
        sid = await server.spectator(first if first.seat == 0 else other)
        server.made[-1].charms = [0, 0]
        server.made[-1].charms[other.seat] = charms
        await other.do(AutoPass(mode))
        marks = [len(player.raw) for player in (first, sid)]
        for turn, number in enumerate(TURNS):
            await trio.sleep_until(100.0 + 10 * turn)
            await (other if turn % 2 else first).pick("say", number)
            if other.prompt and other.asked.kind == "response":
                await trio.sleep(delay)
                await other.pick("pass")
        await trio.sleep_until(1_000.0)
        return [
            pair
            for player, mark in zip((first, sid), marks, strict=True)
            for pair in [*zip(player.times, player.raw, strict=True)][mark:]
        ]


def heard(charms: int, pace: str, mode: str, delay: float = 0.0) -> Heard:
    """In a virtual time of its own, so that equal times are equal numbers."""
    return trio.run(partial(_heard, charms, pace, mode, delay), clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("pace", ["quick", "careful"])
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.029])
@pytest.mark.parametrize("mode", ["able", "always"])
def test_an_answer_before_due_is_told_when_a_pass_by_rule_is(pace: str, delay: float, mode: str) -> None:
    assert delay < SPANS[pace][0]
    unable = heard(0, pace, "able")
    assert heard(9, pace, mode, delay) == unable
    assert heard(9, pace, "never") == unable
    assert len({at for at, _ in unable}) > len(TURNS)


def test_with_pace_off_the_same_player_is_told_apart() -> None:
    assert heard(9, "off", "able", 0.1) != heard(0, "off", "able")


def test_a_later_answer_is_a_players_own_time() -> None:
    assert heard(9, "quick", "able", 1.0) != heard(0, "quick", "able")
