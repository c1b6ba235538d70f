"""Solo play in a page: twenty steps taken back and redone, forked, named, and opened again after a reload."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio

from tests.browser.chromium import DESK, PHONE, Page
from tests.browser.drivers.fingers import tap
from tests.browser.playing import OFFER, Tables, step, tables
from tests.browser.playing import shots as shots

SIDEWAYS = (844, 390)
SIZES = (PHONE, SIDEWAYS, (320, 568), DESK)
OFFERED = ("--practice", "2", "--solo", "6", "--alone-per-address", "6")
COUNT = "document.querySelector('.solo-bar .count')?.innerText"
HAND = (
    "[...document.querySelectorAll('.hand.own .card .spoken')]"
    ".map(one => one.textContent.split(/: can be used|, /)[0]).join(';')"
)
"""Names of the cards in the hand."""
LINES = "[...document.querySelectorAll('.lines li > b')].map(one => one.innerText)"
MIN_TARGET_PX = 44
STEPS_TIMEOUT_S = 240
SETTLE_MS = 500
STORED = """(async () => {
    const ask = one => new Promise(done => { one.onsuccess = () => done(one.result); });
    if (!(await indexedDB.databases()).some(one => one.name === 'facedown lines')) return [];
    const opened = await ask(indexedDB.open('facedown lines', 1));
    const all = await ask(opened.transaction('lines').objectStore('lines').getAll());
    opened.close();
    return all.flatMap(one => [one.name, `${one.texts?.length - 1}`]);
})()"""
"""Names of the stored lines, and how many steps each has."""
FAULTS = f"""(() => {{
    const all = [...document.querySelectorAll('.solo-bar button, .solo-bar input')];
    const boxes = all.map(one => [one, one.getBoundingClientRect()]);
    const words = one => one.getAttribute('aria-label') || one.innerText;
    const isSmall = ([one, box]) =>
        one.matches("button") && Math.min(box.height, box.width + 4) < {MIN_TARGET_PX};
    const isOutside = ([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    return [
        ...boxes.filter(isSmall).map(([one]) => 'small: ' + words(one)),
        ...boxes.filter(isOutside).map(([one]) => 'outside: ' + words(one)),
    ].join('; ');
}})()"""
"""What is too small for a finger, or outside of the page."""


async def count(page: Page) -> str:
    return str(await page.value(COUNT))


async def wait(page: Page, time_ms: int) -> None:
    await page.value(f"new Promise(done => setTimeout(done, {time_ms}))")


async def begun(page: Page) -> None:
    """Wait until the duel asks for something."""
    await page.until(f"!!({COUNT}) && !!document.querySelector('.phases .open')")


async def take_steps(page: Page, goal: int) -> None:
    """Pick first options until the line has so many steps."""
    with trio.fail_after(STEPS_TIMEOUT_S):
        while int(str(await count(page)).split(" ")[0]) < goal:
            await step(page)
            await page.value("new Promise(done => setTimeout(done, 40))")


async def settled(page: Page) -> int:
    """Return the number of the last step, once the player is asked and no more follow by themselves."""
    before, now = "", ""
    with trio.fail_after(STEPS_TIMEOUT_S):
        while not now or now != before:
            await wait(page, SETTLE_MS)
            before, now = now, str(await page.value(f"({OFFER}) && ({COUNT})") or "")
    return int(now.split(" / ")[1])


async def wait_until_stored(page: Page) -> None:
    """Wait until this browser has stored every step."""
    await page.until(f"{STORED}.then(all => all.includes({COUNT}.split(' / ')[1]))")


async def look_over(page: Page, shots: Path, name: str) -> None:
    """Take a picture at every size, and find no fault."""
    faults = []
    for size in SIZES:
        await page.resize(size)
        await page.value("new Promise(done => setTimeout(done, 200))")
        await page.take_picture(shots / f"solo-{name}-{size[0]}x{size[1]}.png")
        if found := await page.value(FAULTS):
            faults.append(f"{name} {size}: {found}")
    assert not faults, "\n".join(faults)


async def begin_solo(server: Tables, size: tuple[int, int], steps: int = 0) -> tuple[Page, int]:
    """Open a solo table from its form, and take steps; return the page and the number of the last step."""
    page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", size)
    await page.click("Begin")
    await begun(page)
    await take_steps(page, steps)
    return page, await settled(page)


async def open_solo(page: Page) -> None:
    """Open a solo table from the front page."""
    await page.click("Solo")
    await page.wait_for_text("Solo: both sides yourself")
    await page.click("Begin")
    await begun(page)


async def go_to(page: Page, goal: int, last: int) -> None:
    """Go to a step by the list of steps."""
    await page.click(".solo-bar .count")
    await page.click(f"[data-step='{goal}']")
    await page.until(f"{COUNT} === '{goal} / {last}'")


async def take_back(page: Page, last: int) -> None:
    """Take three steps back by the button, and all by the slider: nothing of the rest is lost."""
    for left in (last - 1, last - 2, last - 3):
        await page.click("Take back (Ctrl+Z)")
        await page.until(f"{COUNT} === '{left} / {last}'")
    await page.value(
        "(() => { const one = document.querySelector('.solo-bar input'); one.value = 0;"
        " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    await page.until(f"{COUNT} === '0 / {last}'")


async def name_and_fork(page: Page, shots: Path, size: tuple[int, int], *names: str) -> None:
    """Name the line, and play on under another name."""
    await page.click("Line…")
    await page.type("dialog input", names[0])
    await page.take_picture(shots / f"solo-line-{size[0]}x{size[1]}.png")
    await page.click("Save")
    await page.until("!document.querySelector('dialog[open]')")
    await page.click("Line…")
    await page.wait_for_text(names[0])
    await page.value("document.querySelector('dialog input').select()")
    await page.type("dialog input", names[1])
    await page.click("Fork under this name")
    await page.until(f"{STORED}.then(all => all.includes({json.dumps(names[1])}))")


async def open_stored(page: Page, name: str) -> None:
    """Open a line of the list."""
    await page.value(
        f"[...document.querySelectorAll('.lines li')].find(one => one.innerText.startsWith({name!r}))"
        ".querySelector('.main').click()"
    )


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_combo_of_twenty_steps(tmp_path: Path, shots: Path, size: tuple[int, int]) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/", size)
        await open_solo(page)
        first, hand = int((await count(page)).split(" ")[0]), await page.value(HAND)
        assert hand
        await take_steps(page, 20)
        await look_over(page, shots, f"twenty-{size[0]}")
        await page.resize(size)
        last = await settled(page)
        assert last >= 20
        await take_back(page, last)
        await go_to(page, first, last)
        await page.until(f"{HAND} === {json.dumps(hand)}")
        await go_to(page, last, last)
        await name_and_fork(page, shots, size, "Opening", "The other end")
        await page.click("Take back (Ctrl+Z)")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        await wait_until_stored(page)

        await page.reload()
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        await page.click("Line…")
        await page.wait_for_text("The other end")
        await page.click("All lines")
        await page.until(f"{LINES}.length === 2")
        assert sorted(await page.value(LINES)) == ["Opening", "The other end"]
        await page.value("document.querySelector('.lines').scrollIntoView()")
        await page.take_picture(shots / f"solo-shelf-{size[0]}x{size[1]}.png")

        await open_stored(page, "Opening")
        await page.until(f"{COUNT} === '{last} / {last}'")
        await go_to(page, 10, last)
        await take_steps(page, 11)
        here, steps = (await count(page)).split(" / ")
        assert here == steps, "acting there starts another line"
        assert page.complaints == []


BLANK_STEPS = (
    "[...document.querySelectorAll('.steps-list button')]"
    ".filter(one => !one.innerText.replace(/^[0-9]+/, '').trim()).map(one => one.dataset.step).join()"
)
"""Steps of the list that nothing describes."""
STEP_TEXTS = "document.querySelector('.steps-list')?.innerText"


async def test_every_step_has_words(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, last = await begin_solo(server, PHONE, 16)
        await page.click(".solo-bar .count")
        await page.until(f"document.querySelectorAll('.steps-list button').length === {last + 1}")
        await page.take_picture(shots / "solo-steps-390x844.png")
        await page.until(f"{BLANK_STEPS} === ''")
        shown = await page.value(STEP_TEXTS)
        texts = {line.lstrip("0123456789 ") for line in shown.splitlines()}
        assert texts - {"Pass", "The beginning", ""}, "whatever the hand, phases are entered"
        await wait_until_stored(page)

        await page.value("sessionStorage.clear()")  # as in another tab
        await page.reload()
        await page.click(".solo-bar .count")
        await page.until(f"{STEP_TEXTS} === {json.dumps(shown)}")


async def test_fingers_take_back(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, last = await begin_solo(server, PHONE, 8)
        await tap(page, ".solo-bar .button")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")


async def test_a_closed_table_is_opened_again_from_this_browser(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, last = await begin_solo(server, DESK, 9)
        await wait_until_stored(page)
        await page.value("localStorage.removeItem('facedown seat ' + location.pathname.slice(3))")
        await page.reload()
        await page.click("Open your line again")
        await page.until(f"{COUNT} === '{last} / {last}'")


async def test_what_is_off_is_said(tmp_path: Path) -> None:
    async with tables(tmp_path) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/", DESK)
        assert "Solo" not in await page.value("document.body.innerText")
        await page.go(f"http://127.0.0.1:{server.port}/new#solo")
        await page.reload()
        await page.wait_for_text("This server has no tables for solo play.")
