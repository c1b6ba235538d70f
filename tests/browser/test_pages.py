"""What a page shows: its messages, as soon as they arrive; and nothing in its memory or storage that its
reader may not know.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import trio

from facedown_shared.protocol.gestures import Move
from facedown_shared.protocol.messages import Ready, Settings, TellFacts, UseDeck
from facedown_shared.protocol.provided_facts import ProvidedFacts
from facedown_shared.tables.zones import Place
from tests.browser.chromium import Page, program
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.browser.drivers.keyboard import HOLD_FRAMES
from tests.browser.playing import KEPT, begin_match, step, stored_replays, tables
from tests.browser.test_replay import records
from tests.reliability.processes import HeadlessClient

MIN_UNKNOWN_PASSCODE = 2_718_281_000
"""The first passcode that no card has."""
NAME = "Sentinel"
DECK_CARDS = 40


async def test_a_board_that_is_told_before_the_page_has_painted_is_shown(tmp_path: Path) -> None:
    """It was once shown only with the next message, ten seconds later: an echo."""
    if not program():
        print("There is no Chromium here: nothing was watched.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        await begin_match(anna, await made.seat(links["opponent"], "Ben"))
        page = await made.browser.page("about:blank#")
        await page.send_command("Page.addScriptToEvaluateOnNewDocument", source=HOLD_FRAMES)
        await page.go(links["spectator"])
        await page.until("!!document.querySelector('.mat')")
        nursery.cancel_scope.cancel()


async def test_a_page_holds_nothing_that_its_reader_may_not_know(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no page's memory was read.")
        return
    codes = [MIN_UNKNOWN_PASSCODE + 7919 * number for number in range(DECK_CARDS)]
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", mode="free"))
        host.visit.send(UseDeck("#main\n" + "\n".join(map(str, codes))))
        await host.wait_until(lambda: host.visit.model.report)
        told = [
            ProvidedFacts(code=code, name=f"{NAME} {code}", kinds=("monster", "normal")) for code in codes
        ]
        host.visit.send(TellFacts(tuple(told)))
        ben = await made.seat(links["opponent"], "Ben")
        watcher = await made.browser.page(links["spectator"])
        await ben.click("I am ready")
        host.visit.send(Ready())
        await begin_duel(host, ben)
        view = host.visit.model.view
        assert view is not None
        await ben.until(f"{KEPT}.then(all => JSON.parse(all)[0]?.draft?.records.length > 1000)")
        for page in (ben, watcher):
            await page.until("document.querySelectorAll('.hand .card.back').length >= 5")
            assert not await passcodes_in_memory(page, codes), (
                "a hand and a Deck of somebody else's are backs alone"
            )
        shown = view.pile(0, "hand").handles[0]
        host.visit.send(Move((shown,), (Place(0, "graveyard"),)))
        for page in (ben, watcher):
            await page.wait_for_text(f"{NAME} {view.cards[shown].code}")
            assert await passcodes_in_memory(page, codes) == {view.cards[shown].code}, (
                "what was shown, and nothing else"
            )
        nursery.cancel_scope.cancel()


FLOOD = """(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) { window.socket = this; send.call(this, data); };
    window.flood = bytes => { for (let at = 0; at < 3000; at++) send.call(window.socket, bytes); };
})()"""
PING = f"Uint8Array.from({[*msgpack.packb({'m': 'ping', 'number': 1})]})"


async def test_a_page_that_floods_the_server_is_sent_away_alone_and_comes_back(tmp_path: Path) -> None:
    """The limits of the wire hold for a browser as for any client."""
    if not program():
        print("There is no Chromium here: nobody flooded from a page.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        await begin_match(anna, await made.seat(links["opponent"], "Ben"))
        page = await made.browser.page("about:blank#")
        await page.send_command("Page.addScriptToEvaluateOnNewDocument", source=FLOOD)
        await page.go(links["spectator"])
        await page.until("!!document.querySelector('.mat')")
        await page.value(f"flood({PING})")
        await page.wait_for_text("Connection lost")
        await page.until("!document.body.innerText.includes('Connection lost')")
        assert not await anna.value("document.body.innerText.includes('Connection lost')")
        nursery.cancel_scope.cancel()


async def begin_duel(host: HeadlessClient, page: Page) -> None:
    """Choose who goes first for the player who is asked; return once hands are drawn."""
    begun = trio.current_time()
    while trio.current_time() < begun + WAIT_TIMEOUT_S:
        if (view := host.visit.model.view) is not None and view.pile(0, "hand").handles:
            return
        if host.prompt is not None and host.prompt.kind == "order":
            await host.pick()
        await step(page)
        await page.value("new Promise(done => setTimeout(done, 30))")
    raise AssertionError("the duel did not begin")


def unpack_records(one: dict[str, Any]) -> Iterator[bytes]:
    """Return the records of a replay in a page's storage, finished or not, before they are compressed."""
    if one["data"]:
        yield b"".join(map(msgpack.packb, records(base64.b64decode(one["data"]))))
    if one["draft"]:
        yield base64.b64decode(one["draft"]["records"])


async def passcodes_in_memory(page: Page, codes: list[int]) -> set[int]:
    """Return which of these passcodes are anywhere in a page's memory, storage or text, or were sent to
    it.
    """
    storage = await page.value("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    replays = await stored_replays(page)
    told = await page.heap() + storage + await page.value("document.documentElement.outerHTML")
    told += json.dumps(replays)
    wire = b"".join([*page.frames, *(records for one in replays for records in unpack_records(one))])
    return {code for code in codes if str(code) in told or code.to_bytes(4, "big") in wire}
