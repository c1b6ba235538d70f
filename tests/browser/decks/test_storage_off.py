"""The page where the browser stores nothing: it says so in a sentence, and all the rest works."""

from __future__ import annotations

from pathlib import Path

from facedown_shared.decks.decks import ready_decks, to_ydk
from tests.browser.alone.test_solo import COUNT, OFFERED, begun, settled, take_steps
from tests.browser.chromium import PHONE, Page
from tests.browser.decks.test_deck_editor import RESULTS, counts, export
from tests.browser.playing import Tables, tables
from tests.browser.playing import shots as shots

BLOCKED = "This browser blocks storage for this page"
STORAGE_OFF = """(() => {
    const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {get: refuse, configurable: true});
})();"""
"""What a browser does that blocks all storage of a site."""


async def open_blocked(made: Tables, path: str) -> Page:
    """Open an address of the server in a page whose browser blocks storage."""
    page = await made.browser.page(f"http://127.0.0.1:{made.port}/", PHONE)
    await page.send_command("Page.addScriptToEvaluateOnNewDocument", source=STORAGE_OFF)
    await page.go(f"http://127.0.0.1:{made.port}{path}")
    return page


async def test_decks_are_built_and_exported_without_storage(tmp_path: Path, shots: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    async with tables(tmp_path) as made:
        page = await open_blocked(made, "/decks")
        await page.wait_for_text(BLOCKED)
        await page.take_picture(shots / "storage-off-decks-390x844.png")
        await page.type(".import textarea", to_ydk(deck))
        await page.click("Open this deck")
        await page.wait_for_text("This deck may be played.")
        await counts(page, f"{len(deck.main)},{len(deck.extra)},{len(deck.side)}")
        await page.click("Search")
        await page.until(f"{RESULTS} > 0")
        await page.click("Save")
        await page.wait_for_text(BLOCKED)
        await page.take_picture(shots / "storage-off-editor-390x844.png")
        assert "#main" in await export(page)
        assert page.complaints == []


async def test_solo_play_without_storage(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as made:
        page = await open_blocked(made, "/new#solo")
        await page.wait_for_text("Solo: both sides yourself")
        await page.take_picture(shots / "storage-off-solo-390x844.png")
        await page.wait_for_text(BLOCKED)
        await page.click("Begin")
        await page.click("Return to your seat")  # the address has brought it over
        await page.click("I am ready")
        await begun(page)
        await take_steps(page, 6)
        last = await settled(page)
        await page.click("Take back (Ctrl+Z)")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        await page.click("Line…")
        await page.wait_for_text("This browser stores nothing: save lines as files.")
        await page.take_picture(shots / "storage-off-line-390x844.png")
        await page.reload()
        await page.click("Return to your seat")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        assert page.complaints == []
