"""Lines and puzzles of solo play in a page: named, deleted, saved and opened as files; and the keys."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.alone.test_solo import (
    BLANK_STEPS,
    COUNT,
    HAND,
    LINES,
    OFFERED,
    STEP_TEXTS,
    begin_solo,
    begun,
    count,
    settled,
    take_steps,
    wait_until_stored,
)
from tests.browser.chromium import DESK, PHONE, Page
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

PUZZLE = {
    "id": "a-full-graveyard",
    "ruleset": "master",
    "first": 0,
    "start": {
        "lp": [8000, 1000],
        "players": [
            {
                "hand": ["Mystical Space Typhoon"],
                "field": [{"zone": "MZ3", "card": "Dark Magician", "pos": "atk"}],
            },
            {"field": []},
        ],
    },
}
GIVE_FILE = """(() => {
    const files = new DataTransfer();
    files.items.add(new File([%s], %s));
    const field = document.querySelector('.lines input[type=file]');
    field.files = files.files;
    field.dispatchEvent(new Event('change', {bubbles: true}));
})()"""
"""Chooses a file in the form of lines."""
CATCH_FILES = """void (window.saved = [], window.linked = URL.createObjectURL, URL.createObjectURL = blob => {
    blob.text().then(text => window.saved.push(text));
    return window.linked.call(URL, blob);
})"""
"""Keeps the text of every file that the page saves."""


async def press(page: Page, key: str) -> None:
    """Press a letter with Control, which is bit 1 of the modifiers."""
    for kind in ("rawKeyDown", "keyUp"):
        await page.send_command(
            "Input.dispatchKeyEvent", type=kind, key=key, code=f"Key{key.upper()}", modifiers=2,
            windowsVirtualKeyCode=ord(key.upper()),
        )  # fmt: skip


async def test_keys_go_through_the_steps(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, last = await begin_solo(server, DESK, 9)
        await press(page, "z")
        await page.until(f"{COUNT} === '{last - 1} / {last}'")
        await press(page, "y")
        await page.until(f"{COUNT} === '{last} / {last}'")
        hand = await page.value(HAND)
        await press(page, "e")
        await page.until(f"{HAND} !== {json.dumps(hand)}")
        await press(page, "e")
        await page.until(f"{HAND} === {json.dumps(hand)}")
        await press(page, "s")
        await page.type("dialog[open] input", "By keys")
        await page.click(".typed .main")
        await page.until("!document.querySelector('dialog[open]')")
        await press(page, "s")
        await page.wait_for_text("By keys")
        assert page.complaints == []


async def test_a_line_is_renamed_saved_as_a_file_deleted_and_opened_again(
    tmp_path: Path, shots: Path
) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page, last = await begin_solo(server, PHONE, 9)
        await page.click("Line…")
        await page.click("All lines")
        await page.until(f"{LINES}.length === 1")
        await page.click("Rename")
        await page.value("document.querySelector('.lines li input').select()")
        await page.type(".lines li input", "Nine steps")
        await page.click(".lines li form .button")
        await page.until(f"{LINES}.join() === 'Nine steps'")
        await page.take_picture(shots / "lines-390x844.png")

        await page.value(CATCH_FILES)
        await page.click("Save as a file")
        text = str(await page.until("window.saved[0]"))
        await page.click("Delete")
        await page.click("Keep it")
        await page.click("Delete")
        await page.click("Delete permanently")
        await page.until(f"{LINES}.length === 0")
        await page.reload()
        await page.wait_for_text("None yet.")

        await page.value(GIVE_FILE % (json.dumps(text), "'From a file.duel'"))
        await page.until(f"{COUNT} === '{last} / {last}'")
        await page.click("Line…")
        await page.wait_for_text("From a file")
        assert page.complaints == []


async def test_a_puzzle_is_opened_from_a_file(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", DESK)
        await page.until("!!document.querySelector('.lines input')")
        await page.value(GIVE_FILE % (json.dumps(json.dumps(PUZZLE)), "'Puzzle.json'"))
        await begun(page)
        await page.take_picture(shots / "puzzle-1280x720.png")
        assert "Mystical Space Typhoon" in await page.value(HAND)
        before = await count(page)
        await take_steps(page, int(before.split(" ")[0]) + 2)
        await settled(page)
        await wait_until_stored(page)
        await page.click("Line…")
        await page.click("All lines")
        await page.until(f"{LINES}.join() === 'Puzzle'")
        await page.click(".lines li .main")
        await begun(page)
        assert page.complaints == []


async def test_steps_of_another_page_have_words(tmp_path: Path, shots: Path) -> None:
    """Neither in English in another language, as the file has them, nor as numbers."""
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await page.until("!!document.querySelector('.lines input')")
        await page.value(GIVE_FILE % (json.dumps(json.dumps(PUZZLE)), "'Puzzle.json'"))
        await begun(page)
        await take_steps(page, int((await count(page)).split(" ")[0]) + 2)
        await page.value(CATCH_FILES)
        await page.click("Line…")
        await page.click("Save as a file")
        text = str(await page.until("window.saved[0]"))

        other = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await other.until("!!document.querySelector('.lines input')")
        await other.value(GIVE_FILE % (json.dumps(text), "'Elsewhere.duel'"))
        last = (await other.until(COUNT)).split(" / ")[1]
        await other.click(".solo-bar .count")
        await other.until(f"document.querySelectorAll('.steps-list button').length === {int(last) + 1}")
        for words in ("Sets Mystical Space Typhoon", "Change the position of Dark Magician", "A choice"):
            await other.until(f"{STEP_TEXTS}.includes({json.dumps(words)})")
        await other.until(f"{BLANK_STEPS} === ''")
        await other.take_picture(shots / "steps-elsewhere-390x844.png")
        assert other.complaints == []


async def test_a_file_that_is_no_line_is_refused(tmp_path: Path) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", DESK)
        await page.until("!!document.querySelector('.lines input')")
        await page.value(GIVE_FILE % ("'   '", "'Empty.duel'"))
        await page.wait_for_text("Empty.duel is empty, or too large")
        await page.value(GIVE_FILE % ("'Dear diary'", "'Diary.duel'"))
        await page.until("!!document.querySelector('.door .warn')")
        assert "This is not a line of a duel" in await page.value(
            "document.querySelector('.door .warn').innerText"
        )
        assert await page.value("location.pathname") == "/new"
