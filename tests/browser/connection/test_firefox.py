"""The main path in Firefox: a link, a name, a seat, a few acts, a reload at the same prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.drivers.driven_page import DrivenPage
from tests.browser.drivers.firefox import firefox, program
from tests.browser.playing import STEP, Tables
from tests.reliability.processes import server_process

PHONE = (390, 844)
MIN_ACTS = 6
"""Options that each page takes at least."""
QUESTION = "document.querySelector('section.prompt .question, dialog[open] h2')?.innerText || ''"
TURN = "document.querySelector('.turn-line')?.innerText || ''"


async def test_a_duel_is_played_and_resumed_in_firefox(tmp_path: Path) -> None:
    if not program():
        print("There is no Firefox here: nothing was played in it.")
        return
    async with (
        server_process(tmp_path) as (process, port),
        firefox() as browser,
        trio.open_nursery() as nursery,
    ):
        made = Tables(cast(Any, browser), process, port, tmp_path)
        host, links = await made.table(nursery, Settings(pace="off"))
        anna: DrivenPage = await made.reopen(host.visit.return_link)
        ben: Any = await made.seat(links["opponent"], "Ben", PHONE)
        watcher: Any = await browser.page(links["spectator"])
        for page in (anna, ben):
            await page.click("I am ready")
        acts = {id(anna): 0, id(ben): 0}
        with trio.fail_after(240):
            while min(acts.values()) < MIN_ACTS or not await ben.value(f"!!({QUESTION})"):
                for page in (anna, ben):
                    acts[id(page)] += bool(await page.value(STEP))
                    await page.value("new Promise(done => setTimeout(done, 40))")
        await watcher.until(f"({TURN}).includes('Turn')")
        question = await ben.value(QUESTION)
        await ben.reload()
        await ben.until(f"({QUESTION}) === {json.dumps(question)}")
        assert await ben.until(STEP), "it goes on"
        await ben.until("document.querySelectorAll('.log p').length > 0")
        assert not browser.complaints, "nothing was forbidden, and nothing went wrong"
        nursery.cancel_scope.cancel()
