"""Every screen of a match and of its replays, on a desk in Chinese and on a phone in English: axe finds no
serious fault in it, nothing is wider than the window, and a picture of it is saved (FACEDOWN_SHOTS).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_shared.protocol.messages import Clock, Settings
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.browser.node import HOME, is_there
from tests.browser.playing import DECK, play, step, tables
from tests.browser.playing import shots as shots

SERIOUS = """axe.run(document, {resultTypes: ['violations'], %s})
    .then(found => JSON.stringify(found.violations
    .filter(one => ['serious', 'critical'].includes(one.impact))
    .map(one => [one.id, one.nodes.map(node => node.html.slice(0, 160)).slice(0, 3)])))"""
COLOURS = "runOnly: ['color-contrast', 'link-in-text-block']"
"""What other colours can change."""
SCHEMES = {
    "light": [{"name": "prefers-color-scheme", "value": "light"}],
    "dark": [{"name": "prefers-color-scheme", "value": "dark"}],
    "more contrast": [{"name": "prefers-contrast", "value": "more"}],
}
"""Settings of a reader's system for colours. Forced colours are not among them: axe reads the page's own."""
WIDER = "document.documentElement.scrollWidth - innerWidth"
IN_SIGHT = """(() => {
    const [box, foot] = ['.decks .report', '.gathering > .buttons']
        .map(one => document.querySelector(one).getBoundingClientRect());
    return box.top >= 0 && box.bottom <= foot.top;
})()"""
STILL = "Promise.all(document.getAnimations().map(one => one.finished.catch(() => 0)))"
"""Waits until animations are over: half way an element is faint."""

SCREENS = {
    "menu": "[role=menu]", "dialog": "dialog[open]", "zone": ".place.open", "chain": ".chain",
    "cards": "dialog[open] .choice", "read": "dialog[open] .picked-text",
    "question": ".prompt .buttons button",
}  # fmt: skip
"""What appears in a duel sooner or later, and how it is recognised; shuffles decide which of them appear."""
SURE = {"menu", "question"}
MAX_STEPS = 160


@dataclass
class Look:
    """Checks pages, and saves pictures of them."""

    shots: Path
    axe: str
    faults: list[str] = field(default_factory=list)

    async def at(self, page: Page, name: str) -> None:
        """Check the screen as it is."""
        await page.value(STILL)
        await page.take_picture(self.shots / f"browser-{name}.png")
        if not await page.value("!!window.axe"):
            await page.value(f"void (() => {{ {self.axe} }})()")
        self.faults += [f"{name}: {fault}" for fault in json.loads(await page.value(SERIOUS % ""))]
        for scheme, features in SCHEMES.items():
            await page.send_command("Emulation.setEmulatedMedia", features=features)
            found = json.loads(await page.value(SERIOUS % COLOURS))
            self.faults += [f"{name}, {scheme}: {fault}" for fault in found]
        await page.send_command("Emulation.setEmulatedMedia", features=[])
        if (wider := await page.value(WIDER)) > 0:
            self.faults.append(f"{name}: wider than the window by {wider}")


async def test_every_screen_can_be_read_by_everybody(tmp_path: Path, shots: Path) -> None:
    if not (program() and is_there()):
        print("There is no Chromium here, or no node: nothing was looked over.")
        return
    look = Look(shots, await trio.Path(HOME / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", best_of=3, clock=Clock(600, 20)))
        open_page = made.browser.page
        desk = await open_page(host.visit.return_link, DESK, language="zh-CN")
        phone = await open_page(links["opponent"], PHONE)
        await phone.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        home = await open_page(f"http://127.0.0.1:{made.port}/", PHONE)
        await look.at(home, "home-phone")
        await check_first_pages(look, desk, phone)
        watcher = await open_page(links["spectator"], PHONE, language="zh-CN")
        await watcher.until("!!document.querySelector('.gathering')")
        await look.at(watcher, "waiting-phone")
        await check_duel(look, desk, phone, watcher)
        await check_after_duel(look, desk, phone, watcher)
        made.process.kill()
        await phone.until("new Promise(done => setTimeout(() => done(true), 1500))")
        lost = "document.body.innerText.includes('Connection lost')"
        assert not await phone.value(lost), "what is over is not lost"
        assert not look.faults, "\n".join(look.faults)
        nursery.cancel_scope.cancel()


async def check_first_pages(look: Look, desk: Page, phone: Page) -> None:
    """Check the first page and the choice of a deck."""
    for page, name in ((desk, "desk"), (phone, "phone")):
        await page.until("!!document.querySelector('.door')")
        await look.at(page, f"door-{name}")
        if page is phone:
            await page.type(".door input", "Ben")
        await page.click(".door .main")
        await page.until("!!document.querySelector('.decks select')?.options[1]")
        await look.at(page, f"table-{name}")
    await phone.type(".decks textarea", "ydke://no deck")
    await phone.click("Use this deck")
    await phone.wait_for_text("This deck may not be played here")
    assert await phone.until(IN_SIGHT), "the report is seen without scrolling"
    await phone.type(".decks textarea", "9" * 20_001)
    await phone.click("Use this deck")
    await phone.wait_for_text("That is too long for a deck.")
    await look.at(phone, "bad-deck-phone")
    for page in (desk, phone):
        await page.value("document.querySelector('.decks textarea').select()")
        await page.type(".decks textarea", DECK)
        await page.click(".decks .buttons .button:not(.file)")
        await page.until("!!document.querySelector('.decks .good')")
    await look.at(phone, "deck-phone")


async def check_duel(look: Look, desk: Page, phone: Page, watcher: Page) -> None:
    """Check what appears in a duel; each of it once on either page."""
    for page in (desk, phone):
        await page.click(".gathering > .buttons .main")
    await look.at(await chooser(desk, phone), "toss")
    await play((desk, phone, desk), "!!document.querySelector('.phases .now')")
    for page, name in ((desk, "desk"), (phone, "phone"), (watcher, "watching-phone")):
        await page.until("!!document.querySelector('.mat')")
        await look.at(page, f"duel-{name}")
    seen: set[tuple[str, str]] = set()
    for _ in range(MAX_STEPS):
        for page, name in ((desk, "desk"), (phone, "phone")):
            for what, selector in SCREENS.items():
                if (what, name) not in seen and await page.value(f"!!document.querySelector('{selector}')"):
                    seen.add((what, name))
                    await look.at(page, f"{what}-{name}")
            await step(page)
            await page.value("new Promise(done => setTimeout(done, 30))")
        if len(seen) == 2 * len(SCREENS):
            break
    assert {what for what, _ in seen} >= SURE
    for page, name in ((phone, "phone"), (watcher, "watching-phone")):
        for tab in ("card", "chat", "more", "log"):
            await page.value(f"document.querySelector('.tab-{tab}').click()")
            await look.at(page, f"{tab}-{name}")
    await watcher.value("document.querySelector('.pile button:not(:disabled)').click()")
    await watcher.until("!!document.querySelector('dialog[open]')")
    await look.at(watcher, "pile-watching-phone")
    await watcher.value("document.querySelector('dialog[open] header .button').click()")


async def chooser(*pages: Page) -> Page:
    """Return the page that is asked who goes first."""
    begun = trio.current_time()
    while trio.current_time() < begun + WAIT_TIMEOUT_S:
        for page in pages:
            if await page.value("!!document.querySelector('dialog[open]')"):
                return page
        await pages[0].value("new Promise(done => setTimeout(done, 30))")
    raise AssertionError("nobody is asked who begins")


async def check_after_duel(look: Look, desk: Page, phone: Page, watcher: Page) -> None:
    """Check conceding, siding, the result, the proposal of a rematch, the replays."""
    await desk.value("document.querySelector('.tab-more').click()")
    for which, name in ((3, "duel"), (4, "match")):
        await desk.click(f".more .buttons:not(.bells) .button:nth-child({which})")
        await desk.until("!!document.querySelector('.more dialog[open]')")
        await look.at(desk, f"sure-{name}-desk")
        await desk.click(".more [open] .main")
        if name == "duel":
            for page, size in ((desk, "desk"), (phone, "phone")):
                await page.until("!!document.querySelector('.siding .buttons .main')")
                await look.at(page, f"siding-{size}")
            for page in (desk, phone):
                await page.click(".siding .buttons .main")
            await play((desk, phone, desk), "!!document.querySelector('.phases .now')")
    for page, size in ((desk, "desk"), (phone, "phone"), (watcher, "watching-phone")):
        await page.until("!!document.querySelector('.result .good')")
        await look.at(page, f"result-{size}")
    await phone.click("Rematch")
    await desk.until("!!document.querySelector('.proposal .main')")
    await look.at(desk, "proposal-desk")
    for page, size in ((desk, "desk"), (phone, "phone")):
        public = await page.until("document.querySelector('.result a[href*=replay]')?.href")
        window, language = (DESK, "zh-CN") if page is desk else (PHONE, "en-US")
        shelf = await page.browser.page("about:blank#", window, page.context, language)
        for address, name, ready in (
            (public.partition("#")[0], "replays", ".shelf li"),
            (public, "replay", ".strip"),
        ):
            await shelf.go(address)
            await shelf.until(f"!!document.querySelector('{ready}')")
            await look.at(shelf, f"{name}-{size}")
        assert not [*page.complaints, *shelf.complaints], "nothing was forbidden, and nothing went wrong"
