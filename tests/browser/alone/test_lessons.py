"""Lessons in a page: chosen from a list, played by mouse and by touch, found again after a reload."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facedown_shared.tables.lessons import lessons
from facedown_shared.text.language import use_language
from tests.browser.alone.test_solo import COUNT, OFFERED, SIDEWAYS
from tests.browser.chromium import DESK, PHONE, Page
from tests.browser.drivers.fingers import tap
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

STEP = "document.querySelector('.lesson p')?.innerText ?? ''"
HAND_CARD = (
    "(name => [...document.querySelectorAll('.hand.own .card')]"
    ".find(one => one.querySelector('.spoken').textContent.startsWith(name)))"
)
MARKED = f"""(name => {{
    const card = {HAND_CARD}(name);
    return !!card && getComputedStyle(card).outlineStyle === 'dashed';
}})"""
HAS_MENU = """new Promise(done => {
    let left = 100;
    const look = () => {
        const found = document.querySelector('[role=menu] button');
        if (found || !left--) done(!!found); else setTimeout(look, 30);
    };
    look();
})"""
"""Waits for a menu, for three seconds."""
MAX_TAPS = 5
"""Taps after which a menu has opened: the first may come while the prompt is too new to be answered."""
PLACE_UNTIL = """(text => {
    if ((document.querySelector('.lesson p')?.innerText ?? '').includes(text)) return true;
    document.querySelector('.place.open')?.click();
    return false;
})(%s)"""
"""Chooses a zone if one is asked for, until the panel has a text."""


async def reach(page: Page, text: str) -> None:
    """Wait until the panel has the text of a step."""
    await page.until(f"({STEP}).includes({json.dumps(text)})")


async def test_the_list_begins_a_lesson_and_each_act_leads_on(tmp_path: Path, shots: Path) -> None:
    steps = lessons()[0].steps
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/", DESK)
        await page.click("Lessons")
        await page.wait_for_text(lessons()[-1].english)
        await page.take_picture(shots / "lessons-1280x720.png")
        await page.click("[data-lesson='board']")
        await reach(page, steps[0].english)
        await page.click(".lesson .button")
        await page.click(".lesson .button")
        await reach(page, steps[2].english)
        await page.until(f"{MARKED}('Mystical Elf')")
        assert not await page.value(f"{MARKED}('Waboku')")
        await page.take_picture(shots / "lesson-1280x720.png")
        begun = str(await page.value(COUNT)).partition(" ")[0]
        await page.value(f"{HAND_CARD}('Mystical Elf').click()")
        await page.click("[role=menu] button")
        await page.until(PLACE_UNTIL % json.dumps(steps[3].english))
        await page.reload()
        await reach(page, steps[3].english)
        await page.click(".solo-bar .count")
        await page.click(f"[data-step='{begun}']")
        await reach(page, steps[2].english)
        assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
async def test_a_lesson_is_played_by_touch_in_another_language(
    tmp_path: Path, shots: Path, size: tuple[int, int]
) -> None:
    lesson = next(one for one in lessons() if one.name == "xyz")
    with use_language(["zh_CN"]):
        texts = [step.text for step in lesson.steps]
    async with tables(tmp_path, *OFFERED) as server:
        address = f"http://127.0.0.1:{server.port}/new#lessons"
        page = await server.browser.page(address, size, language="zh-CN")
        await tap(page, f"[data-lesson='{lesson.name}']")
        await reach(page, texts[0])
        await page.take_picture(shots / f"lesson-{size[0]}x{size[1]}.png")
        await page.until("!!document.querySelector('.hand.own .card.open')")
        for _ in range(MAX_TAPS):
            await tap(page, ".hand.own .card.open")
            if await page.value(HAS_MENU):
                break
        await tap(page, "[role=menu] button")
        await page.until(PLACE_UNTIL % json.dumps(texts[1]))
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
        assert page.complaints == []
