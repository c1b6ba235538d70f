"""A page accepts no yes within half a second of a change of what it would agree to, and shows the change."""

from __future__ import annotations

from pathlib import Path

import trio

from facedown_shared.protocol.messages import ChangeMode, Propose, Ready, Settings
from tests.browser.chromium import program
from tests.browser.playing import DECK, tables

WATCH = """(() => {
    window.held = [];
    new MutationObserver(() => {
        const yes = [...document.querySelectorAll('.gathering .main, .proposal .main')]
            .find(one => one.disabled);
        if (!yes || !document.body.innerText.includes('Just changed')) return;
        yes.click();
        window.held.push(yes.innerText.trim());
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
    return true;
})()"""
"""Clicks at once on a button that takes no press yet, and records it."""


async def test_a_page_waits_with_ready_and_yes(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no page was asked anything.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off"))
        ben = await made.seat(links["opponent"], "Ben", deck=DECK)
        await ben.value(WATCH)
        await ben.value("new Promise(done => setTimeout(done, 600))")
        host.visit.send(ChangeMode("half"))
        await ben.until("held.includes('I am ready')")
        await ben.until("!document.body.innerText.includes('Just changed')")
        model = host.visit.model
        assert model.table is not None
        assert not model.table.seats[1].ready
        await ben.value("void (held.length = 0)")
        host.visit.send(ChangeMode("rules"))
        await ben.until("held.length > 0 && !document.body.innerText.includes('Just changed')")
        await ben.click("I am ready")
        host.visit.send(Ready())
        await host.wait_until(lambda: model.table and model.table.stage == "order")
        if model.table.chooser == 0:
            await host.wait_until(lambda: model.prompt)
            await host.pick()
        else:
            await ben.click("[data-option]")
        await host.wait_until(lambda: model.table and model.table.stage == "duel")
        host.visit.send(Propose("pause"))
        await ben.until("!!document.querySelector('.proposal .main:enabled')")
        await ben.value("void (held.length = 0)")
        host.visit.send(Propose("draw"))
        await ben.until("held.includes('Yes')")
        await ben.until("!!document.querySelector('.proposal .main:enabled')")
        assert model.table.stage == "duel"
        await ben.click("Yes")
        await host.wait_until(lambda: model.table and model.table.stage == "over")
        nursery.cancel_scope.cancel()
