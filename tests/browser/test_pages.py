"""What a page shows to whom: no serious fault for those who do not see it, nothing in memory or storage that
its reader may not know."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import trio

from shared.cards.told_facts import Brought
from shared.protocol.gestures import Move
from shared.protocol.messages import Ready, Settings, TellFacts, UseDeck
from shared.zones import Place
from tests.browser.chromium import PHONE, Page, program
from tests.browser.node import HOME, is_there
from tests.browser.playing import KEPT, begins, kept, play, step, tables
from tests.browser.test_replay import records
from tests.reliability.processes import Somebody

SERIOUS = """axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(found.violations
    .filter(one => ['serious', 'critical'].includes(one.impact))
    .map(one => [one.id, one.nodes.map(node => node.html.slice(0, 160)).slice(0, 3)])))"""

SECRET = 2_718_281_000
"""The first passcode that no card has."""
NAME = "Sentinel"
CARDS = 40


async def test_axe_finds_no_serious_fault(tmp_path: Path) -> None:
    if not (program() and is_there()):
        print("There is no Chromium here, or no node: nothing was looked over.")
        return
    axe = await trio.Path(HOME / "node_modules/axe-core/axe.min.js").read_text("utf-8")
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)

        async def look(page: Page) -> None:
            await page.value(f"void (() => {{ {axe} }})()")
            assert json.loads(await page.value(SERIOUS)) == []

        door = await made.browser.page(links["opponent"])
        await door.says("Sit down")
        await look(door)
        anna, ben = await made.back(host.link.way_back), await made.seat(links["opponent"], "Ben", PHONE)
        await look(ben)
        for page in (anna, ben):
            await page.click("I am ready")
        await play((anna, ben, anna), "!!document.querySelector('.phases .now')")
        for page in (anna, ben):
            for tab in ("Chat", "More", "Log"):
                await page.click(tab)
                await look(page)
        nursery.cancel_scope.cancel()


PUT_OFF = """(() => {
    const after = window.setTimeout;
    window.setTimeout = (act, wait) => wait === 20 ? after(act, wait) : 0;
    window.requestAnimationFrame = () => 0;
})()"""
"""A page that never comes to what is put off until it has painted; what a test waits with goes on."""


async def test_a_board_that_is_told_before_the_page_has_painted_is_shown(tmp_path: Path) -> None:
    """It once stood there only with the next message, ten seconds later: an echo."""
    if not program():
        print("There is no Chromium here: nothing was watched.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.back(host.link.way_back)
        await begins(anna, await made.seat(links["opponent"], "Ben"))
        page = await made.browser.page("about:blank#")
        await page.say("Page.addScriptToEvaluateOnNewDocument", source=PUT_OFF)
        await page.go(links["spectator"])
        await page.until("!!document.querySelector('.mat')")
        nursery.cancel_scope.cancel()


async def test_a_page_holds_nothing_that_its_reader_may_not_know(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no page's memory was read.")
        return
    codes = [SECRET + 7919 * number for number in range(CARDS)]
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", mode="free"))
        host.visit.send(UseDeck("#main\n" + "\n".join(map(str, codes))))
        await host.until(lambda: host.visit.model.report)
        told = [Brought(code=code, name=f"{NAME} {code}", kinds=("monster", "normal")) for code in codes]
        host.visit.send(TellFacts(tuple(told)))
        ben = await made.seat(links["opponent"], "Ben")
        watcher = await made.browser.page(links["spectator"])
        await ben.click("I am ready")
        host.visit.send(Ready())
        await begun(host, ben)
        view = host.visit.model.view
        assert view is not None
        await ben.until(f"{KEPT}.then(all => JSON.parse(all)[0]?.draft?.records.length > 1000)")
        for page in (ben, watcher):
            await page.until("document.querySelectorAll('.hand .card.back').length >= 5")
            assert not await held(page, codes), "a hand and a Deck of somebody else's are backs alone"
        shown = view.pile(0, "hand").handles[0]
        host.visit.send(Move((shown,), (Place(0, "graveyard"),)))
        for page in (ben, watcher):
            await page.says(f"{NAME} {view.cards[shown].code}")
            assert await held(page, codes) == {view.cards[shown].code}, "what was shown, and nothing else"
        nursery.cancel_scope.cancel()


async def begun(host: Somebody, page: Page) -> None:
    """Whoever is asked who begins says so; back once hands are drawn."""
    for _ in range(200):
        if (view := host.visit.model.view) is not None and view.pile(0, "hand").handles:
            return
        if host.prompt is not None and host.prompt.kind == "order":
            await host.pick()
        await step(page)
        await page.value("new Promise(done => setTimeout(done, 30))")
    raise AssertionError("the duel did not begin")


def unpacked(one: dict[str, Any]) -> Iterator[bytes]:
    """The records of a replay in a page's storage, finished or not, before they are compressed."""
    if one["data"]:
        yield b"".join(map(msgpack.packb, records(base64.b64decode(one["data"]))))
    if one["draft"]:
        yield base64.b64decode(one["draft"]["records"])


async def held(page: Page, codes: list[int]) -> set[int]:
    """Which of these passcodes stand anywhere in a page's memory, storage or text, or came over its wire."""
    storage = await page.value("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    replays = await kept(page)
    told = await page.heap() + storage + await page.value("document.documentElement.outerHTML")
    told += json.dumps(replays)
    wire = b"".join([*page.frames, *(records for one in replays for records in unpacked(one))])
    return {code for code in codes if str(code) in told or code.to_bytes(4, "big") in wire}
