"""A server is replaced by a newer one while a page is open: the page is loaded again, at the same prompt."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_server.network.pages.browser_assets import load_bundles
from tests.browser.chromium import PHONE, Page, program
from tests.browser.playing import begin_match, tables
from tests.reliability.processes import server_process

NEWER = ("-m", "tests.browser.drivers.newer_build")
SCRIPT = "document.querySelector('script[type=module]').src"
QUESTION = "document.querySelector('.prompt .question')?.innerText"


async def test_an_open_page_reloads_itself_at_the_same_prompt(tmp_path: Path) -> None:
    """Seen to fail: it went on with the old build, whose next part was not there any more."""
    if not program():
        print("There is no Chromium here: no page was updated.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        ben = await made.seat(links["opponent"], "Ben", PHONE)
        _lobby_host, lobby_links = await made.table(nursery)
        waiting = await made.browser.page(lobby_links["opponent"])
        await waiting.type(".door input", "Carl")
        await begin_match(anna, ben)
        asked = await _asked(anna, ben)
        question = await asked.value(QUESTION)
        old = await asked.value(SCRIPT)
        assert old.endswith(load_bundles()["app"][0])
        made.process.kill()
        await made.process.wait()
        async with server_process(tmp_path, made.port, program=NEWER):
            for page in (anna, ben):
                await page.until(f"!{SCRIPT}.includes({json.dumps(load_bundles()['app'][0])})")
            await asked.until(f"{QUESTION} === {json.dumps(question)}")
            await asked.until("!!document.querySelector('.open, .prompt .buttons button:enabled')")
            # A page that was not connected asks the newer server for a part of the old build.
            await waiting.click("Sit down")
            await waiting.until(f"!{SCRIPT}.includes({json.dumps(load_bundles()['app'][0])})")
            await waiting.until("!!document.querySelector('.gathering .decks')")
        nursery.cancel_scope.cancel()


async def test_a_page_whose_script_is_missing_is_loaded_again(tmp_path: Path) -> None:
    """Behind one name, a page of one version may get its files from a server of another for a while."""
    if not program():
        print("There is no Chromium here: no page was updated.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        _host, links = await made.table(nursery)
        page = await made.browser.page("about:blank#")
        await page.send_command("Network.setBlockedURLs", urls=["*/browser/app-*"])
        await page.go(links["opponent"])
        assert await page.value("sessionStorage.getItem('facedown tries')") == "1"
        await page.send_command("Network.setBlockedURLs", urls=[])
        await page.until("!!document.querySelector('.door')")
        assert await page.value("sessionStorage.getItem('facedown tries')") is None
        nursery.cancel_scope.cancel()


async def _asked(*pages: Page) -> Page:
    with trio.fail_after(60):
        while True:
            for page in pages:
                if await page.value("!!document.querySelector('.prompt .question, .open')"):
                    return page
            await trio.sleep(0.05)
