"""A page at a relay: it watches at once, as at the server, and sees the same."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from tests.browser.chromium import program
from tests.browser.playing import begin_match, tables
from tests.reliability.test_relays import link_in, relay_process

BOARD = "[...document.querySelectorAll('.zone, .hand')].map(one => one.innerText).join('; ')"
LINES = "[...document.querySelectorAll('.log p')].map(one => one.innerText).join('; ')"


async def test_a_page_watches_through_a_relay(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was watched through a relay.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        await begin_match(anna, await made.seat(links["opponent"], "Ben"))
        async with relay_process(links["spectator"]) as lines:
            direct, behind = [await made.browser.page(link) for link in (links["spectator"], link_in(lines))]
            for page in (direct, behind):
                await page.until("document.body.classList.contains('playing')")
            assert not await behind.value("location.hash"), "the secret is gone from the address"
            board = await direct.value(BOARD)
            await behind.until(f"{BOARD} === {json.dumps(board)}")
            assert await behind.value(LINES) == await direct.value(LINES) != ""
            await anna.until("document.body.classList.contains('playing')")
            for page in (direct, behind):
                assert not page.complaints, "nothing was forbidden, and nothing went wrong"
        nursery.cancel_scope.cancel()
