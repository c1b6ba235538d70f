"""Keys in a menu of a card and in the dialog of a prompt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.words import words
from tests.browser.board.positions import chain_of_four, hand_of_seven, shown
from tests.browser.chromium import program
from tests.browser.drivers.keyboard import HOLD_FRAMES, press, wait_for_focus
from tests.browser.playing import tables

DEFAULT_HANDLE = 100
"""The handle of the first card of the hand."""
MENU = Prompt(
    1,
    "turn",
    words("your_turn"),
    (Option("summon", DEFAULT_HANDLE), Option("set", DEFAULT_HANDLE), Option("phase", text="end")),
)
IS_READY = "new Promise(done => setTimeout(() => done(true), 520))"
"""A new prompt takes no key for half a second."""


async def test_the_menu_of_a_card_has_the_focus_before_a_frame(tmp_path: Path) -> None:
    """Seen to fail: it got the focus a frame after it was there, and a key before that did nothing."""
    if not program():
        print("There is no Chromium here: no menu was opened.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, replace(hand_of_seven(), prompt=MENU))
        await page.until(f"!!document.querySelector('[data-handle=\"{DEFAULT_HANDLE}\"].open')")
        await page.until(IS_READY)
        await page.value(HOLD_FRAMES)
        await page.value(f"document.querySelector('[data-handle=\"{DEFAULT_HANDLE}\"]').focus()")
        await press(page, "Enter")
        await press(page, "ArrowDown")
        await wait_for_focus(page, "[role=menu] button:nth-child(2)")
        await press(page, "Escape")
        await wait_for_focus(page, f"[data-handle='{DEFAULT_HANDLE}']")
        assert not page.complaints


async def test_escape_does_not_put_away_what_must_be_answered(tmp_path: Path) -> None:
    """Seen to fail: the second Escape closed the dialog, and nothing showed the open prompt any more."""
    if not program():
        print("There is no Chromium here: no dialog was opened.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, chain_of_four())
        await page.until("!!document.querySelector('dialog[open]')")
        await page.until(IS_READY)
        for _press in range(3):
            await press(page, "Escape")
        await page.value("document.activeElement.blur()")
        for _press in range(3):
            await press(page, "Escape")
        await page.until(IS_READY)
        assert await page.value("document.querySelectorAll('dialog:modal').length") == 1
        assert not page.complaints


async def test_escape_goes_back_in_a_dialog_as_on_the_board(tmp_path: Path) -> None:
    """Seen to fail: in a dialog the key did nothing."""
    if not program():
        print("There is no Chromium here: no dialog was opened.")
        return
    async with tables(tmp_path) as made:
        asks = msgspec.structs.replace(chain_of_four().prompt, back=True)
        page = await shown(made.browser, made.port, replace(chain_of_four(), prompt=asks))
        await page.until("!!document.querySelector('dialog[open]')")
        await page.until(IS_READY)
        sent = await page.value("window.sent")
        await press(page, "Escape")
        await page.until(f"window.sent > {sent} && !document.querySelector('dialog[open]')")
        assert not page.complaints
