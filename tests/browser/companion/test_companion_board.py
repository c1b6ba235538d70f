"""A companion for cards on paper: opened in two taps on one phone, joined by its QR code on another, a match
of three to Life 0; and one phone between two players.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.playing import Tables, play, stored_replays, tables
from tests.browser.playing import shots as shots
from tests.browser.room.test_hosting import MODULES, read_code

SMALL_PHONE, SIDEWAYS, LARGE_DESK = (320, 568), (844, 390), (1920, 1080)
SIZES = (PHONE, SIDEWAYS, SMALL_PHONE, DESK, LARGE_DESK)
MIN_TARGET_PX = 44
FAULTS = f"""(() => {{
    const all = [...document.querySelectorAll('.paper button, .paper .number')]
        .filter(one => one.offsetParent);
    const boxes = all.map(one => [one, one.getBoundingClientRect()]);
    const small = boxes.filter(([, box]) => box.width < {MIN_TARGET_PX} || box.height < {MIN_TARGET_PX});
    const outside = boxes.filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth + .5
        || box.bottom > innerHeight + .5);
    const cut = [...document.querySelectorAll('.paper .button, .total .who')]
        .filter(one => one.scrollWidth > one.clientWidth + 1);
    const words = one => `${{one.className}} ${{one.innerText}}`;
    const [far, middle, near] = ['.far-total', '.paper-middle', '.near-total']
        .map(one => document.querySelector(one).getBoundingClientRect());
    const covers = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const covered = covers(far, middle) || covers(near, middle) || covers(far, near);
    return [...small.map(([one]) => 'small: ' + words(one)),
        ...outside.map(([one]) => 'outside: ' + words(one)), ...cut.map(one => 'cut: ' + words(one)),
        ...(covered ? ['parts cover each other'] : []),
    ].join('; ');
}})()"""
"""What is too small for a finger, outside of the page, or cut off."""
SCORES = "[...document.querySelectorAll('%s .scores li')].map(one => one.innerText).join(' ')"
TAP_ALL = """(async ([selector, ...words]) => {
    for (const word of words) {
        [...document.querySelectorAll(selector)].find(one => one.innerText === word).click();
        await Promise.resolve().then(() => Promise.resolve()); // until the page has drawn the change
    }
})(%s)"""
LIFE = "document.querySelector('%s .number button')?.innerText"


async def look_over(page: Page, shots: Path, name: str) -> None:
    """Take a picture at every size, and find no fault."""
    faults = []
    for size in SIZES:
        await page.resize(size)
        await page.value("new Promise(done => setTimeout(done, 200))")
        await page.take_picture(shots / f"companion-{name}-{size[0]}x{size[1]}.png")
        if found := await page.value(FAULTS):
            faults.append(f"{name} {size}: {found}")
    await page.resize(PHONE)
    assert not faults, "\n".join(faults)


async def open_companion(page: Page) -> None:
    """Open a companion from the front page, in two taps."""
    await page.click("Cardboard companion")
    await page.click("Open")
    await page.until("location.pathname.startsWith('/t/')")


async def change(page: Page, who: str, button: str, times: int = 1) -> None:
    """Tap a quick button of a total."""
    await change_in_one_step(page, who, *[button] * times)


async def change_in_one_step(page: Page, who: str, *buttons: str) -> None:
    """Tap quick buttons of a total, one right after the other: what comes later is another step."""
    await page.value(TAP_ALL % json.dumps([f"{who} .steps button", *buttons]))


async def lose(page: Page) -> None:
    """Take one's own last Life."""
    await page.click(".near-total .number button")
    await page.type("dialog[open] input", "=0")
    await page.click("OK")


async def sit_down(made: Tables, shots: Path) -> tuple[Page, Page]:
    """Open a companion on one phone, join it by its QR code on another, and begin."""
    anna = await made.browser.page(f"http://127.0.0.1:{made.port}/", PHONE)
    await open_companion(anna)
    await anna.until("!!document.querySelector('.qr')")
    await anna.wait_for_text("Cardboard companion · with cards on paper")
    await anna.take_picture(shots / "companion-setup.png")
    assert not await anna.value("!!document.querySelector('.decks')"), "no deck is asked for"
    ben = await made.browser.page(read_code(json.loads(await anna.value(MODULES))), PHONE)
    await ben.type(".door input", "Ben")
    await ben.click("Sit down")
    for page in (anna, ben):
        await page.click("I am ready")
    await play((anna, ben, anna), "!!document.querySelector('.paper .steps')")
    await ben.until("!!document.querySelector('.paper .steps')")
    assert not await ben.value("!!document.querySelector('.hand, .zone, .phases, .table-bar')")
    return anna, ben


async def count_first_duel(anna: Page, ben: Page, shots: Path) -> None:
    """Change Life, undo, throw, write notes, reload, end a turn: up to the last change of a duel."""
    await change_in_one_step(ben, ".near-total", "−500", "−500", "−100")
    await anna.until(f"{LIFE % '.far-total'} === '6900'")
    await anna.until(f"{SCORES % '.far-total'} === '6900 8000'")  # taps in a row are one step
    await ben.click("Undo")
    await anna.click(".proposal .main")
    await ben.until(f"{LIFE % '.near-total'} === '8000'")
    for throw in ("Coin", "Die"):
        await anna.click(throw)
    await ben.until("/rolls|throws|tosses/.test(document.querySelector('.throw').innerText)")
    await anna.click("Notes")
    await anna.type("dialog[open] textarea", "Ben has a trap left.")
    await anna.take_picture(shots / "companion-notes.png")
    await anna.click("OK")
    await ben.reload()
    await ben.until("!!document.querySelector('.paper .throw').innerText")
    await (anna if await anna.value("!!document.querySelector('.near-total.turn')") else ben).click(
        "End turn"
    )
    await ben.wait_for_text("Turn 2:")
    await change(ben, ".near-total", "−1000", 3)
    await anna.until(f"{SCORES % '.far-total'} === '5000 8000'")
    await look_over(anna, shots, "duel")


async def test_a_match_on_two_phones_from_two_taps_to_its_result(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was opened.")
        return
    async with tables(tmp_path) as made:
        anna, ben = await sit_down(made, shots)
        await count_first_duel(anna, ben, shots)
        await change(ben, ".near-total", "−1000", 5)
        await ben.wait_for_text("is this duel over?")
        await ben.take_picture(shots / "companion-end.png")
        await ben.click("Yes")
        await play((anna, ben, anna), f"{LIFE % '.far-total'} === '8000'")
        await ben.until("!!document.querySelector('.near-total .steps')")
        await anna.until("document.querySelector('.near-total .who').innerText.includes('●')")
        await lose(ben)
        for page in (anna, ben):
            await page.wait_for_text("wins the match: more duels won.")
            await page.wait_for_text("See the replay")
            await page.until("!!document.querySelector('.result .good')")  # the throws were fair
        await look_over(anna, shots, "result")
        await anna.click("Notes")
        await anna.until("document.querySelector('dialog textarea')?.value === 'Ben has a trap left.'")
        (stored,) = await stored_replays(ben)
        assert stored["data"]
        assert not [*anna.complaints, *ben.complaints]


async def test_one_phone_between_two_players(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was opened.")
        return
    async with tables(tmp_path) as made:
        page = await made.browser.page(f"http://127.0.0.1:{made.port}/", PHONE)
        await page.click("Cardboard companion")
        await page.wait_for_text("One phone between us")
        await page.take_picture(shots / "companion-form.png")
        await page.click("One phone between us")
        await page.click("40")
        await page.click("Open")
        await page.until("document.querySelectorAll('.paper .steps').length === 2")
        await change(page, ".far-total", "−5", 2)
        await change(page, ".near-total", "+1")
        await page.until(f"{SCORES % '.far-total'} === '30 40' && {SCORES % '.near-total'} === '41 40'")
        await look_over(page, shots, "shared")
        await page.click("Undo")
        await page.until(f"{LIFE % '.near-total'} === '40'")
        await page.click("Undo")
        await page.until(f"{SCORES % '.far-total'} === '40' && {SCORES % '.near-total'} === '40'")
        await page.click(".far-total .number button")
        await page.type("dialog[open] input", "-40")
        await page.click("OK")
        await page.click("Play again")
        await page.until(f"{LIFE % '.far-total'} === '40' && !document.querySelector('.result')")
        assert not page.complaints
