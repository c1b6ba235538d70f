"""The glossary in a page: a term is explained to a resting pointer, to a long touch, and in a list by key."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.words import words
from tests.browser.board.positions import Position, five_monsters_each, messages, open_seated_page, shown
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.drivers.fingers import touch
from tests.browser.playing import tables

ASKED = Prompt(
    3, "choice", words("plain", "Choose 1 monster to Special Summon in Attack Position."),
    (Option("yes"), Option("no")),
)  # fmt: skip
NOTE = "document.querySelector('.term-note')?.innerText ?? ''"
TERM = """(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent.indexOf('Special Summon in');
        if (at < 0 || !node.parentElement.closest('.prompt, dialog')) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 14);
        const box = range.getClientRects()[0];
        if (box) return [box.x + box.width / 2, box.y + box.height / 2];
    }
    return null;
})()"""
"""A point on the term in the words of the prompt; null while there is none."""
CHINESE = "localStorage.setItem('facedown language', JSON.stringify('zh_CN'))"
IS_READY = "document.documentElement.dataset.terms === 'ready'"


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Return the folder for pictures: the one FACEDOWN_SHOTS names, or one of pytest's."""
    folder = Path(os.environ.get("FACEDOWN_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def asking() -> Position:
    return replace(five_monsters_each(), prompt=ASKED)


async def point_at_term(page: Page) -> tuple[float, float]:
    """Return a point on the term, once the part with the glossary is loaded by a pointer on the prompt."""
    x, y = await page.until(TERM)
    await move(page, x, y)
    await page.until(IS_READY)
    return x, y


async def move(page: Page, x: float, y: float) -> None:
    await page.send_command("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)


async def test_a_term_is_explained_to_a_resting_pointer(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: no term was explained.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, asking(), DESK)
        x, y = await point_at_term(page)
        await move(page, x + 1, y)
        await page.until(f"({NOTE}).startsWith('Special Summon')")
        await page.take_picture(shots / "glossary-hover-1280x720.png")
        await move(page, 2, 2)
        await page.until(f"!({NOTE})")
        assert page.complaints == []


async def test_a_term_is_explained_to_a_long_touch_that_answers_nothing(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: no term was explained.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, asking(), PHONE)
        x, y = await point_at_term(page)
        before = await page.value("window.sent")
        await touch(page, "touchStart", x, y)
        await page.until(f"({NOTE}).startsWith('Special Summon')")
        await page.take_picture(shots / "glossary-touch-390x844.png")
        await touch(page, "touchEnd")
        assert await page.value("window.sent") == before
        assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_the_list_opens_by_key_with_the_terms_on_the_screen_first(
    tmp_path: Path, shots: Path, size: tuple[int, int]
) -> None:
    if not program():
        print("There is no Chromium here: no list was opened.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, asking(), size)
        await page.until(TERM)
        await page.press_key("F9")
        await page.until("!!document.querySelector('dialog.glossary dt')")
        terms = await page.value(
            "[...document.querySelectorAll('.glossary dl:first-of-type dt')].map(t => t.innerText)"
        )
        assert {"Special Summon", "Attack Position"} <= {*terms}
        await page.take_picture(shots / f"glossary-list-{size[0]}x{size[1]}.png")
        await page.type(".glossary input", "chain link")
        await page.until(
            "[...document.querySelectorAll('.glossary dt')].some(t => t.innerText === 'Chain Link')"
        )
        await page.until("document.querySelectorAll('.glossary dt').length < 10")
        await page.press_key("Escape")
        await page.until("!document.querySelector('dialog.glossary')")
        assert page.complaints == []


async def test_the_list_is_in_the_language_of_the_page(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: no list was opened.")
        return
    async with tables(tmp_path) as made:
        first = messages(asking())
        page = await open_seated_page(made.browser, made.port, first, PHONE, script=CHINESE)
        await page.until(TERM)
        await page.press_key("F9")
        await page.until(
            "[...document.querySelectorAll('.glossary dt')].some(t => t.innerText === '特殊召唤')"
        )
        await page.take_picture(shots / "glossary-list-zh-390x844.png")
        assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, (844, 390), DESK])
async def test_the_rules_stand_beside_the_terms(tmp_path: Path, shots: Path, size: tuple[int, int]) -> None:
    if not program():
        print("There is no Chromium here: no rule was read.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, asking(), size)
        await page.until(TERM)
        await page.press_key("F9")
        await page.until("!!document.querySelector('dialog.glossary dt')")
        await page.click("Rules")
        await page.wait_for_text("Both players begin with 8000 Life Points.")
        assert await page.value("document.querySelectorAll('.mat-chart span:not(.none)').length") == 16
        await page.take_picture(shots / f"rules-{size[0]}x{size[1]}.png")
        assert await page.value(
            "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('dialog.glossary'))"
        )
        await page.type(".glossary input", "quick-play")
        await page.until("document.querySelectorAll('.glossary li').length === 1")
        assert page.complaints == []
