"""Practice and solo play by EDOPro's core in a page: own cards on the installed engine.

Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.alone.test_formats import choose_way
from tests.browser.alone.test_opening_hand import add, open_choice
from tests.browser.alone.test_practice import OVER, OWN_REPLAY, play_on, play_out, wait_until_opened
from tests.browser.alone.test_saved_decks import choose
from tests.browser.alone.test_solo import COUNT, HAND, OFFERED, begun, go_to, settled, take_steps
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.playing import shots as shots
from tests.browser.playing import tables
from tests.server.games.edopro import mini, mini_summons

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")
SUMMONED = "/Special Summons/.test(document.querySelector('.log').innerText)"
WAYS = "[...document.querySelectorAll('.door > label optgroup')].map(one => one.label).join()"


async def choose_core(page: Page, fields: int) -> None:
    """Choose the core, and our own cards in the form's first fields of decks."""
    await choose_way(page, "core master")
    for field in range(fields):
        await choose(page, field, "Pasted deck")
        await page.type(f"fieldset:nth-of-type({field + 1}) textarea", mini_summons.YDK)


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_combo_by_the_core_is_taken_back_and_opened_again(
    tmp_path: Path, shots: Path, size: tuple[int, int]
) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_summons.install(tmp_path)
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", size)
        await choose_core(page, 1)
        await page.click("Begin")
        await begun(page)
        first, hand = int((await page.value(COUNT)).split(" ")[0]), await page.value(HAND)
        await take_steps(page, 20)
        last = await settled(page)
        await page.take_picture(shots / f"solo-core-{size[0]}x{size[1]}.png")
        assert await page.value(SUMMONED)
        await page.click("Take back (Ctrl+Z)")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        await go_to(page, first, last)
        await page.until(f"{HAND} === {json.dumps(hand)}")
        await go_to(page, last, last)
        await page.click("Line…")
        await page.click("All lines")
        await page.click(".lines li .main")
        await page.until(f"{COUNT} === '{last} / {last}'")
        assert page.complaints == []


async def test_the_opening_hand_is_chosen_by_the_core(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_summons.install(tmp_path)
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await choose_core(page, 1)
        await page.click("Begin")
        await begun(page)
        await open_choice(page)
        code, name = mini_summons.HELPERS[-1], mini_summons.CARDS[len(mini_summons.HELPERS) - 1].name
        await page.wait_for_text(name)  # the server has sent its text with the line
        await add(page, code, 3)
        await page.take_picture(shots / "opening-hand-core-390x844.png")
        await page.click("Begin with this hand")
        await page.until(f"{HAND}.split({json.dumps(name)}).length === 4")
        assert page.complaints == []


async def test_practice_by_the_core_is_played_on_from_its_replay(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    mini_summons.install(tmp_path)
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#practice", PHONE)
        await choose_core(page, 2)
        await page.click("Practise")
        await page.until("location.pathname.startsWith('/t/')")
        await play_out(page, "document.querySelector('.turn-line')?.innerText.startsWith('Turn 3')")
        await page.take_picture(shots / "practice-core-390x844.png")
        await play_out(page, OVER)
        await page.take_picture(shots / "practice-core-over-390x844.png")
        await page.click("Open both hands")
        own = await page.until(OWN_REPLAY)
        await wait_until_opened(page)
        await play_on(server.browser, page, f"http://127.0.0.1:{server.port}{own}", shots, PHONE)
        assert page.complaints == []
