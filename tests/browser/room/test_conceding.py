"""A match that is conceded between two duels: its winner on every page, and in the list of replays."""

from __future__ import annotations

from pathlib import Path

import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.chromium import PHONE, program
from tests.browser.playing import begin_match, concede, stored_replays, tables


async def test_the_leader_concedes_between_two_duels(tmp_path: Path) -> None:
    """Seen to fail: the leader was the winner on all three pages, and in the list of replays."""
    if not program():
        print("There is no Chromium here: nothing was conceded.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", best_of=3))
        anna = await made.reopen(host.visit.return_link)
        ben = await made.seat(links["opponent"], "Ben", PHONE)
        watcher = await made.browser.page(links["spectator"])
        await begin_match(anna, ben)
        await concede(ben, "Concede")
        await anna.until("!!document.querySelector('.siding')")
        await concede(anna, "Concede the match")
        for page in (anna, ben, watcher):
            await page.until(
                "document.querySelector('.result b')?.innerText.startsWith('Ben wins the match')"
            )
        await anna.until("!!document.querySelector('.result a[href*=replay]')")
        for page in (anna, ben):
            with trio.fail_after(60):
                while not (stored := await stored_replays(page)) or not stored[0]["head"]["match_result"]:
                    await page.value("new Promise(done => setTimeout(done, 100))")
            assert stored[0]["head"]["match_result"] == "1 concede"
            shelf = await made.browser.page("about:blank#", context=page.context)
            await shelf.go(f"http://127.0.0.1:{made.port}/replay")
            await shelf.until("document.querySelector('.shelf li')?.innerText.includes('Match: Ben wins')")
        nursery.cancel_scope.cancel()
