"""A free table in two pages on phones: menus of cards, piles and the table, by tap and by key."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import Refused, Settings
from facedown_shared.text import Code
from tests.browser.chromium import PHONE, Page, program
from tests.browser.drivers.fingers import drag_by_mouse
from tests.browser.drivers.keyboard import HOLD_FRAMES
from tests.browser.playing import DECK, begin_by_hand, tables

FREE = Settings(mode="free", pace="off")


async def open_card(page: Page, selector: str) -> None:
    """Open the menu of the first card that fits."""
    await page.value(f"document.querySelector({selector!r}).click()")
    await page.until("!!document.querySelector('.hand-rows button')")


async def open_pile(page: Page, zone: str) -> None:
    """Open a pile of the near side with its rows."""
    await page.value(f"document.querySelector('[data-zone=\"{zone}\"] button').click()")
    await page.until("!!document.querySelector('.hand-rows button')")


async def choose(page: Page, title: str) -> None:
    """Choose a row by its title, in its group where it is in one."""
    found = f"!!document.querySelector({row_of(title)})"
    for group in range(await page.value("document.querySelectorAll('.hand-rows .group').length")):
        if await page.value(found):
            break
        await page.value(f"document.querySelectorAll('.hand-rows .group')[{group}].click()")
        await page.value(
            "new Promise(done => { let left = 30; const look = () => {"
            f" if ({found} || !left--) done(0); else setTimeout(look, 20); }}; look(); }})"
        )
    assert await page.value(found), f"no row {title}"
    await page.value(f"document.querySelector({row_of(title)}).click()")


def row_of(title: str) -> str:
    """Return the selector of a row as a JavaScript text."""
    return json.dumps(f"[data-row={json.dumps(title, ensure_ascii=False)}]")


SUMMON_ROW = """(async () => {
    const row = () => document.querySelector('.hand-rows [data-key=N]');
    for (let tries = 0; !row() && tries < 20; tries++) await new Promise(done => setTimeout(done, 50));
    return !!row();
})()"""
"""Whether the open menu has the row of a Special Summon: only a monster's has, once its group is open."""


async def play_monster(page: Page) -> None:
    """Special Summon the first monster of the hand by the key of its row and choose its zone."""
    for number in range(await page.value("document.querySelectorAll('.hand.own .card').length")):
        await page.value(f"document.querySelectorAll('.hand.own .card')[{number}].click()")
        await page.until("!!document.querySelector('.hand-rows button')")
        await page.value("document.querySelector('.hand-rows [data-group=move]')?.click()")
        if await page.value(SUMMON_ROW):
            await page.press_key("n")
            await page.until("!!document.querySelector('.place.open')")
            await page.value("document.querySelectorAll('.place.open')[2].click()")
            return
        await page.press_key("Escape")
        await page.until("!document.querySelector('.hand-rows')")
    rows = await page.value("document.querySelector('.hand.own').innerText")
    raise AssertionError(f"no monster in the hand: {rows}")


async def change_life(page: Page, text: str) -> None:
    """Change the Life Points by the table's menu."""
    await page.value("document.querySelector('.table-bar [aria-haspopup]').click()")
    await page.until("!!document.querySelector('.hand-rows button')")
    await choose(page, "Life Points…")
    await page.type(".typed input", text)
    await page.value("document.querySelector('.typed').requestSubmit()")


async def make_token(page: Page) -> None:
    """Make a Token by the table's menu."""
    await page.value("document.querySelector('.table-bar [aria-haspopup]').click()")
    await page.until("!!document.querySelector('.hand-rows button')")
    await choose(page, "A Token…")
    await page.type(".typed input", "Sheep")
    await page.value("document.querySelector('.typed').requestSubmit()")


async def test_two_pages_play_a_free_table(tmp_path: Path) -> None:
    """Seen to fail: a page had a seat at such a table, and could do nothing."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, ben = await begin_by_hand(made, nursery, FREE, DECK, PHONE)
        seat = await anna.value("Number(document.querySelector('.hand.own').dataset.zone[0])")
        for count in range(6, 12):
            await open_pile(anna, f"{seat}:deck")
            await choose(anna, "Draw")
            await anna.until(f"document.querySelectorAll('.hand.own .card').length === {count}")
        await open_card(anna, ".hand.own .card")
        assert await anna.value("document.querySelectorAll('.hand-rows > .button:not(.group)').length") <= 5
        await choose(anna, "Banish")
        await ben.until(
            f"document.querySelector('[data-zone=\"{seat}:banished\"]').textContent.includes('1')"
        )
        hand = "document.querySelectorAll('.hand.own .card').length"
        held = count - 1
        await anna.until(f"{hand} === {held}")
        await drag_by_mouse(anna, ".hand.own .card", f"[data-zone='{seat}:graveyard']")
        await ben.until(
            f"document.querySelector('[data-zone=\"{seat}:graveyard\"]').textContent.includes('1')"
        )
        await anna.until(f"{hand} === {held - 1}")
        await drag_by_mouse(anna, f"[data-zone='{seat}:deck'] button", ".hand.own")
        await anna.until(f"{hand} === {held}")
        await play_monster(anna)
        await ben.until(f"!!document.querySelector('.zone.monster[data-zone^=\"{seat}:monster\"] .card')")
        await change_life(anna, "-500")
        await ben.until("[...document.querySelectorAll('.life b')].some(one => one.textContent === '7500')")
        await make_token(anna)
        await ben.until("document.body.innerHTML.includes('Sheep')")
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()


ACT_AT_ONCE = """void (window.focused = null, new MutationObserver(() => {
    const row = document.querySelector('.hand-rows button');
    if (!row || focused !== null) return;
    focused = row === document.activeElement;
    document.querySelector('.hand-rows .group').click();
}).observe(document.body, {subtree: true, childList: true}))"""
"""Notes whether a menu has the focus as soon as it has rows, and opens its first group at once."""


async def test_the_keys_of_a_menu_wait_for_no_frame(tmp_path: Path) -> None:
    """Seen to fail: the rows got the focus a frame after they were there, and a group opened before that was
    closed again.
    """
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, _ben = await begin_by_hand(made, nursery, FREE, DECK)
        await open_card(anna, ".hand.own .card")
        await anna.press_key("Escape")
        await anna.until("!document.querySelector('.hand-rows')")
        await anna.value(HOLD_FRAMES)
        await anna.value(ACT_AT_ONCE)
        await open_card(anna, ".hand.own .card")
        assert await anna.value("focused"), "the rows have the focus as soon as they are there"
        await anna.until("!!document.querySelector('.hand-rows [aria-expanded=true] + [data-row]')")
        nursery.cancel_scope.cancel()


ASK_TOO_MUCH = """(() => {
    for (let left = 100; left; left--) document.querySelector('.table-menu').click();
    document.querySelector('.hand-menu').click();
})()"""
"""Opens more menus at once than a connection may request, the last of them another one."""
MAX_FLOODS_COUNT = 5


async def test_a_menu_that_was_refused_comes_by_itself(tmp_path: Path) -> None:
    """Seen to fail: a menu whose request was over the rate stayed at "Wait, please"."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, _ben = await begin_by_hand(made, nursery, FREE, DECK)
        for _ in range(MAX_FLOODS_COUNT):
            await anna.value(ASK_TOO_MUCH)
            await anna.until("!!document.querySelector('[data-menu=hand] button')")
            if any(map(is_too_fast, anna.frames)):
                break
            await anna.press_key("Escape")
            await anna.until("!document.querySelector('.hand-rows')")
        assert any(map(is_too_fast, anna.frames)), "the server never refused a request"
        nursery.cancel_scope.cancel()


def is_too_fast(frame: bytes) -> bool:
    """Return whether this message refuses a request over the rate."""
    message = decode_from_server(frame)
    return isinstance(message, Refused) and message.code == Code.TOO_FAST


async def test_two_pages_play_flesh_and_blood(tmp_path: Path) -> None:
    """Seen to fail: a page had a seat at such a table, and could do nothing."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        fab = Settings(format="fab", mode="free", pace="off")
        anna, ben = await begin_by_hand(made, nursery, fab, size=PHONE)
        await open_card(anna, ".hand.own .card")
        await choose(anna, "Pitch")
        for page in (ben, anna):
            await page.until("!!document.querySelector('[data-zone$=\":pitch\"] .face')")
        seat = await anna.value("Number(document.querySelector('.hand.own').dataset.zone[0])")
        await drag_by_mouse(anna, ".hand.own .card", f"[data-zone='{seat}:arsenal:0']")
        await anna.until("document.querySelectorAll('.hand-rows [data-row]').length === 2")
        await choose(anna, "Into the arsenal")
        await ben.until(f"!!document.querySelector('[data-zone=\"{seat}:arsenal:0\"] .card')")
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()
