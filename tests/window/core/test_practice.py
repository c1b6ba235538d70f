"""A practice by EDOPro's core in a real window: given up, seen again, and played on by a click on its replay.
Own cards on the installed engine.

Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from tests.server.games.edopro import mini, mini_summons
from tests.window.display import display
from tests.window.hands import Typist
from tests.window.test_duel import shots
from tests.window.test_practice import see_the_replay
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

pytestmark = [
    pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine"),
    pytest.mark.window,
]

ANSWERS_COUNT = 6
START_TIMEOUT_S = 180.0
"""The engine is compiled first."""
BY_CORE, OWN_DECK, BOTS_DECK = (858, 250), (700, 378), (700, 452)
"""Places in the form of a practice."""


async def begin_by_core(wren: WindowPlayer, shots: Path) -> None:
    """Begin a practice by the core; the last two decks of the list are the player's and the bot's."""
    await wren.key("p")
    await wren.until("^screen: practise, under home")
    await wren.click(*BY_CORE)
    for row, steps in ((OWN_DECK, ("Up", "Up")), (BOTS_DECK, ())):  # the player's list ends with a surprise
        await wren.click(*row)
        await wren.key("End", *steps, "Return")
    await wren.shot("core-practise", shots)
    await wren.press("Begin")
    await wren.until("^screen: table", START_TIMEOUT_S)


async def choose_turn(wren: WindowPlayer) -> None:
    """Go first, where the toss is won."""
    if (await wren.until(r"^news: (\w+) won the toss"))[1] == "Wren":
        await wren.until("^asked: You decide: who goes first")
        await wren.key("1")
    await wren.until("^screen: duel$")


def store_decks(home: Path, *texts: str) -> None:
    """Store decks in a player's deck box, which lists them last."""
    folder = home / "decks"
    folder.mkdir(parents=True)
    for number, text in enumerate(texts):
        (folder / f"deck {number}.ydk").write_text(text, encoding="utf-8")


async def test_a_practice_by_the_core_is_played_on_by_a_click(tmp_path: Path, shots: Path) -> None:
    home = tmp_path / "Wren"
    mini_summons.install(home)
    store_decks(home, mini_summons.YDK, mini_summons.YDK)
    async with display() as screen, window(screen, "Wren", home) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await wren.until("^screen: home")
            try:
                await begin_by_core(wren, shots)
                await choose_turn(wren)
                await answer(wren)
                await see_the_replay(wren, home, shots)
                await wren.key("End", "Left")
                await wren.shot("core-practice-replay", shots)
                await wren.press("Play on")
                step = await wren.until(r"^step: (\d+) of (\d+)")
                assert 0 < int(step[1]) <= int(step[2])
                await wren.until("^asked: ")
                await wren.shot("core-practice-played-on", shots)
            finally:
                (shots / "core-practice-played-on.txt").write_text("\n".join(wren.lines), encoding="utf-8")


async def answer(wren: WindowPlayer) -> None:
    """Give some answers by keys; the duel must go on."""
    typist = Typist(wren)
    for _ in range(ANSWERS_COUNT):
        asked = await wren.asked()
        assert asked is not None, "the duel was to go on"
        await typist.answer(asked)
    assert await wren.asked() is not None
