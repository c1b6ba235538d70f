"""Alone by EDOPro's core, in a real window: a combo is undone and redone, forked, saved and opened again.

Own cards on the installed engine. Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from tests.server.games.edopro import mini, mini_summons
from tests.window.core.test_chain import act, open_prompt, play_to_open_state
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.test_lines import steps_done, written_file
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

COMBO, BRANCH = "Combo", "Branch"
MIN_CHAIN_LINKS = 4
RESOLVE_TIMEOUT_S = 10.0
START_TIMEOUT_S = 120.0
"""The engine is compiled first."""


def place(wren: WindowPlayer) -> tuple[int, int]:
    """Return the step that the line is at, and its length, as the window said last."""
    found = wren.last_match(r"^step: (\d+) of (\d+)$")
    assert found is not None
    return int(found[1]), int(found[2])


async def go_to(wren: WindowPlayer, button: str, until: int) -> None:
    """Press this button until the line is at this step."""
    while place(wren)[0] != until:
        wren.read = len(wren.lines)
        await wren.press(button)
        await wren.until("^step: ")
        await open_prompt(wren)


async def play_combo(wren: WindowPlayer) -> None:
    """Special Summon a helper, and chain helpers of the hand to its effect."""
    await play_to_open_state(wren)
    await act(wren, "hand: Mini Helper", "Special Summon")
    await play_to_open_state(wren)
    await act(wren, r"Zone \d: Mini Helper", "Activate")
    for _ in range(MIN_CHAIN_LINKS - 1):
        found = await open_prompt(wren)
        assert found.offered("Activate Mini Helper"), found
        await act(wren, "hand: Mini Helper", "Activate")
    await open_prompt(wren)


async def pass_until_resolved(wren: WindowPlayer) -> None:
    """Pass for both sides until the Chain resolves."""
    while (await open_prompt(wren)).offered("Activate Mini Helper"):
        wren.read = len(wren.lines)
        await wren.key("Escape")
        if await wren.quiet("^news: Chain Link 1 resolves", RESOLVE_TIMEOUT_S):
            return
    await wren.until("^news: Chain Link 1 resolves")


async def save(wren: WindowPlayer, name: str) -> trio.Path:
    await wren.press("Save…")
    if name:
        await wren.until("^screen: name, under duel$")
        await wren.type(name)
        await wren.press("Save")
    return await written_file(wren)


@pytest.mark.window
async def test_a_combo_by_the_core_is_undone_forked_saved_and_opened_again(
    tmp_path: Path, shots: Path
) -> None:
    deck, home = tmp_path / "helpers.ydk", tmp_path / "Wren"
    deck.write_text(mini_summons.YDK, encoding="utf-8")
    mini_summons.install(home)
    arguments = ("solo", "--core", "--deck", str(deck))
    async with display() as screen, window(screen, "Wren", home, *arguments) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await wren.until("^screen: duel$", START_TIMEOUT_S)
            await play_combo(wren)
            await wren.shot("core-solo-combo", shots)
            last = place(wren)
            assert last[0] == last[1] > MIN_CHAIN_LINKS
            combo = await save(wren, COMBO)
            whole = steps_done(await combo.read_text(encoding="utf-8"))

            await go_to(wren, "Undo", 0)
            await go_to(wren, "Redo", last[0])
            assert place(wren) == last, "a step back and forth drops nothing"
            wren.read = len(wren.lines)
            await wren.press("Undo")
            await wren.until("^step: ")
            middle = place(wren)[0]
            await wren.press("Fork…")
            await wren.until("^screen: name, under duel$")
            await wren.type(BRANCH)
            await wren.key("Return")
            await wren.until(f"^notice: {COMBO} is saved. You play on in: {BRANCH}.")
            await pass_until_resolved(wren)
            await wren.shot("core-solo-branch", shots)
            branch = await save(wren, "")
            assert branch.stem == BRANCH
            played = steps_done(await branch.read_text(encoding="utf-8"))
            assert played[:middle] == whole[:middle]
            assert played != whole

            await wren.press("Open…")
            await wren.until("^screen: open, under duel$")
            await wren.key("Down", "Return")
            await wren.until(rf"^step: \d+ of {len(whole)}$")
            text = await combo.read_text(encoding="utf-8")
            assert re.search('^mode = "core"$', text, re.MULTILINE)
            assert steps_done(text) == whole
            await wren.shot("core-solo-opened", shots)
