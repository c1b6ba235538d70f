"""The front page, and the door of a table: what they say, and that the list of tables stays up to date."""

from __future__ import annotations

import re
from pathlib import Path

import trio

from facedown_server.network.pages.pages import LIST_SCRIPT
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_shared.protocol.messages import Clock, JoinTable, Settings
from tests.browser.chromium import PHONE, program
from tests.browser.playing import hide, tables
from tests.reliability.processes import HeadlessClient

WAITING = "document.querySelector('[data-list]').innerText"
SKIP_INTERVAL = "void (Date.now = (now => () => now() + 60000)(Date.now))"
"""Lets the page find its list a minute old."""
MAX_READERS = 100
"""Readers of the front page behind one address, such as a shop's."""


async def test_the_list_of_tables_is_refreshed_while_it_is_in_sight(tmp_path: Path) -> None:
    """Seen to fail: it stayed as it was at load."""
    if not program():
        print("There is no Chromium here: no list was refreshed.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        page = await made.browser.page(f"http://127.0.0.1:{made.port}/", PHONE)
        await hide(page, hidden=True)
        await page.value(SKIP_INTERVAL)
        _host, links = await made.table(nursery)
        await page.value("new Promise(done => setTimeout(done, 2500))")
        assert "Anna" not in await page.value(WAITING), "nothing is loaded in the background"
        await hide(page, hidden=False)
        await page.until(f"{WAITING}.includes('Anna waits for an opponent')")
        await page.value("document.querySelector('[data-list] a').focus()")
        code = links["opponent"].partition("#")[0][-7:]
        nursery.start_soon(HeadlessClient("Ben", made.port, JoinTable(code)).run)
        await page.value(SKIP_INTERVAL)
        await page.until(f"{WAITING}.includes('Anna against Ben')")
        assert await page.value("document.activeElement.pathname") == f"/t/{code}", "the focus stays"
        made.process.kill()
        await page.value(SKIP_INTERVAL)
        await page.wait_for_text("The list could not be refreshed.")
        nursery.cancel_scope.cancel()


def test_the_list_is_refreshed_at_a_rate_that_the_server_accepts() -> None:
    found = re.search(r"REFRESH_INTERVAL_MS = (\d+)", LIST_SCRIPT)
    assert found
    assert MAX_READERS / (int(found[1]) / 1000) < WireLimits().connection_rate


async def test_a_door_says_how_its_table_is_played_before_anyone_sits_down(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no door was read.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        for settings, way in (
            (Settings(pace="off"), "Yu-Gi-Oh! Master, by the rules"),
            (Settings(pace="off", mode="half"), "Yu-Gi-Oh! Master, half and half"),
            (Settings(format="fab", mode="free"), "Flesh and Blood, free, by hand"),
        ):
            _host, links = await made.table(nursery, settings)
            page = await made.browser.page(links["opponent"], PHONE)
            await page.until("!!document.querySelector('.door button')")
            await page.wait_for_text(way)
            await page.wait_for_text("Play here, in the browser")
            await page.until("document.querySelector('.door .main').innerText === 'Sit down'")
            assert not page.complaints
        nursery.cancel_scope.cancel()


async def test_the_door_of_an_unlisted_table_says_how_it_is_played(tmp_path: Path) -> None:
    """Seen to fail: the page of an unlisted table said nothing of it before its reader sat down."""
    if not program():
        print("There is no Chromium here: no door was read.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        settings = Settings(pace="off", mode="half", best_of=3, listed=False, clock=Clock(600, 10))
        host, links = await made.table(nursery, settings)
        page = await made.browser.page(links["opponent"], PHONE)
        await page.wait_for_text("Anna waits for an opponent")
        facts = await page.value("document.querySelector('.facts').innerText.replaceAll('\\n', ' ')")
        assert "Yu-Gi-Oh! Master, half and half" in facts
        assert "best of 3" in facts
        assert "10 min + 10 s" in facts
        assert "Only facedown itself can tell" not in await page.value("document.body.innerText")
        assert host.visit.model.table is not None
        assert not host.visit.model.table.seats[1].name, "no seat was taken"
        await page.type(".door input", "Ben")
        await page.click("Sit down")
        await page.wait_for_text("I am ready")
        assert not page.complaints
        third = await made.browser.page(links["opponent"], PHONE)
        await third.wait_for_text("Anna against Ben")
        await third.value("sessionStorage.clear()")
        without = await made.browser.page(links["opponent"].partition("#")[0], PHONE)
        await without.wait_for_text("There is no table with that code")
        assert not await without.value("!!document.querySelector('.facts')")
        nursery.cancel_scope.cancel()
