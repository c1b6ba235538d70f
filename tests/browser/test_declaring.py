"""A page declares the name of a card: typed, picked, read, declared; and again after a reload in the middle.

Own cards on the installed engine. Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.chromium import PHONE, Page, program
from tests.browser.playing import DUEL_TIMEOUT_S, begin_match, shots, step, tables
from tests.server.games.edopro import mini, mini_declare

__all__ = ["shots"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine"),
]

ASKED = "!!document.querySelector('.name-search input')"
TYPE = """(text => {
    const line = document.querySelector('.name-search input');
    line.value = text;
    line.dispatchEvent(new Event('input', {bubbles: true}));
})"""
LISTED = "[...document.querySelectorAll('dialog .choice span')].map(one => one.innerText).join()"
ABOUT = "(document.querySelector('dialog .about') || {}).innerText || ''"
LOG = "document.querySelector('.log').innerText"


async def play_to_declaration(pages: tuple[Page, ...]) -> Page:
    """Play until one of them is asked for a name; return that one."""
    begun = trio.current_time()
    while trio.current_time() < begun + DUEL_TIMEOUT_S:
        for page in pages:
            if await page.value(ASKED):
                return page
            await step(page)
            await page.value("new Promise(done => setTimeout(done, 50))")
    raise AssertionError("nobody was asked for a name")


async def test_a_name_is_typed_picked_read_and_declared(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_declare.install(tmp_path)
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", mode="core"))
        anna = await made.reopen(host.visit.return_link, mini_declare.YDK)
        ben = await made.seat(links["opponent"], "Ben", PHONE, deck=mini_declare.YDK)
        watcher = await made.browser.page(links["spectator"])
        await begin_match(anna, ben)
        page = await play_to_declaration((anna, ben))
        await page.until(f"{LISTED} === 'Ember Walker,Ember Wyvern'")
        await page.value(f"{TYPE}('wyv')")
        await page.until(f"{LISTED} === 'Ember Wyvern'")
        await page.take_picture(shots / "declare-searched.png")
        await page.reload()
        await page.until(f"{LISTED} === 'Ember Walker,Ember Wyvern'")
        await page.value(f"{TYPE}('no such card')")
        await page.wait_for_text("No cards.")
        await page.value(f"{TYPE}('EMBER WYV')")
        await page.until(f"{LISTED} === 'Ember Wyvern'")
        await page.value("document.querySelector('dialog .choice').click()")
        await page.until(f"{ABOUT}.includes('Of embers.')")
        await page.take_picture(shots / "declare-read.png")
        assert not await page.value(f"{LOG}.includes('declares')"), "to read is not to declare"
        await page.value("document.querySelector('dialog .main').click()")
        for everybody in (anna, ben, watcher):
            await everybody.until(f"/(Anna|Ben) declares Ember Wyvern/.test({LOG})")
        nursery.cancel_scope.cancel()
