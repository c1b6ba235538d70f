"""A deck is built in the page by keys alone, sent through the browser from the page's load on."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.decks.test_deck_editor import (
    NONE_HERE,
    POOL,
    RESULTS,
    counts,
    expect_window_reads,
    open_decks,
    searched,
)
from tests.browser.drivers.keyboard import HOLD_FRAMES, press, tab_to, wait_for_focus, write
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

SAVED_FILE_TIMEOUT_S = 60
MAX_TABS = 12
"""Tabs between neighbours of the page: a list of cards takes one, however many cards it has."""
ROW = ".found li:nth-child({}) .deck-row"


async def search_by_keys(page: Page, text: str) -> None:
    """Go to the search, type in place of what is there, and go down to the first result."""
    await press(page, "/")
    await wait_for_focus(page, ".deck-search input")
    await write(page, text)
    await searched(page)
    await page.until(f"document.querySelector('.found b')?.innerText === {text!r}")
    await press(page, "ArrowDown")
    await wait_for_focus(page, ROW.format(1))


async def saved_by_keys(page: Page, folder: Path) -> str:
    """Save the deck as a file by the open dialog of the export; return its text."""
    await page.browser.send_command(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder),
        browserContextId=page.context,
    )  # fmt: skip
    await tab_to(page, ".deck-sheet .buttons:last-child .button:not(.main)", MAX_TABS)
    await press(page, "Enter")
    with trio.fail_after(SAVED_FILE_TIMEOUT_S):
        while not (text := downloaded(folder)):
            await page.value("new Promise(done => setTimeout(done, 50))")
    return text


def downloaded(folder: Path) -> str:
    """Return the text of the deck that was saved in a folder; "" while there is none."""
    return next((one.read_text() for one in folder.glob("*.ydk")), "")


async def test_a_deck_is_built_by_keys_alone(tmp_path: Path, shots: Path) -> None:
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await tab_to(page, ".new-deck .button.main", MAX_TABS)
        await press(page, "Enter")
        await page.until(f"{RESULTS} === 50")
        await press(page, "/")
        await press(page, "ArrowDown")
        for row in range(1, 14):
            await wait_for_focus(page, ROW.format(row))
            await press(page, "Enter", times=3)
            if row < 13:
                await press(page, "ArrowDown")
        await page.wait_for_text("39 cards")  # refused: it is too small

        await press(page, "Enter")
        await page.wait_for_text("4 times")  # refused: too many of one card
        await counts(page, "40,0,0")
        await page.take_picture(shots / "keys-refused-1280x720.png")
        await press(page, "Delete")
        await press(page, "ArrowDown")
        await press(page, "s")
        await counts(page, "39,0,1")
        await tab_to(page, "[data-drop=side] .tile", MAX_TABS, back=True)
        await press(page, "m")
        await counts(page, "40,0,0")
        await page.wait_for_text("This deck may be played.")
        await wait_for_focus(page, "[data-card]")  # the focus is kept where the last card left a part

        await tab_to(page, ".deck-name", MAX_TABS, back=True)
        await write(page, "By keys")
        await tab_to(page, ".deck-editor > header .button.main", MAX_TABS)
        await press(page, "Enter")
        await page.wait_for_text("Saved")
        for _tab in range(4):  # Sort, Test hand, Export: Undo is one more
            await press(page, "Tab")
        assert await page.value("document.activeElement.innerText") == "Export"
        await press(page, " ")
        await page.until("!!document.querySelector('.deck-sheet')")
        expect_window_reads(await saved_by_keys(page, tmp_path), 40)
        await press(page, "Escape")
        await page.until("!document.querySelector('.deck-sheet')")
        assert await page.value("document.activeElement.innerText") == "Export"
        await press(page, "Tab")
        await press(page, "Enter")
        await page.wait_for_text("By keys")
        assert page.complaints == []


async def test_no_key_waits_for_a_frame(tmp_path: Path) -> None:
    """Seen to fail: the search got the focus with the next frame, as did the neighbour of a card that left: a
    key before that did nothing.
    """
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await tab_to(page, ".new-deck .button.main", MAX_TABS)
        await press(page, "Enter")
        await page.until(f"{RESULTS} === 50")
        await page.value(HOLD_FRAMES)
        await press(page, "/")
        await press(page, "ArrowDown")
        await wait_for_focus(page, ROW.format(1))
        await press(page, "Enter")
        await counts(page, "1,0,0")
        await tab_to(page, "[data-drop=main] .tile", MAX_TABS, back=True)
        await press(page, "Delete")
        await press(page, "Enter")  # on the first result, to which the focus went
        await counts(page, "1,0,0")
        assert page.complaints == []


async def test_keys_of_the_deck_editor(tmp_path: Path) -> None:
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await tab_to(page, ".new-deck .button.main", MAX_TABS)
        await press(page, "Enter")
        await page.until(f"{RESULTS} === 50")
        first, second = [facts.name for facts in POOL if facts.is_a("spell", "field")][:2]
        for name in (first, second):
            await search_by_keys(page, name)
            await press(page, "Enter")
        await counts(page, "2,0,0")
        await press(page, "End")
        await press(page, "Home")
        await wait_for_focus(page, ROW.format(1))  # Home goes to the first result

        await press(page, " ")
        await page.until("!!document.querySelector('.deck-reading')")
        await press(page, "Escape")
        await page.until("!document.querySelector('.deck-reading')")
        await wait_for_focus(page, ROW.format(1))  # the focus stays where it was

        await tab_to(page, "[data-drop=main] .tile", MAX_TABS, back=True)
        await press(page, "Delete")
        await counts(page, "1,0,0")
        await wait_for_focus(page, "[data-drop=main] .tile")  # its neighbour gets the focus
        await press(page, "Delete")
        await counts(page, "0,0,0")
        await wait_for_focus(page, ".found [data-card]")  # an empty part has no card to focus
        await press(page, "z", held="Control")
        await counts(page, "1,0,0")

        await page.resize(PHONE)
        await tab_to(page, ".panes button:first-child", 20, back=True)
        await press(page, "Enter")
        await press(page, "/")
        await wait_for_focus(page, ".deck-search input")  # the search is shown on a phone
        assert page.complaints == []
