"""Drags with a finger: where they begin, what they mark, and that a hand still scrolls sideways."""

from __future__ import annotations

from pathlib import Path

import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.chromium import PHONE, Page, program
from tests.browser.drivers.fingers import REST_S, find_point, moused, tap, touch, touched
from tests.browser.hands.test_every_row import begin
from tests.browser.playing import Tables, tables

DRAGGED = "!!document.querySelector('.dragged')"
CARD = ".hand.own .card"
ROWS_THERE = "!!document.querySelector('.hand-rows [data-row]')"
SETTLED = "new Promise(done => setTimeout(done, 60))"
COUNT_DRAGS = """void (window.drags = 0, new MutationObserver(() => {
    drags += !!document.querySelector('.dragged');
}).observe(document.body, {childList: true}))"""
NARROW = """Object.assign(document.querySelector('.hand.own').style, {
    width: '180px', overflowX: 'auto', gridTemplateColumns: 'repeat(9, 76px)', justifyContent: 'start'})"""
"""Makes the hand narrower than its cards, each of which keeps its width."""


async def test_a_finger_drags_once_it_has_moved_far_enough(tmp_path: Path) -> None:
    """Seen to fail: none of this had a test; a finger that trembled could have dragged."""
    if not program():
        print("There is no Chromium here: nothing was dragged.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        page = await seat_page(made, nursery)
        await page.until(f"document.querySelectorAll('{CARD}').length >= 5")
        x, y = await find_point(page, CARD)
        await page.value(COUNT_DRAGS)
        await page.send_together(
            touched("touchStart", x, y), touched("touchMove", x, y - 6), touched("touchEnd")
        )
        await page.until(ROWS_THERE)
        assert await page.value("drags") == 0, "six pixels are a tremble"
        await page.press_key("Escape")
        await page.until("!document.querySelector('dialog[open]')")

        x, y = await find_point(page, CARD)
        await page.send_together(touched("touchStart", x, y), touched("touchMove", x, y - 30))
        await page.until(f"{DRAGGED} && drags && document.querySelectorAll('.goal').length > 3")
        seat = await page.value("document.querySelector('.hand.own').dataset.zone[0]")
        assert await page.value(
            f"document.querySelector('[data-zone=\"{seat}:graveyard\"]').matches('.goal')"
        )
        assert not await page.value(f"!!document.querySelector('[data-zone=\"{seat}:hand\"].goal')")
        held = await page.value(f"document.querySelectorAll('{CARD}').length")
        await touch(page, "touchMove", 195, 840)
        await touch(page, "touchEnd")
        await page.until(f"!({DRAGGED}) && !document.querySelector('.goal, dialog[open]')")
        assert await page.value(f"document.querySelectorAll('{CARD}').length") == held, "it fell back"
        assert not page.complaints
        nursery.cancel_scope.cancel()


async def test_a_hand_scrolls_sideways(tmp_path: Path) -> None:
    """A finger that moves sideways in a hand that is wider than its place scrolls it, and drags no card."""
    if not program():
        print("There is no Chromium here: nothing was dragged.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        page = await seat_page(made, nursery)
        await page.until(f"document.querySelectorAll('{CARD}').length >= 5")
        await page.value(f"void {NARROW}")
        wide = "document.querySelector('.hand.own').scrollWidth"
        assert await page.value(wide) > 250
        await page.value("window.cancels = 0, document.addEventListener('pointercancel', () => ++cancels), 0")
        x, y = await find_point(page, f"{CARD}:nth-child(2)")
        await page.send_together(touched("touchStart", x, y), touched("touchMove", x - 12, y))
        for moved in (30, 60, 90):
            await touch(page, "touchMove", x - moved, y)
        await page.until("cancels === 1 && document.querySelector('.hand.own').scrollLeft > 20")
        await trio.sleep(REST_S)
        await touch(page, "touchMove", x - 91, y)
        await touch(page, "touchEnd")
        assert not await page.value(DRAGGED)
        await page.value(SETTLED)
        assert not await page.value("!!document.querySelector('dialog[open]')"), "no menu either"
        await tap(page, f"{CARD}:last-child")
        await page.until(ROWS_THERE)
        assert not page.complaints
        nursery.cancel_scope.cancel()


NOWHERE = (3, 3)
"""A point of the page at which no card is dropped."""


async def test_a_click_right_after_a_drag_is_no_part_of_it(tmp_path: Path) -> None:
    """Seen to fail: for a moment after a drag, every click was taken for its end."""
    if not program():
        print("There is no Chromium here: nothing was dragged.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        page = await seat_page(made, nursery)
        await page.until(f"document.querySelectorAll('{CARD}').length >= 5")
        x, y = await find_point(page, CARD)
        other = await find_point(page, f"{CARD}:last-child")
        drag = (("mousePressed", x, y), ("mouseMoved", x, y - 40), ("mouseMoved", *NOWHERE))
        click = (("mousePressed", *other), ("mouseReleased", *other))
        events = (*drag, ("mouseReleased", *NOWHERE), *click)
        await page.send_together(*(moused(*event) for event in events))
        await page.until(ROWS_THERE)
        assert not page.complaints
        nursery.cancel_scope.cancel()


async def test_a_tap_after_a_card_was_chosen_is_no_part_of_that(tmp_path: Path) -> None:
    """Seen to fail: where the browser took the finger that chose a card, as for a scroll, the next tap did
    nothing.
    """
    if not program():
        print("There is no Chromium here: nothing was chosen.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        page = await seat_page(made, nursery)
        await page.until(f"document.querySelectorAll('{CARD}').length >= 5")
        await touch(page, "touchStart", *await find_point(page, CARD))
        await page.until(f"!!document.querySelector('{CARD}.picked')")
        await touch(page, "touchCancel")
        await tap(page, f"{CARD}:last-child")
        await page.until(ROWS_THERE)
        assert not page.complaints
        nursery.cancel_scope.cancel()


async def seat_page(made: Tables, nursery: trio.Nursery) -> Page:
    """Return a page on a phone with its hand at a free table."""
    anna, _ = await begin(nursery, made.port, Settings(mode="free", pace="off"))
    page = await made.browser.page(anna.visit.return_link, PHONE)
    await page.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    await page.click("Return to your seat")
    await page.until("!!document.querySelector('.table-bar .table-menu')")
    return page
