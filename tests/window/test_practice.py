"""A practice in a real window, by keys alone: begun with two, its server killed in the middle, left and
resumed.
"""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
import trio

from facedown_client.replays import replay_list
from facedown_shared.replay import ENDING
from tests.reliability.test_practice import servers
from tests.window.display import PRESS_S, display
from tests.window.hands import Typist, row_of
from tests.window.windows import SETTLING_TIME_S, TEST_TIMEOUT_S, WindowPlayer, window


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Return the folder for pictures: the one FACEDOWN_SHOTS names, or one of pytest's."""
    folder = Path(os.environ.get("FACEDOWN_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def answer_by_keys(person: WindowPlayer, count: int) -> None:
    """Give so many answers by keys: few, since a whole turn may pass between two, and the duel must go on."""
    typist = Typist(person)
    for _ in range(count):
        asked = await person.asked()
        assert asked is not None, "the duel was to go on"
        await typist.answer(asked)


@pytest.mark.window
async def test_a_practice_survives_its_server_and_stands_under_return(tmp_path: Path, shots: Path) -> None:
    home = tmp_path / "Wren"
    async with display() as screen, window(screen, "Wren", home) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await wren.until("^screen: home")
            await wren.key("p")
            await wren.until("^screen: practise, under home")
            await wren.shot("practise", shots)
            await wren.key("Return")
            await wren.until("^screen: table")
            if (await wren.until(r"^news: (\w+) won the toss"))[1] == "Wren":
                await wren.until("^asked: You decide: who goes first")
                await wren.key("1")
            await wren.until("^screen: duel$")
            assert not wren.last_match("^press: .*Copy"), "nobody else can come, so no link is shown"
            await answer_by_keys(wren, 2)

            (server,) = servers(home / "practice")
            os.kill(server, signal.SIGKILL)
            await wren.until("^screen: reconnectdialog, under duel")
            await wren.shot("practice-server-killed", shots)
            await wren.until("^screen: duel$")
            assert servers(home / "practice") != [server]
            await answer_by_keys(wren, 2)

            assert await wren.asked() is not None, "a prompt that arrives later would close the menu"
            await wren.press("More")
            lines = (await wren.until("^menu: (.*)$"))[1]
            await wren.shot("practice-menu", shots)
            await wren.key(row_of(lines, "Leave, keep my seat")[1])
            await wren.until("^screen: question, under duel")
            await wren.shot("practice-leave", shots)
            await wren.key("Tab", "Return")
            await wren.until("^screen: home")
            await wren.now("press", "Return @")
            await wren.shot("practice-return", shots)
            await wren.key("Return")
            await wren.until("^screen: duel$")
            await answer_by_keys(wren, 2)
            await wren.shot("practice-returned", shots)
            turns = [int(turn) for line in wren.lines for turn in re.findall(r"^news: Turn (\d+)", line)]
            assert turns == sorted(turns), "it went on where it was"


# --- keys that cost no duel ---------------------------------------------------------------------------------


BEST_OF_THREE = (860, 261)
"""The second choice of the row "Match", where a table is set up."""


MAX_STALLS_COUNT = 5
"""Tries to release a key while a frame stalls."""

STALL_S = 1.0
"""Seconds of a frame that stalls, longer than a key is held."""

MAX_STORING_CHECKS_COUNT = 1_000
"""Looks for the replay with both hands, which is requested once both are opened."""


def has_both_hands(home: Path) -> bool:
    """Return whether the only replay of this client has both hands."""
    return any(replay_list.open_replay(path).head.is_opened for path in home.rglob(f"*{ENDING}"))


@pytest.mark.window
async def test_keys_cost_no_duel(tmp_path: Path, shots: Path) -> None:
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren") as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            try:
                await host_by_enter(wren, shots)
                await practise(wren)
                await hold_and_tap(wren, shots)
                await tap_in_a_stalled_frame(wren)
                await see_the_replay(wren, tmp_path / "Wren", shots)
                await play_on_and_seek(wren, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot("failed-keys", shots)
                raise


async def host_by_enter(wren: WindowPlayer, shots: Path) -> None:
    """Click an option and press Enter: the table opens with that option."""
    await wren.until("^screen: home")
    await wren.key("m")
    await wren.until("^screen: host, under home")
    await wren.click(*BEST_OF_THREE)
    await wren.shot("host-enter", shots)
    await wren.key("Return")
    await wren.until("^news: Table .*best of 3")
    await wren.until("^screen: table")
    await wren.key("Escape")
    await wren.until("^screen: home")


async def practise(wren: WindowPlayer) -> None:
    """Begin a practice duel and answer twice."""
    await wren.key("p")
    await wren.until("^screen: practise, under home")
    await wren.key("Return")
    await wren.until("^screen: table")
    if (await wren.until(r"^news: (\w+) won the toss"))[1] == "Wren":
        await wren.until("^asked: You decide: who goes first")
        await wren.key("1")
    await wren.until("^screen: duel$")
    await answer_by_keys(wren, 1)
    assert await wren.asked() is not None


async def hold_and_tap(wren: WindowPlayer, shots: Path) -> None:
    """A tap on S is shown and undone; a held S counts until it goes up. The open prompt stays."""
    answers = sum(line.startswith("asked: ") for line in wren.lines)
    await wren.key("s")
    await wren.until("^mode: From now on you are never asked")
    await wren.shot("mode-tapped", shots)
    await wren.key("u")
    await wren.now("press", "^(?!.*Undo @)")
    async with wren.display.hands:
        await wren.display.do("keydown", "a", "sleep", 10 * PRESS_S)
        await wren.until("^mode: Always asked, as long as the key is held")
        await wren.display.do("keyup", "a")
    assert sum(line.startswith("asked: ") for line in wren.lines) == answers


async def tap_in_a_stalled_frame(wren: WindowPlayer) -> None:
    """Release a key while a frame stalls: it was tapped, not held. The window must have seen it go down
    before, and not for long: on a busy machine that may take several tries.
    """
    for number in range(1, MAX_STALLS_COUNT + 1):
        wren.read = len(wren.lines)
        async with wren.display.hands:
            stop = ("exec", "--sync", "kill", "-STOP", wren.process)
            await wren.display.do("keydown", "a", "sleep", number * PRESS_S, *stop)
            try:
                await wren.display.do("keyup", "a", "sleep", STALL_S)
            finally:
                os.kill(wren.process, signal.SIGCONT)
        was_seen = await wren.quiet("^mode: Always asked, as long as the key is held", SETTLING_TIME_S)
        tapped = await wren.quiet("^mode: From now on you are always asked", SETTLING_TIME_S)
        if tapped:
            await wren.key("u")
        if was_seen and tapped:
            return
    raise AssertionError(f"a stalled tap never counted as one: {wren.lines[-12:]}")


async def see_the_replay(wren: WindowPlayer, home: Path, shots: Path) -> None:
    """Give the duel up, and see its replay from the result."""
    await wren.press("More")
    found = await wren.until(r"^menu: .*Give up this duel @(\d+),(\d+)")
    await wren.click(int(found[1]), int(found[2]))
    await wren.until("^screen: question")
    await wren.press("Give up")
    await wren.until("^screen: result, under duel")
    await wren.now("press", "See the replay @")
    await wren.shot("result-buttons", shots)
    for __ in range(MAX_STORING_CHECKS_COUNT):
        if has_both_hands(home):
            break
        await trio.sleep(PRESS_S)
    await wren.key("w")
    await wren.until("^screen: replay, under result, under duel")


async def play_on_and_seek(wren: WindowPlayer, shots: Path) -> None:
    """Play on without a question, and go through the line by its slider: no step is added or deleted."""
    await wren.key("End", "p")
    steps = (await wren.until(r"^step: \d+ of (\d+)"))[1]
    await wren.until("^asked: ")
    await wren.key("ctrl+z")
    await wren.until(rf"^step: \d+ of {steps}$")
    await wren.shot("sought", shots)
    assert not [line for line in wren.lines if line.startswith("step: ") and not line.endswith(f"of {steps}")]
