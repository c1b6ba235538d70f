"""Helper verbs: tables on a server process, seats and spectators in pages, and picking the first option."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trio

from facedown_shared.protocol.messages import CreateTable, Settings
from tests.browser.chromium import DESK, Chromium, Page, chromium
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.reliability.processes import QUIET, HeadlessClient, server_process

STEP = """(() => {
    const usable = one => one && !one.disabled && one.offsetParent !== null;
    const first = (...all) => all.flatMap(one => [...document.querySelectorAll(one)]).find(usable);
    const one = first('[role=menu] button', 'dialog[open] .main',
            'dialog[open] button[data-option]:not(.picked)', '.place.open', '.prompt .main')
        || first('.hand.own .card.open:not(.picked)', '.zone .card.open:not(.picked)')
        || first('.prompt .buttons button:not(.quiet)')
        || [...document.querySelectorAll('.phases .open')].at(-1);
    if (one) one.click();
    return one ? String(one.getAttribute('aria-label') || one.innerText) : '';
})()"""
"""Picks the first option: in an open dialog, a menu, a zone; a card; at last the last phase."""
OFFER = STEP.replace("if (one) one.click();", "")
"""The option that STEP would pick; "" while the page waits for the server."""

KEPT = """(async () => {
    const ask = one => new Promise(done => { one.onsuccess = () => done(one.result); });
    if (!(await indexedDB.databases()).length) return '[]';
    const opened = await ask(indexedDB.open('facedown', 1));
    const all = await ask(opened.transaction('replays').objectStore('replays').getAll());
    const text = bytes => bytes && btoa(String.fromCharCode(...bytes));
    return JSON.stringify(all.map(one => ({...one, data: text(one.data),
        draft: one.draft && {...one.draft, records: text(one.draft.records)}})));
})()"""
"""The whole content of its storage of replays; bytes in Base64."""

DUEL_TIMEOUT_S = 400
"""Seconds within which a duel must reach its goal, on a busy machine."""

DECK = "\n".join([
    "#main",
    *(
        code
        for code in (
            "26202165", "78010363", "57617178", "55761792", "70781052", "72299832", "30113682", "83968380",
            "12607053", "5318639", "17814387", "60082869", "70046172",
        )
        for _ in range(3)
    ),
    "14087893", "#extra", "!side", "44095762", "44095762",
])  # fmt: skip
"""Cards that search, need Tributes, and can be chained."""


@dataclass
class Tables:
    """A server, a browser, and the links of the host of a table of ours."""

    browser: Chromium
    process: trio.Process
    port: int
    folder: Path

    async def table(
        self, nursery: trio.Nursery, settings: Settings = QUIET
    ) -> tuple[HeadlessClient, dict[str, str]]:
        """Open a table; return its host and its links."""
        host = HeadlessClient("Anna", self.port, CreateTable(settings))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.links)
        return host, {role: rows[0][1] for role, rows in host.visit.model.links.items()}

    async def seat(self, link: str, name: str, size: tuple[int, int] = DESK, deck: str = "") -> Page:
        """Open a page that sits down by a click, with a deck."""
        page = await self.browser.page(link, size)
        await page.type(".door input", name)
        await page.click("Sit down")
        return await self._bring(page, deck)

    async def reopen(self, link: str, deck: str = "") -> Page:
        """Open a page that resumes the seat of a link."""
        page = await self.browser.page(link)
        await page.click("Return to your seat")
        return await self._bring(page, deck)

    async def _bring(self, page: Page, deck: str) -> Page:
        await page.wait_for_text("I am ready")
        if deck:
            await page.type(".decks textarea", deck)
            await page.click("Use this deck")
            await page.wait_for_text("This deck may be played")
        return page


@asynccontextmanager
async def tables(folder: Path, *more: str, flags: Sequence[str] = ()) -> AsyncIterator[Tables]:
    """Run a real server with `more` arguments, and a browser with `flags`."""
    async with server_process(folder, 0, *more) as (process, port), chromium(*flags) as browser:
        yield Tables(browser, process, port, folder)


class DuelNotFound(AssertionError):
    """The event did not occur in any duel: shuffles are random."""


async def step(page: Page) -> str:
    """Pick the first option, once there is one."""
    return str(await page.value(STEP))


async def play(pages: tuple[Page, ...], until: str, most: int = 600) -> None:
    """Play until the last page says so; waiting is no step. Raises DuelNotFound."""
    taken = 0
    with trio.move_on_after(DUEL_TIMEOUT_S):
        while taken < most:
            if await pages[-1].value(until):
                return
            for page in pages[:-1]:
                taken += bool(await step(page))
                await page.value("new Promise(done => setTimeout(done, 30))")
    raise DuelNotFound(f"in {most} steps it did not come to {until}")


async def begin_match(*pages: Page) -> None:
    """Make both ready, and choose who goes first."""
    for page in pages:
        await page.click("I am ready")
    await play((*pages, pages[0]), "!!document.querySelector('.phases .now')")


async def begin_by_hand(
    made: Tables, nursery: trio.Nursery, settings: Settings, deck: str = "", size: tuple[int, int] = DESK
) -> tuple[Page, Page]:
    """Open a table by hand in two pages, and begin; return the host's, and the other, which has this size."""
    host, links = await made.table(nursery, settings)
    pages = (
        await made.reopen(host.visit.return_link, deck), await made.seat(links["opponent"], "Ben", size, deck)
    )  # fmt: skip
    for page in pages:
        await page.click("I am ready")
    await play((*pages, pages[0]), "!!document.querySelector('.table-bar')", 60)
    for page in pages:
        await page.until("['.table-bar', '.hand.own .card'].every(one => document.querySelector(one))")
    return pages


async def until_alike(expression: str, page: Page, other: Page) -> None:
    """Wait until an expression has the same value in two pages."""
    found: tuple[Any, Any] = (None, None)
    with trio.move_on_after(WAIT_TIMEOUT_S):
        while True:
            found = await page.value(expression), await other.value(expression)
            if found[0] == found[1]:
                return
            await page.value("new Promise(done => setTimeout(done, 50))")
    raise AssertionError(f"{expression}: {found[0]!r} in one page, {found[1]!r} in the other")


async def concede(page: Page, what: str) -> None:
    """Concede, and confirm it."""
    await page.click("More")
    await page.click(what)
    await page.click(".more [open] .main")


async def hide(page: Page, *, hidden: bool) -> None:
    """Let a page believe that it is in the background, or back."""
    told = f"{{get: () => {str(hidden).lower()}, configurable: true}}"
    await page.value(
        f"Object.defineProperty(document, 'hidden', {told});"
        "void document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))"
    )


async def stored_replays(page: Page) -> list[dict[str, Any]]:
    """Return the replays in a page's storage."""
    return list(json.loads(await page.value(KEPT)))


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Return the folder for pictures: the one FACEDOWN_SHOTS names, or one of pytest's."""
    folder = Path(os.environ.get("FACEDOWN_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
