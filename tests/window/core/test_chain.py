"""A duel by EDOPro's core in two real windows, watched in a third: own cards on the installed engine.

Both players add to a Chain until it has four links; the server and the core's process are killed in the
middle, and the duel goes on at the same prompt. Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from tests.core_data import kill_core
from tests.reliability.processes import server_process
from tests.server.games.edopro import mini, mini_summons
from tests.window.display import display
from tests.window.test_duel import CORNERS, shots
from tests.window.windows import TEST_TIMEOUT_S, NarratedPrompt, WindowPlayer, window

__all__ = ["shots"]

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

LINK = "Activate Mini Helper"


async def begin(people: list[WindowPlayer], address: str) -> None:
    """Go from home screens to the duel: Wren opens a table, Halvard and Ilse join by links; Wren goes
    first.
    """
    wren, halvard, ilse = people
    await wren.until("^screen: home")
    await wren.press("Link or code")
    await wren.type(address)
    await wren.press("Join")
    await wren.until("^screen: lobby")
    await wren.press("Open a table here")
    await wren.until("^screen: table")
    await wren.press("Copy")
    await wren.now("press", "Copied @.*Copy @")
    await halvard.key("ctrl+v", "Return")
    await wren.now("press", "Send away @")
    await wren.press("Copy")
    await wren.now("press", "Copy @.*Copied @")
    await ilse.key("ctrl+v", "Return")
    await wren.until("^news: Watching: Ilse")
    await wren.now("press", "Yes @")  # both decks need the core, and the host decides
    await wren.press("Yes")
    await wren.now("press", "Play by facedown's rules @")
    await wren.get_ready()
    await halvard.get_ready(by_key=True)
    winner = (await halvard.until(r"^news: (\w+) won the toss"))[1]
    chooser = wren if winner == wren.name else halvard
    await chooser.until("^asked: You decide: who goes first")
    await chooser.key("1" if chooser is wren else "2")
    for person in people:
        await person.until("^screen: duel$")


async def act(person: WindowPlayer, card: str, line: str) -> None:
    """Press Tab to a card, Enter, and this line of its menu where it has one."""
    await person.tab_to(card)
    await person.key("Return")
    opened = await person.until("^(menu|waiting|asked): (.*)$")
    if opened[1] == "menu":
        row = re.search(rf"(\d+)\. {line}", opened[2])
        assert row, opened[2]
        await person.key(row[1])


async def open_prompt(person: WindowPlayer) -> NarratedPrompt:
    """Return the open prompt; there is one."""
    found = await person.asked()
    assert found is not None
    return found


async def play_to_open_state(person: WindowPlayer) -> None:
    """Pick the first option of every prompt until cards can be played freely."""
    while not (found := await open_prompt(person)).words.startswith("Your Main Phase"):
        await person.key(found.keys[0])


@pytest.mark.window
async def test_a_chain_of_four_and_a_server_that_is_killed(tmp_path: Path, shots: Path) -> None:
    deck, data = tmp_path / "helpers.ydk", tmp_path / "data"
    deck.write_text(mini_summons.YDK)
    mini_summons.install(data)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(AsyncExitStack())
        process, port = await server.enter_async_context(server_process(data))
        screen = await stack.enter_async_context(display())
        flags = {"Wren": ("--deck", str(deck)), "Halvard": ("--deck", str(deck))}
        people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, *flags.get(name, ())))
            for name in CORNERS
        ]
        wren, halvard, ilse = people
        with trio.fail_after(TEST_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            await begin(people, f"127.0.0.1:{port}")
            await play_to_open_state(wren)
            await act(wren, "hand: Mini Helper", "Special Summon")
            await play_to_open_state(wren)

            kill_core(process.pid)
            await act(wren, r"Zone \d: Mini Helper", "Activate")
            for person in (halvard, wren, halvard):
                assert (await open_prompt(person)).offered(LINK)
                await act(person, "hand: Mini Helper", "Activate")
            before = await open_prompt(wren)
            await wren.shot("core-chain-of-four", shots)
            await ilse.shot("core-watching", shots)
            assert ilse.last_match("Mini Helper")

            told = len(wren.lines)
            process.kill()
            await server.aclose()
            await wren.until("^screen: reconnectdialog")
            await server.enter_async_context(server_process(data, port))
            await wren.press("Try now")
            await wren.until("^screen: duel$")
            again = [line for line in wren.lines[told:] if line.startswith("asked: ")]
            assert all(before.words in line for line in again), again
            await wren.key("Escape")
            await ilse.until("^news: Chain Link 4 resolves")
            await play_to_open_state(wren)
