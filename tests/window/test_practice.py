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

from tests.reliability.test_practice import servers
from tests.window.display import display
from tests.window.hands import Typist, row_of
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window


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
