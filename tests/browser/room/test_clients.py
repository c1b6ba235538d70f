"""What a page says of clients that do not play a table: at its door, in the room, and at its own seat."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_shared.protocol.messages import ChangeMode, CreateTable, Ready, Settings
from tests.browser.chromium import PHONE, program
from tests.browser.playing import shots as shots
from tests.browser.playing import tables
from tests.reliability.processes import HeadlessClient

UNLISTED = Settings(pace="off", listed=False)
UNABLE = "Anna's client does not play this table"


async def test_a_page_says_whose_client_does_not_play_a_table(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: the duel began, and waited for a player whose client could do nothing."""
    if not program():
        print("There is no Chromium here: no table was opened in a page.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host = HeadlessClient("Anna", made.port, CreateTable(UNLISTED))
        host.link.plays = ("rules",)
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.model.links)
        link = host.model.links["opponent"][0][1]
        host.visit.send(ChangeMode("half"))
        await host.wait_until(lambda: (table := host.model.table) and table.mode == "half")
        page = await made.browser.page(link, PHONE)
        await page.wait_for_text("half and half")
        await page.wait_for_text("The client of a player there does not play it.")
        await page.take_picture(shots / "client-door.png")
        await page.type(".door input", "Ben")
        await page.click("Sit down")
        await page.wait_for_text(UNABLE)
        await page.take_picture(shots / "client-room.png")
        host.visit.send(Ready())
        await host.wait_until(lambda: host.model.refusal)
        host.visit.send(ChangeMode("rules"))
        await page.until(f"!document.body.innerText.includes({json.dumps(UNABLE)})")
        host.visit.send(Ready())
        await page.until("document.querySelector('.seats').innerText.includes('ready')")
        assert not page.complaints
        nursery.cancel_scope.cancel()
