"""Decks, the form for practice and the solo board: axe finds no serious fault in them."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_shared.decks.decks import ready_decks, to_ydk
from tests.browser.alone.test_solo import OFFERED, begun, settled, take_steps
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.drivers.keyboard import press
from tests.browser.node import HOME, is_there
from tests.browser.playing import shots as shots
from tests.browser.playing import tables
from tests.browser.test_screens import Look


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_pages_for_one_person_can_be_read_by_everybody(
    tmp_path: Path, shots: Path, size: tuple[int, int]
) -> None:
    if not (program() and is_there()):
        print("There is no Chromium here, or no node: nothing was looked over.")
        return
    look = Look(shots, await trio.Path(HOME / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    name = f"{size[0]}x{size[1]}"
    async with tables(tmp_path, *OFFERED) as made:
        home = f"http://127.0.0.1:{made.port}"
        page = await made.browser.page(f"{home}/decks", size)
        await page.until("!!document.querySelector('.import select option:nth-child(3)')")
        await look.at(page, f"decks-{name}")
        await page.type(".import textarea", to_ydk(ready_decks()["synchro-xyz"].deck))
        await page.click("Open this deck")
        await page.until("!!document.querySelector('.deck-part .tile .face')")
        await page.until("!!document.querySelector('.found li')")
        await look.at(page, f"deck-editor-{name}")
        await page.click(".tile")
        await look.at(page, f"deck-card-{name}")
        await page.value("document.querySelector('.panes button:last-child').click()")
        await page.click(".filters summary")
        await look.at(page, f"deck-search-{name}")
        await page.click("Export")
        await page.until("!!document.querySelector('.deck-sheet')")
        await look.at(page, f"deck-export-{name}")
        await page.click(".deck-sheet header .button")
        await page.click("Test hand")
        await page.until("!!document.querySelector('.hand-tiles .tile')")
        await look.at(page, f"deck-hand-{name}")

        page = await made.browser.page(f"{home}/new#practice", size)
        await page.until("!!document.querySelector('fieldset optgroup option')")
        await look.at(page, f"practice-form-{name}")

        page = await made.browser.page(f"{home}/new#solo", size)
        await check_solo(look, page, name)
    assert not look.faults, "\n".join(look.faults)


async def check_solo(look: Look, page: Page, name: str) -> None:
    """Check the form, the board, the list of steps and the line."""
    await page.until("!!document.querySelector('fieldset optgroup option')")
    await look.at(page, f"solo-form-{name}")
    await page.click("Begin")
    await begun(page)
    await take_steps(page, 6)
    await settled(page)
    await look.at(page, f"solo-board-{name}")
    await page.click(".solo-bar .count")
    await page.until("!!document.querySelector('.steps-list')")
    await look.at(page, f"solo-steps-{name}")
    await press(page, "Escape")
    await page.until("!document.querySelector('dialog[open]')")
    await page.click("Line…")
    await page.until("!!document.querySelector('dialog[open] input')")
    await look.at(page, f"solo-line-{name}")
    await page.click("Choose the hand…")
    await page.until("!!document.querySelector('dialog[open] [data-code]')")
    await page.click("[data-code] .button")
    await look.at(page, f"solo-hand-{name}")
