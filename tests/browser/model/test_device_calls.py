"""What a page has in a secure context alone: wake lock, share sheet, notification, badge. On the insecure
origin of a server in a home network none of it is shown; copying, sounds and reconnecting work all the same.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from facedown_shared.protocol.messages import Prompt, PromptOver, Seated
from facedown_shared.text.words import words
from tests.browser.board.positions import (
    CODE,
    TURN,
    at_table,
    hand_of_seven,
    messages,
    open_seated_page,
    send_to_page,
)
from tests.browser.chromium import Page, program
from tests.browser.playing import Tables, hide, tables

NAME = "shop.lan"
"""A name under which a host may run a server without a certificate."""
LINK = "http://192.168.1.20:7777/t/ABC-234#watch=0123456789"

DEVICE = """(() => {
    window.seen = {locks: 0, released: 0, badge: false, notes: [], closed: 0, asked: 0, shared: []};
    const define = (name, value) => Object.defineProperty(navigator, name, {value, configurable: true});
    define('share', async what => { seen.shared.push(what.url); });
    define('setAppBadge', async () => { seen.badge = true; });
    define('clearAppBadge', async () => { seen.badge = false; });
    const request = navigator.wakeLock && navigator.wakeLock.request.bind(navigator.wakeLock);
    if (request) navigator.wakeLock.request = async kind => {
        const lock = await request(kind);
        seen.locks++;
        lock.addEventListener('release', () => { seen.released++; });
        return lock;
    };
    const Real = window.Notification, ask = Real.requestPermission.bind(Real);
    window.Notification = class extends Real {
        constructor(title, options = {}) {
            super(title, options);
            if (title) seen.notes.push([title, options.body]);
        }
        close() { super.close(); seen.closed++; }
        static requestPermission() { seen.asked++; return ask(); }
    };
})();"""
"""Counts what a page asks of its device. Headless Chromium on Linux has neither share sheet nor badge: it is
given both, on secure and insecure origins alike.
"""
NOTIFY = ".bells button:nth-of-type(2)"
SHARE = "[...document.querySelectorAll('button')].some(one => one.innerText === 'Share…')"
NO_RETRY = "void (window.setTimeout = (after => (act, ms) => ms > 300 ? 0 : after(act, ms))(setTimeout))"
MUTE = "document.body.innerText.includes('Tap anywhere once')"


@asynccontextmanager
async def seated_page(folder: Path, name: str) -> AsyncIterator[tuple[Tables, Page]]:
    """Open a page in a duel, from the server by this name, with its menu open."""
    rule = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    async with tables(folder, "--public-host", NAME, flags=(rule,)) as made:
        first = messages(hand_of_seven())
        first[1] = Seated(CODE, 0, f"{CODE}.t", links={"spectator": (("this network", LINK),)})
        page = await open_seated_page(made.browser, made.port, first, name=name, script=DEVICE)
        await page.until("!!document.querySelector('.mat')")
        await page.click("More")
        yield made, page
        assert all("Cross-Origin-Opener-Policy" in one for one in page.complaints), (
            "it needs a secure context"
        )


async def ask(page: Page, number: int) -> None:
    """Ask the player the next question."""
    await send_to_page(page, PromptOver(number - 1), Prompt(number, "turn", words("your_turn"), TURN.options))


async def test_a_secure_page_keeps_the_screen_on_and_notifies_by_the_players_tap(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no device was asked.")
        return
    async with seated_page(tmp_path, "127.0.0.1") as (made, page):
        assert await page.value("isSecureContext")
        await page.until("seen.locks === 1")
        await hide(page, hidden=True)
        await page.until("seen.released === 1")
        await ask(page, 2)
        await page.until("seen.badge")
        assert await page.value("seen.asked + seen.notes.length") == 0, "nobody tapped for it"
        await hide(page, hidden=False)
        await page.until("seen.locks === 2 && !seen.badge")
        await made.browser.send_command(
            "Browser.setPermission", permission={"name": "notifications"}, setting="granted",
            origin=f"http://127.0.0.1:{made.port}", browserContextId=page.context,
        )  # fmt: skip
        await page.click(NOTIFY)
        await page.until(f"document.querySelector('{NOTIFY}').ariaPressed === 'true'")
        await ask(page, 3)
        await hide(page, hidden=True)
        assert await page.value("seen.notes.length") == 0, "that prompt was seen"
        await ask(page, 4)
        await page.until("seen.notes.length === 1")
        assert await page.value("seen.notes[0]") == ["Your turn", CODE], "no card is named"
        await hide(page, hidden=False)
        await page.until("seen.closed === 1")
        await page.click("Share…")
        assert await page.value("seen.shared") == [LINK]
        released = await page.value("seen.released")
        await send_to_page(page, at_table("over"))
        await page.until(f"seen.released === {released + 1}")


async def test_a_denied_notification_is_said(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was denied.")
        return
    async with seated_page(tmp_path, "127.0.0.1") as (made, page):
        await made.browser.send_command(
            "Browser.setPermission", permission={"name": "notifications"}, setting="denied",
            origin=f"http://127.0.0.1:{made.port}", browserContextId=page.context,
        )  # fmt: skip
        await page.click(NOTIFY)
        await page.wait_for_text("The browser blocks notifications of this page")
        assert await page.value(f"document.querySelector('{NOTIFY}').ariaPressed") == "false"


async def test_an_insecure_page_shows_none_of_it_and_copies_sounds_and_reconnects(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no device was asked.")
        return
    async with seated_page(tmp_path, NAME) as (_made, page):
        assert not await page.value("isSecureContext")
        assert await page.value(MUTE), "a browser plays no sound before a tap"
        await page.click("Copy the link")
        await page.wait_for_text("Copied.")
        await page.value(
            "(field => { document.body.append(field); field.focus(); })(document.createElement('input'))"
        )
        for kind in ("keyDown", "keyUp"):
            await page.send_command("Input.dispatchKeyEvent", type=kind, key="v", commands=["paste"])
        await page.until(f"document.activeElement.value === {LINK!r}")
        where = {"x": 5, "y": 5, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            await page.send_command("Input.dispatchMouseEvent", type=kind, **where)
        await page.until(f"!({MUTE})")
        await hide(page, hidden=True)
        await ask(page, 2)
        await hide(page, hidden=False)
        assert not await page.value(f"!!document.querySelector('{NOTIFY}') || {SHARE}")
        assert await page.value("[seen.locks, seen.asked, seen.notes.length, seen.badge]") == [0, 0, 0, False]
        await page.value(
            "void (window.setTimeout = (after => (act, ms) => ms > 300 ? 0 : after(act, ms))(setTimeout))"
        )
        for number, event in enumerate(("online", "pageshow"), 2):
            await page.value("lose()")
            await page.wait_for_text("Connection lost")
            await page.value(f"void dispatchEvent(new Event('{event}'))")
            await page.until(f"dialed === {number}")
        await page.value("lose()")
        await hide(page, hidden=False)
        await page.until("dialed === 4")
