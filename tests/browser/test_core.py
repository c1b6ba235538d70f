"""Two pages and a third that watches in a duel by EDOPro's core: own cards on the installed engine. The
server and the core's processes are killed in the middle; the pages get the same prompt again by
themselves.

Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.messages import Prompt, Settings
from tests.browser.chromium import PHONE, Page, chromium, program
from tests.browser.playing import DUEL_TIMEOUT_S, Tables, begin_match, concede, play, shots, step, tables
from tests.browser.test_nodes import ASKED, messages_to, page_state, wait_for_return
from tests.core_data import kill_core
from tests.reliability.processes import server_process
from tests.server.games.edopro import mini, mini_summons

__all__ = ["shots"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine"),
]

SUMMONED = "/Special Summons/.test(document.querySelector('.log').innerText)"
NEXT = "/Turn 2: /.test((document.querySelector('.turn-line') || {}).innerText)"
BACK = "!document.body.innerText.includes('Connection lost')"


PILE = "document.querySelector('.heap-button.open')"
CARD = "document.querySelector('dialog[open] .card.open')"
MENU = """(() => {
    const one = document.querySelector('.pile-menu button');
    const box = one && one.getBoundingClientRect();
    return one && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === one
        ? one.innerText : '';
})()"""
"""The actions for the tapped card of a pile, where a finger reaches them."""


PROMPT_CLEARS_SENTENCE = """(() => {
    const wide = document.createElement('div');
    wide.className = 'play';
    wide.innerHTML = '<p>Halvard activates Dracotail Sting, aimed at two cards</p>';
    document.querySelector('.mat').append(wide);
    if (wide.offsetWidth < innerWidth * 0.6) return false;
    document.body.insertAdjacentHTML('beforeend', `<section class="prompt">
        <p>Hiita the Fire Charmer, Ablaze: Choose materials.</p>
        <details class="source"><summary>What the card says</summary></details>
        <div class="buttons"><button class="button">Not after all</button></div></section>`);
    const [text, button] = ['body > .prompt .source', 'body > .prompt button'].map(one => {
        const found = document.querySelector(one);
        return found && found.getBoundingClientRect();
    });
    return text && button && button.top < text.bottom && text.right <= button.left;
})()"""
"""Whether the log is as wide as the board, and the text of the card that asks stands beside the buttons: one
below the other, they take the board's room.
"""


async def find_prompted_page(pages: Sequence[Page]) -> tuple[Page, str]:
    """Return the page with a prompt, and its text. A page that has answered shows none until the next prompt,
    so that all answers before have been carried out.
    """
    with trio.fail_after(60):
        while True:
            for page in pages:
                if words := await page.value(ASKED):
                    return page, str(words)


async def test_the_menu_of_a_card_of_the_extra_deck_is_in_reach_on_a_phone(
    tmp_path: Path, shots: Path
) -> None:
    """At the foot of a long list it was out of sight, and above the board behind the list."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_summons.install(tmp_path)
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", mode="core"))
        anna = await made.reopen(host.visit.return_link, mini_summons.YDK)
        ben = await made.seat(links["opponent"], "Ben", deck=mini_summons.YDK)
        for page in (anna, ben):
            await page.resize(PHONE)
        await begin_match(anna, ben)
        with trio.fail_after(DUEL_TIMEOUT_S):
            while not (found := [page for page in (anna, ben) if await page.value(f"!!{PILE}")]):
                for page in (anna, ben):
                    await step(page)
        page = found[0]
        await page.value(f"{PILE}.click()")
        await page.until(f"!!{CARD}")
        await page.value(f"{CARD}.click()")
        words = await page.until(MENU)
        assert words.startswith("Special Summon Mini "), words
        await page.take_picture(shots / "core-page-pile-menu.png")
        assert await page.value(PROMPT_CLEARS_SENTENCE)
        nursery.cancel_scope.cancel()


async def test_a_duel_by_the_core_goes_on_in_pages_when_the_server_is_killed(
    tmp_path: Path, shots: Path
) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_summons.install(tmp_path)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(AsyncExitStack())
        process, port = await server.enter_async_context(server_process(tmp_path))
        browser = await stack.enter_async_context(chromium())
        nursery = await stack.enter_async_context(trio.open_nursery())
        made = Tables(browser, process, port, tmp_path)
        host, links = await made.table(nursery, Settings(pace="off", mode="core"))
        anna = await made.reopen(host.visit.return_link, mini_summons.YDK)
        ben = await made.seat(links["opponent"], "Ben", deck=mini_summons.YDK)
        await anna.wait_for_text("cards play by EDOPro's core")
        both, watcher = (anna, ben), await browser.page(links["spectator"], PHONE)
        await anna.wait_for_text("EDOPro's core")
        await begin_match(*both)
        await play((*both, watcher), SUMMONED)
        chooser, words = await find_prompted_page(both)
        before = [page_state(page) for page in (*both, watcher)]
        await chooser.take_picture(shots / "core-page-asked.png")
        await watcher.take_picture(shots / "core-page-watching.png")

        since = [len(page.frames) for page in (*both, watcher)]
        kill_core(process.pid)
        process.kill()
        await server.aclose()
        await chooser.wait_for_text("Connection lost")
        await chooser.take_picture(shots / "core-page-lost.png")
        await server.enter_async_context(server_process(tmp_path, port))
        for page, start in zip((*both, watcher), since, strict=True):
            await wait_for_return(page, start, asked=page is chooser)
            await page.until(BACK)
        await chooser.until(f"({ASKED}) === {json.dumps(words)}")
        at = both.index(chooser)
        again = [one for one in messages_to(chooser, since[at]) if isinstance(one, Prompt)]
        assert again[-1] == before[at].prompt
        for page, was in zip((*both, watcher), before, strict=True):
            assert page_state(page).view == was.view
        await play((*both, watcher), NEXT)
        await anna.take_picture(shots / "core-page-later.png")
        await concede(anna, "Concede")
        await ben.wait_for_text("Ben wins")
        await watcher.wait_for_text("Ben wins")
        for page in (*both, watcher):
            assert not page.complaints, "nothing was forbidden, and nothing went wrong"
        nursery.cancel_scope.cancel()
