"""The screens of play by hand: axe finds no serious fault, nothing is wider than the window, every target is
large enough for a finger, and a dialog begins where something is typed or chosen.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.hands.test_free_table import choose, open_card
from tests.browser.node import HOME, is_there
from tests.browser.playing import begin_by_hand, play, tables
from tests.browser.playing import shots as shots
from tests.browser.test_screens import Look

SIDEWAYS = (844, 390)
MIN_TARGET_PX = 44
SMALL = f"""[...document.querySelectorAll('button, input:not([type=checkbox]), select')]
    .filter(one => one.offsetParent && !one.disabled).map(one => [one, one.getBoundingClientRect()])
    .filter(([_, box]) => box.width && (box.width < {MIN_TARGET_PX} || box.height < {MIN_TARGET_PX}))
    .map(([one, box]) => `${{one.className}} ${{one.innerText}} ${{box.width}}x${{box.height}}`).join('; ')"""
TITLE = "document.querySelector('dialog[open] h2').innerText"
FOCUSED = "document.activeElement.matches('.hand-rows button')"
ROWS = "!!document.querySelector('.hand-rows button')"
CLOSE = "document.querySelector('dialog[open] header .button:last-child').click()"
GAMES = {
    "free": (Settings(mode="free", pace="off"), "Life Points…"),
    "fab": (Settings(format="fab", mode="free", pace="off"), "Life…"),
}
"""The settings of a table, and the row by which its players change their life."""


@pytest.mark.parametrize("game", GAMES)
async def test_screens_of_play_by_hand(tmp_path: Path, shots: Path, game: str) -> None:
    """Seen to fail: *Cancel* had the focus where Life Points are typed, and the table's menu opened in the
    folded dialog of a pile.
    """
    if not (program() and is_there()):
        print("There is no Chromium here, or no node: nothing was looked over.")
        return
    look = Look(shots, await trio.Path(HOME / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        settings, life = GAMES[game]
        host, links = await made.table(nursery, settings)
        anna = await made.browser.page(host.visit.return_link, DESK, language="zh-CN")
        await anna.click(".door .main")
        ben = await made.seat(links["opponent"], "Ben", PHONE)
        for page in (anna, ben):
            await page.click(".gathering > .buttons .main")
        await play((anna, ben, anna), "!!document.querySelector('.table-bar')", 60)
        for page in (anna, ben):
            await page.until("!!document.querySelector('.table-bar')")
        await ben.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        await tour(look, anna, f"{game}-desk", life)
        await tour(look, ben, f"{game}-phone", life)
        await ben.resize(SIDEWAYS)
        await tour(look, ben, f"{game}-sideways", life)
        assert not look.faults, "\n".join(look.faults)
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()


async def tour(look: Look, page: Page, name: str, life: str) -> None:
    """Look at the board, the menus of a card, of a pile and of the table, and what is typed."""
    await page.until("document.querySelectorAll('.hand.own .card').length > 3")
    await look_at(look, page, f"{name}-board")
    await page.value("document.querySelector('.hand.own .card').click()")
    await page.until(ROWS)
    await page.until(FOCUSED)
    await page.value("document.querySelector('.hand-rows .group').click()")
    await page.until("!!document.querySelector('.hand-rows [aria-expanded=true] + [data-row]')")
    await look_at(look, page, f"{name}-card")
    await page.value(CLOSE)
    seat = await page.value("document.querySelector('.hand.own').dataset.zone[0]")
    await page.value(f"document.querySelector('[data-zone=\"{seat}:deck\"] button').click()")
    await page.until(ROWS)
    await look_at(look, page, f"{name}-deck")
    pile = await page.value(TITLE)
    await page.value("document.querySelector('dialog[open] .fold').click()")
    await page.value("document.querySelector('.table-bar [aria-haspopup]').click()")
    await page.until(f"{ROWS} && !document.querySelector('dialog.folded')")
    assert await page.value(TITLE) != pile, "the menu of the table is not in the dialog of a pile"
    await page.until(FOCUSED)
    await look_at(look, page, f"{name}-table")
    await choose(page, life)
    await page.until("document.activeElement.matches('.typed input')")
    await look_at(look, page, f"{name}-life")
    await page.value(CLOSE)
    await page.until("!document.querySelector('dialog[open]')")


PILE = """(() => {
    const dialog = document.querySelector('dialog[open]');
    const cards = dialog.querySelector('.cards'), foot = dialog.querySelector('.pile-foot');
    const frame = cards.getBoundingClientRect(), box = cards.querySelector('.choice').getBoundingClientRect();
    const bottom = Math.min(frame.bottom, dialog.getBoundingClientRect().bottom, innerHeight);
    const isTooHigh = one => one.scrollHeight > one.clientHeight + 1;
    const scrolled = [dialog, ...dialog.querySelectorAll('*')].filter(one => isTooHigh(one)
        && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY));
    return {whole: !dialog.scrollTop && box.top >= frame.top && box.bottom <= bottom,
        nested: scrolled.some(one => scrolled.some(other => other !== one && other.contains(one))),
        foot: foot.getBoundingClientRect().height};
})()"""
"""Whether the first row of cards of an open pile is visible, whether what scrolls is in what scrolls, and the
height of what can be done.
"""
SMALL_PHONES = ((320, 568), (568, 320))


async def test_an_open_pile_shows_a_row_of_cards_on_a_small_phone(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: half a row of cards, and bars that scrolled in one another."""
    if not program():
        print("There is no Chromium here: no pile was opened.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, _ben = await begin_by_hand(made, nursery, GAMES["free"][0])
        hand = "document.querySelectorAll('.hand.own .card').length"
        for left in range(await anna.value(hand) - 1, -1, -1):
            await open_card(anna, ".hand.own .card")
            await choose(anna, "To the Graveyard")
            await anna.until(f"{hand} === {left}")
        seat = await anna.value("document.querySelector('.hand.own').dataset.zone[0]")
        await anna.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        for size in SMALL_PHONES:
            await anna.resize(size)
            await anna.value(f"document.querySelector('[data-zone=\"{seat}:graveyard\"] button').click()")
            await anna.until("!!document.querySelector('.pile-foot .faint')")
            for name in ("pile", "card"):
                shape = await anna.value(PILE)
                await anna.take_picture(shots / f"small-{name}-{size[0]}x{size[1]}.png")
                assert shape["whole"], (size, name, shape)
                assert not shape["nested"], (size, name, shape)
                assert shape["foot"] >= 2 * MIN_TARGET_PX, (size, name, shape)
                await anna.value("document.querySelector('dialog[open] .choice .card').click()")
                await anna.until("!!document.querySelector('.pile-foot [data-row]')")
            await anna.value(CLOSE)
        nursery.cancel_scope.cancel()


async def look_at(look: Look, page: Page, name: str) -> None:
    """Check the screen as it is; on a phone the size of its targets too."""
    await look.at(page, name)
    if await page.value("matchMedia('(pointer: coarse)').matches") and (small := await page.value(SMALL)):
        look.faults.append(f"{name}: too small for a finger: {small}")
