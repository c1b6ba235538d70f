"""The settings for response prompts: each says what it does, to the eye and to a screen reader."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.board.positions import five_monsters_each, shown
from tests.browser.chromium import PHONE, program
from tests.browser.playing import tables

DESCRIPTIONS = """JSON.stringify(Object.fromEntries([...document.querySelectorAll('.autos button')]
    .map(one => [one.innerText.trim(), one.getAttribute('aria-description')])))"""
VISIBLE = "document.querySelector('.autos').innerText"


async def test_smart_and_able_say_what_they_do(tmp_path: Path) -> None:
    """Seen to fail: they were words without an explanation."""
    if not program():
        print("There is no Chromium here: no setting was read.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each(), PHONE)
        await page.click("More")
        texts = json.loads(await page.value(DESCRIPTIONS))
        assert list(texts) == ["Always", "Smart", "Able", "Never"]
        assert len({*texts.values()}) == len(texts)
        for mode, text in texts.items():
            assert text.endswith(".")
            await page.click(mode)
            await page.until(f"{VISIBLE}.includes({json.dumps(text)})")
        assert "Whenever you can respond" in texts["Able"]
        assert "it matters" in texts["Smart"]
