"""Practice in a page: a duel against the server's bot to its end, its replay, and playing on from there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import AtTable
from tests.browser.alone.test_solo import COUNT, OFFERED
from tests.browser.chromium import DESK, PHONE, Chromium, Page
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.browser.playing import concede, step, stored_replays, tables
from tests.browser.playing import shots as shots

DUEL_TIMEOUT_S = 420
OVER = "!!document.querySelector('.result .buttons')"
OWN_REPLAY = "document.querySelector('.result a[href*=\"#own=\"]')?.getAttribute('href') ?? ''"


async def practise(page: Page, *, other: str = "") -> None:
    """Open a table for practice from the front page, and wait for the duel."""
    await page.click("Practise against the bot")
    await page.until("!!document.querySelector('fieldset select option:nth-child(3)')")
    if other:
        await page.value(
            "(() => { const one = document.querySelectorAll('fieldset select')[1];"
            f" one.value = [...one.options].find(each => each.innerText === {other!r}).value;"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
    await page.click("Practise")
    await page.until("location.pathname.startsWith('/t/')")


async def play_out(page: Page, until: str) -> None:
    """Pick first options until the page says so."""
    with trio.fail_after(DUEL_TIMEOUT_S):
        while not await page.value(until):
            await step(page)
            await page.value("new Promise(done => setTimeout(done, 60))")


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_duel_against_the_bot(tmp_path: Path, shots: Path, size: tuple[int, int]) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/", size)
        name = f"{size[0]}x{size[1]}"
        await page.take_picture(shots / f"practice-front-{name}.png")
        await practise(page, other="Synchro and Xyz")
        await play_out(page, "document.querySelector('.turn-line')?.innerText.startsWith('Turn 3')")
        await page.take_picture(shots / f"practice-duel-{name}.png")
        await play_out(page, OVER)  # to its end
        await page.take_picture(shots / f"practice-over-{name}.png")

        await page.click("Open both hands")
        own = await page.until(OWN_REPLAY)
        await wait_until_opened(page)
        await play_on(server.browser, page, f"http://127.0.0.1:{server.port}{own}", shots, size)
        assert page.complaints == []


async def wait_until_opened(page: Page) -> None:
    """Wait until the bot has agreed, and the replay of both hands is stored in the browser."""
    with trio.fail_after(WAIT_TIMEOUT_S):
        while not any(one["head"]["is_opened"] for one in await stored_replays(page)):
            await page.value("new Promise(done => setTimeout(done, 100))")


async def play_on(browser: Chromium, page: Page, address: str, shots: Path, size: tuple[int, int]) -> None:
    """See the replay of a page, and play on from its third turn."""
    replay = await browser.page(address, size, page.context)
    await replay.until("!!document.querySelector('.strip .time input')")
    await replay.click("Next turn (Shift+Right)")
    await replay.click("Next turn (Shift+Right)")
    shown = await replay.value("document.querySelector('.turn-line').innerText")
    await replay.take_picture(shots / f"practice-replay-{size[0]}x{size[1]}.png")
    await replay.click("Play on from here")
    await replay.until(f"!!({COUNT})")
    await replay.take_picture(shots / f"practice-playing-on-{size[0]}x{size[1]}.png")
    turn = json.dumps(shown.split(":")[0])
    await replay.until(f"document.querySelector('.turn-line')?.innerText.includes({turn})")
    here, steps = map(int, (await replay.value(COUNT)).split(" / "))
    assert 0 < here <= steps
    assert replay.complaints == []


async def test_a_replay_of_one_side_cannot_be_played_on(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/", DESK)
        await practise(page)
        await play_out(page, "document.querySelector('.turn-line')?.innerText.startsWith('Turn 1')")
        await concede(page, "Concede")
        own = await page.until(OWN_REPLAY)
        replay = await server.browser.page(f"http://127.0.0.1:{server.port}{own}", DESK, page.context)
        await replay.click("Play on from here")
        await replay.wait_for_text("Playing on needs both hands")


async def test_a_refused_deck_is_explained_in_the_form(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#practice", PHONE)
        await page.until("!!document.querySelector('fieldset select option:nth-child(3)')")
        await page.value(
            "(() => { const one = document.querySelectorAll('fieldset select')[1]; one.value = ' pasted';"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
        await page.type("fieldset textarea", "3 Dark Magician")
        await page.click("Practise")
        await page.wait_for_text("This deck may not be played here:")
        assert "The bot's deck" in await page.value("document.querySelector('.report').innerText")
        assert await page.value("location.pathname") == "/new"


LEVEL = """(() => {
  const one = document.querySelector('select:has([value=easy])');
  one.value = 'easy'; one.dispatchEvent(new Event('change', {bubbles: true})); return one.value; })()"""


async def test_the_level_of_the_bot_is_chosen_in_the_form(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#practice", PHONE)
        await page.until("!!document.querySelector('fieldset select option:nth-child(3)')")
        assert await page.value(LEVEL) == "easy"
        await page.wait_for_text("Plays card by card, without plain mistakes.")
        await page.take_picture(shots / "practice-level-390x844.png")
        await page.click("Practise")
        await page.until("location.pathname.startsWith('/t/')")
        await page.until("document.body.classList.contains('playing')")
        await page.wait_for_text("Bot")
        told = [decode_from_server(frame) for frame in page.frames]
        assert {one.table.level for one in told if isinstance(one, AtTable)} == {"easy"}
        assert page.complaints == []


CHOOSE = """(title => {
  const one = document.querySelector('fieldset select');
  one.value = [...one.options].find(each => each.innerText === title).value;
  one.dispatchEvent(new Event('change', {bubbles: true}));
})"""


async def test_a_deck_says_how_it_plays_and_a_surprise_is_drawn(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#practice", PHONE)
        await page.until(
            "[...document.querySelectorAll('option')].some(one => one.innerText === 'Surprise me')"
        )
        await page.value(f"{CHOOSE}('Council of Fours')")
        await page.wait_for_text("Two Level 4 monsters make Number 39: Utopia")
        await page.take_picture(shots / "practice-deck-390x844.png")
        await page.value(f"{CHOOSE}('Surprise me')")
        await page.until("!document.body.innerText.includes('Two Level 4 monsters')")
        await page.click("Practise")
        await page.until("location.pathname.startsWith('/t/')")
        assert page.complaints == []
