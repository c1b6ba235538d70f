"""The opening hand is chosen at a solo table; cards without a script are carried out by hand there."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks, to_ydk
from tests import strangers
from tests.browser.alone.test_formats import choose_way
from tests.browser.alone.test_saved_decks import choose
from tests.browser.alone.test_solo import COUNT, HAND, OFFERED, begin_solo, begun, settled, take_steps
from tests.browser.chromium import DESK, PHONE, Page
from tests.browser.hands.test_half_and_half import BY_HAND, IS_COST, PASS
from tests.browser.playing import DUEL_TIMEOUT_S, step, tables
from tests.browser.playing import shots as shots

POOL = bundled_pool()
ROWS = "document.querySelectorAll('dialog[open] [data-code]')"


async def open_choice(page: Page) -> None:
    """Open the choice of the opening hand."""
    await page.click("Line…")
    await page.click("Choose the hand…")
    await page.until(f"{ROWS}.length > 0")


async def add(page: Page, code: int, copies: int) -> None:
    """Add copies of a card to the hand."""
    for _copy in range(copies):
        await page.click(f"[data-code='{code}'] .button:first-child")


async def test_the_opening_hand_is_chosen(tmp_path: Path, shots: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    one, other = [code for code in dict.fromkeys(deck.main) if deck.main.count(code) > 1][:2]
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await choose(page, 0, "Pasted deck")
        await page.type("fieldset textarea", to_ydk(deck))
        await page.click("Begin")
        await begun(page)
        await take_steps(page, 6)
        await settled(page)  # a step that follows by itself would close the choice
        await open_choice(page)
        await add(page, one, 2)
        await add(page, other, 2)
        await page.click(f"[data-code='{other}'] .quiet")
        await page.wait_for_text("3 of 5 cards")
        for size in (PHONE, (844, 390), DESK):
            await page.resize(size)
            await page.value("new Promise(done => setTimeout(done, 300))")
            await page.take_picture(shots / f"opening-hand-{size[0]}x{size[1]}.png")
        await page.resize(PHONE)
        await page.click("Begin with this hand")
        await begun(page)
        first, second = (json.dumps(POOL[code].name) for code in (one, other))
        count = f"(name => {HAND}.split(';').filter(own => own === name).length)"
        await page.until(f"{count}({first}) >= 2 && {count}({second}) >= 1")
        hand = (await page.value(HAND)).split(";")
        await take_steps(page, 6)
        await page.click("Line…")
        await page.click("The same hand again")
        await page.until(f"{HAND} === {json.dumps(';'.join(hand))}")
        assert page.complaints == []


async def test_the_other_side_has_a_hand_of_its_own(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, _last = await begin_solo(server, DESK)
        hand = await page.value(HAND)
        await page.click("To the other side (Ctrl+E)")
        await page.until(f"{HAND} !== {json.dumps(hand)}")
        await open_choice(page)
        code = int(await page.value(f"{ROWS}[0].dataset.code"))
        await add(page, code, 1)
        await page.click("Begin with this hand")
        await page.until(f"({COUNT}).startsWith('0 ') || !!document.querySelector('.phases .open')")
        await page.until(f"!!({HAND})")
        await begun(page)
        if await page.value(
            "document.querySelector('.hand.own') && !document.querySelector('.phases .open')"
        ):
            await page.click("To the other side (Ctrl+E)")
        await page.click("To the other side (Ctrl+E)")
        await page.until(f"{HAND}.includes({json.dumps(POOL[code].name)})")
        assert page.complaints == []


async def test_half_and_half_beyond_the_opening(tmp_path: Path, shots: Path) -> None:
    """A card without a script is activated and carried out by hand, taken back, and done again."""
    cards = ("--cards", str(strangers.database(tmp_path)))
    async with tables(tmp_path, *OFFERED, *cards) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await choose_way(page, "half master")
        await choose(page, 0, "Pasted deck")
        await page.type("fieldset textarea", to_ydk(strangers.decks()[0]))
        await page.click("Begin")
        await begun(page)
        started = trio.current_time()
        while trio.current_time() < started + DUEL_TIMEOUT_S:
            if await page.value(IS_COST):
                await page.click("Done")
            elif await page.value(BY_HAND):
                break
            elif not await page.value(PASS):
                await step(page)
            await trio.sleep(0.05)
        assert await page.value(BY_HAND)
        here = str(await page.value(COUNT))
        await page.take_picture(shots / "solo-half-390x844.png")
        await page.click("Done")
        await page.until(f"{COUNT} !== {json.dumps(here)}")
        await page.until(f"!({BY_HAND})")
        await page.click("Take back (Ctrl+Z)")
        await page.until(BY_HAND)
        await page.click("Done")
        await page.until(f"!({BY_HAND})")
        assert page.complaints == []
