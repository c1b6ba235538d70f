"""The settings for prompts: each says what it does, to the eye and to a screen reader; the order of cards
that go to the Graveyard together is asked for only where a player wants that.
"""

from __future__ import annotations

import json
from pathlib import Path

from msgspec.structs import replace

from facedown_shared.protocol.messages import AtTable, Option, Prompt
from facedown_shared.text.words import words
from tests.browser.board.positions import at_table, five_monsters_each, send_to_page, shown
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


ORDERING = "Ask for the order of my cards that go to the Graveyard together"
OPEN = "(document.querySelectorAll('.card.open').length === 2)"
CHECKBOX = """[...document.querySelectorAll('.autos label')]
    .find(one => one.innerText.includes(%s)).querySelector('input').click()"""


def graveyard_order(ask: int) -> Prompt:
    """Return a prompt for the card that goes to the Graveyard next."""
    options = (Option("choose", 1), Option("choose", 2))
    return Prompt(ask, "choice", words("which_goes_to_graveyard"), options)


async def test_the_order_of_cards_for_the_graveyard_is_asked_where_it_is_wanted(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: no order was asked for.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, five_monsters_each(), PHONE)
        sent = await page.value("window.sent")
        await send_to_page(page, graveyard_order(8))
        await page.until(f"window.sent === {sent + 1}")
        assert not await page.value(OPEN)

        line = replace(at_table().table, alone=True, step=1, steps=3)
        await send_to_page(page, AtTable(line), graveyard_order(9))
        await page.until(OPEN)  # an answer would delete the later steps
        await send_to_page(page, AtTable(replace(line, alone=False)), graveyard_order(10))
        await page.until(f"!{OPEN}")

        await page.click("More")
        await page.value(CHECKBOX % json.dumps(ORDERING))
        await send_to_page(page, graveyard_order(11))
        await page.until(OPEN)
