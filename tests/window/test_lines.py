"""Lines of play alone, in a real window: one is named from the rail and saved, forked by its button, and both
are opened again, by mouse and by keys.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from tests.window.byhand import Player
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.test_solo import begin, combo
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

TRUNK, BRANCH = "Trunk", "Branch"
SECOND = (640.0, 265.0)
"""The second line of the list to open: the newest comes first."""


@pytest.mark.window
async def test_a_line_is_saved_forked_and_opened_again(tmp_path: Path, shots: Path) -> None:
    arguments = ("solo", "--deck", str(combo(tmp_path / "combo.ydk")))
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren", *arguments) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            try:
                await begin(wren, shots)
                trunk = await save(wren, shots)
                branch = await fork(Player(wren), trunk, shots)
                await open_again(Player(wren), trunk, branch, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot("failed-lines", shots)
                raise


async def written_file(wren: WindowPlayer) -> trio.Path:
    """Return the file that was written, once the window has named it and it was read."""
    path = trio.Path((await wren.until("^line: (.+)$"))[1])
    await wren.until("^screen: savedline, under duel$")
    await wren.press("Go on")
    await wren.until("^screen: duel$")
    return path


async def save(wren: WindowPlayer, shots: Path) -> trio.Path:
    """End a turn, and name the line from the rail."""
    await wren.press("End turn")
    await wren.until("^step: 2 of 2$")
    await wren.press("Save…")
    await wren.until("^screen: name, under duel$")
    await wren.type(TRUNK)
    await wren.shot("lines-name", shots)
    await wren.press("Save")
    path = await written_file(wren)
    assert path.stem == TRUNK
    await wren.shot("lines-saved", shots)
    return path


async def fork(player: Player, trunk: trio.Path, shots: Path) -> trio.Path:
    """Step back, and take another line from there by the button: the first one stays as it was saved."""
    wren, before = player.person, await trunk.read_text(encoding="utf-8")
    await wren.key("ctrl+z")
    await wren.until("^step: 1 of 2$")
    await wren.press("Fork…")
    await wren.until("^screen: name, under duel$")
    await wren.shot("lines-fork", shots)
    await wren.type(BRANCH)
    await wren.key("Return")
    await wren.until(f"^notice: {TRUNK} is saved. You play on in: {BRANCH}.")
    await player.any_hand_card()
    await wren.key("g")
    await wren.until("^step: 2 of 2$")
    await wren.shot("lines-forked", shots)
    await wren.press("Save…")
    path = await written_file(wren)
    assert path.stem == BRANCH
    played = steps_done(await path.read_text(encoding="utf-8"))
    assert (played[0], len(played)) == (steps_done(before)[0], 2)
    assert played[1] != steps_done(before)[1]
    assert steps_done(await trunk.read_text(encoding="utf-8")) == steps_done(before)
    return path


def steps_done(text: str) -> list[str]:
    """Return the steps of a file, without its remarks on them."""
    return re.findall(r"^  '(.*)',", text, re.MULTILINE)


async def open_again(player: Player, trunk: trio.Path, branch: trio.Path, shots: Path) -> None:
    """Open the first line by mouse, the other by keys: each is as it was left and keeps its name."""
    wren = player.person
    last = [steps_done(await path.read_text(encoding="utf-8"))[1] for path in (trunk, branch)]
    await wren.press("Open…")
    await wren.until("^screen: open, under duel$")
    await wren.shot("lines-open", shots)
    await wren.click(*SECOND)
    await wren.until("^news: Graveyard: none")
    await wren.now("step", " 1 of 2$")
    await wren.now("screen", " duel$")
    await wren.key("ctrl+y")
    await wren.until("^step: 2 of 2$")
    await wren.find("^focus: .*Graveyard: 0 cards", [player.at("graveyard")])
    await wren.shot("lines-opened", shots)
    await wren.press("Save…")
    assert await written_file(wren) == trunk, "it is kept where it was"

    await wren.key("ctrl+o")
    await wren.until("^screen: open, under duel$")
    await wren.key("Down", "Return")
    await wren.until("^news: Graveyard: 1: ")
    await wren.now("step", " 2 of 2$")
    await wren.now("screen", " duel$")
    await wren.find("^focus: .*Graveyard: .*[^0] card", [player.at("graveyard")])
    await wren.press("Save…")
    assert await written_file(wren) == branch
    assert [steps_done(await path.read_text(encoding="utf-8"))[1] for path in (trunk, branch)] == last
