"""One duel by the rules between a window and a browser, on a real server, to its end by Life Points.

Wren, in the window, plays by keys alone and has the strong deck; Anna, in the browser, picks the first
option.
"""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
import trio

from tests.browser.chromium import Page, program
from tests.browser.playing import step, stored_replays, tables
from tests.replays.seeking import sought
from tests.window.decks import strength_deck
from tests.window.display import display
from tests.window.hands import Typist
from tests.window.test_duel import shots as shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

RESULT = "Wren wins: Anna has no Life Points left"
BREATH = "new Promise(done => setTimeout(done, 30))"


@pytest.mark.window
async def test_a_window_and_a_browser_play_a_duel_to_its_end(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    strong = tmp_path / "strong.ydk"
    strong.write_text(strength_deck(strong=True))
    async with tables(tmp_path / "data") as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link, strength_deck(strong=False))
        joins = ("join", links["opponent"], "--deck", str(strong))
        async with display() as screen, window(screen, "Wren", tmp_path / "Wren", *joins) as wren:
            with trio.fail_after(TEST_TIMEOUT_S):
                await wren.appear((0, 0))
                await send_decks(wren, anna)
                await play_to_the_end(wren, anna)
                await anna.wait_for_text(RESULT)
                await anna.wait_for_text("Shuffles verified:")
                await anna.take_picture(shots / "result-browser.png")
                await wren.shot("result-beside-a-browser", shots)
        assert wren.last_match(f"^news: {RESULT}"), wren.lines[-20:]
        assert not anna.complaints, "nothing was forbidden, and nothing went wrong"
        (file,) = (tmp_path / "Wren" / "replays").iterdir()
        (page,) = await stored_replays(anna)
        seen = [sought(data) for data in (base64.b64decode(page["data"]), file.read_bytes())]
        assert {replay.head.sides for replay in seen} == {(0,), (1,)}
        assert seen[0].head.turns == seen[1].head.turns
        nursery.cancel_scope.cancel()


async def send_decks(wren: WindowPlayer, anna: Page) -> None:
    """Let both send their decks and be ready."""
    await wren.until("^screen: table")
    await wren.until("^news: All 42 cards play by rules")
    await anna.click("I am ready")
    await wren.get_ready(by_key=True)


async def play_to_the_end(wren: WindowPlayer, anna: Page) -> None:
    """Play both from the toss on, each at their own pace."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(take_what_is_offered, anna)
        if (await wren.until(r"^news: (\w+) won the toss"))[1] == wren.name:
            await wren.until("^asked: You decide: who goes first")
            await wren.key("1")
        await wren.until("^screen: duel$")
        await Typist(wren).play()


async def take_what_is_offered(page: Page) -> None:
    """Pick the first option, until there is a result."""
    while not await page.value(f"document.body.innerText.includes({RESULT!r})"):
        await step(page)
        await page.value(BREATH)
