"""Several cards chosen together by keys, with Ctrl and by a finger that rests, and moved as one gesture."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.browser.chromium import DESK, Page, program
from tests.browser.drivers.fingers import drag_by_mouse, find_point, moused, tap, touch
from tests.browser.hands.test_free_table import FREE, change_life, choose
from tests.browser.playing import DECK, begin_by_hand, tables
from tests.browser.playing import shots as shots

CHOSEN = "document.querySelectorAll('.hand.own .card.picked').length"
HAND = "document.querySelectorAll('.hand.own .card').length"
SIZES = {"phone": (390, 844), "sideways": (844, 390), "small": (320, 568), "small-sideways": (568, 320)}
MODIFIERS = {"ctrl": 2, "shift": 8}


async def rest_finger_on(page: Page, selector: str) -> None:
    """Rest a finger on a card until that is chosen."""
    await touch(page, "touchStart", *await find_point(page, selector))
    await page.until(f"!!document.querySelector('{selector}.picked')")
    await touch(page, "touchEnd")


async def press_with_ctrl(page: Page, selector: str) -> None:
    """Click with Ctrl held down."""
    x, y = await find_point(page, selector)
    kinds = ("mousePressed", "mouseReleased")
    await page.send_together(*(moused(kind, x, y, MODIFIERS["ctrl"]) for kind in kinds))


async def press_shift_enter_on(page: Page, selector: str) -> None:
    """Focus what a selector finds, and press Shift and Enter."""
    await page.value(f"document.querySelector({selector!r}).focus()")
    for kind in ("keyDown", "keyUp"):
        await page.send_command(
            "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", modifiers=MODIFIERS["shift"],
            windowsVirtualKeyCode=13, text="\r" if kind == "keyDown" else "",
        )  # fmt: skip


IN_SIGHT = """['.chosen-menu', '.choose-none'].map(one => document.querySelector(one)).every(one => {
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return [[x, box.top + 1], [x, box.bottom - 1], [box.left + 1, y], [box.right - 1, y]].every(point =>
        one.contains(document.elementFromPoint(...point)));
})"""
"""Whether the buttons for chosen cards are visible as a whole."""


async def take_pictures(page: Page, shots: Path, name: str, *, until: str = "true") -> None:
    """Take a picture of the page in each size of a phone, in which a condition must hold."""
    for size, wide_high in SIZES.items():
        await page.resize(wide_high)
        await page.take_picture(shots / f"{name}-{size}.png")
        assert await page.until(until), f"{name}, {size}"
    await page.resize(DESK)


async def test_chosen_cards_move_as_one_gesture(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: each card had a menu of its own, and a press with Ctrl opened it; on a small phone the
    buttons for the chosen cards were scrolled away.
    """
    if not program():
        print("There is no Chromium here: no cards were chosen.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, ben = await begin_by_hand(made, nursery, FREE, DECK)
        await anna.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        held = await anna.value(HAND)
        seat = await anna.value("Number(document.querySelector('.hand.own').dataset.zone[0])")
        heap = f"document.querySelector('[data-zone=\"{seat}:graveyard\"] b').textContent"
        await press_with_ctrl(anna, ".hand.own .card:nth-child(1)")
        await rest_finger_on(anna, ".hand.own .card:nth-child(2)")
        await press_shift_enter_on(anna, ".hand.own .card:nth-child(3)")
        await anna.until(f"{CHOSEN} === 3")
        assert not await anna.value("!!document.querySelector('dialog[open]')"), "choosing opens nothing"
        await take_pictures(anna, shots, "chosen", until=IN_SIGHT)
        await press_shift_enter_on(anna, ".hand.own .card:nth-child(3)")
        await anna.until(f"{CHOSEN} === 2")
        await press_with_ctrl(anna, ".hand.own .card:nth-child(3)")
        await tap(anna, ".chosen-menu")
        await anna.until("!!document.querySelector('.hand-rows [data-row]')")
        await take_pictures(anna, shots, "chosen-menu")
        await choose(anna, "To the Graveyard")
        for page in (anna, ben):
            await page.until(f"{heap} === '3'")
        await anna.until(f"{HAND} === {held - 3}")
        await anna.until("!document.querySelector('.chosen-menu')")  # they are not chosen any more
        await anna.click("Take back")
        await ben.click("Yes")
        await anna.until(f"{heap} === '0' && {HAND} === {held}")
        for number in (1, 2):
            await press_with_ctrl(anna, f".hand.own .card:nth-child({number})")
        await anna.until(f"{CHOSEN} === 2")
        await drag_by_mouse(anna, ".hand.own .card:nth-child(2)", f"[data-zone='{seat}:graveyard']")
        await ben.until(f"{heap} === '2'")
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()


async def test_the_strip_of_phases_leads_to_each_phase(tmp_path: Path) -> None:
    """Seen to fail: at a free table no phase of the strip could be pressed."""
    if not program():
        print("There is no Chromium here: no phase was pressed.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        pages = await begin_by_hand(made, nursery, FREE)
        is_own = "!!document.querySelector('.phases button:enabled:not(.now)')"
        own, other = pages if await pages[0].value(is_own) else reversed(pages)
        await other.until("!!document.querySelector('.phases .now')")
        assert not await other.value(is_own), "only the turn player goes on"
        for phase in ("battle", "main1", "end"):
            await tap(own, f".phases [data-phase={phase}]")
            for page in pages:
                await page.until(f"document.querySelector('.phases .now').dataset.phase === '{phase}'")
        nursery.cancel_scope.cancel()


async def check_records_after_reload(page: Page, step: int) -> None:
    """Reload, and find the notes and what happened in the last steps before this one."""
    await page.reload()
    await page.click("More")
    await page.click("Steps…")
    await page.until("!!document.querySelector('.steps-list button')")
    text = "document.querySelector('[data-step=\"%s\"]')?.innerText.includes('%s')"
    await page.until(text % (step - 2, "500"))  # a reload keeps what happened in each step
    await page.until(text % (step - 1, "1500"))  # also in those that were taken back
    await page.press_key("Escape")
    await page.click("Notes…")
    await page.until("document.querySelector('dialog textarea')?.value === 'two traps set'")


async def test_what_happened_is_looked_up(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: Life had no history, and no step but the last could be gone back to.

    After a reload the steps were bare numbers.
    """
    if not program():
        print("There is no Chromium here: nothing was looked up.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, ben = await begin_by_hand(made, nursery, FREE, DECK)
        total = "document.querySelector('.player.near .life b').textContent"
        for text, life in (("-500", "7500"), ("-1500", "6000"), ("+250", "6250")):
            await change_life(anna, text)
            await anna.until(f"{total} === '{life}'")
        await tap(anna, ".player.near .life")
        totals = "[...document.querySelectorAll('.records b')].map(one => one.textContent).join()"
        await anna.until(f"{totals} === '6250,6000,7500,8000'")
        await take_pictures(anna, shots, "history")
        await anna.press_key("Escape")
        await anna.click("More")
        await anna.click("Steps…")
        await anna.until("document.querySelector('.steps-list [aria-current]')?.innerText.includes('250')")
        await take_pictures(anna, shots, "steps")
        step = await anna.value("Number(document.querySelector('.steps-list [aria-current]').dataset.step)")
        await anna.until(f"document.querySelector('[data-step=\"{step - 1}\"]').innerText.includes('1500')")
        await tap(anna, f".steps-list [data-step='{step - 2}']")
        await ben.click("Yes")
        for page in (anna, ben):
            await page.until(
                "[...document.querySelectorAll('.life b')].some(one => one.textContent === '7500')"
            )
        await anna.click("Notes…")
        await anna.type("dialog textarea", "two traps set")
        await anna.press_key("Escape")
        await anna.until("!document.querySelector('dialog[open]')")
        await anna.click("Notes…")
        await anna.until("document.querySelector('dialog textarea')?.value === 'two traps set'")
        await check_records_after_reload(anna, step)
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()
