"""Siding in a page: each card once with its count, and its numbers and text before it is moved."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_shared.protocol.messages import Settings
from tests.browser.chromium import DESK, PHONE, program
from tests.browser.drivers.fingers import drag_by_mouse
from tests.browser.playing import DECK, begin_match, concede, play, tables

PARTS = """JSON.stringify([...document.querySelectorAll('.siding fieldset')].map(part =>
    [...part.querySelectorAll('button')]
    .map(row => [row.getAttribute('data-name'), row.getAttribute('aria-description')])))"""
"""The cards of each part of the deck: their names with counts, and their descriptions."""
MAIN_DECK_ROWS = 14
"""Different cards in the Main Deck of 40."""


async def test_siding_shows_each_card_once_with_its_count_numbers_and_text(tmp_path: Path) -> None:
    """Seen to fail: a row for each copy, and no text."""
    if not program():
        print("There is no Chromium here: no card was sided.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off", best_of=3))
        anna = await made.reopen(host.visit.return_link, DECK)
        ben = await made.seat(links["opponent"], "Ben", PHONE, DECK)
        await begin_match(anna, ben)
        await concede(anna, "Concede")
        await ben.until(f"{PARTS}.includes('If sent from the field to the Graveyard')")
        main, side = json.loads(await ben.value(PARTS))
        assert (len(main), len(side)) == (MAIN_DECK_ROWS, 1), "an empty Extra Deck is not shown"
        kinds, stats, text = dict(main)["Sangan ×3"].split(". ", 2)
        assert kinds == "DARK / Fiend / Monster / Effect"
        assert stats == "Level 3 · ATK 1000 · DEF 600"
        assert text.startswith("If sent from the field to the Graveyard")
        assert "Mirror Force ×2" in dict(side)
        await ben.click(".siding [data-name^='Sangan']")
        await ben.wait_for_text("ATK 1000")
        await ben.wait_for_text("If sent from the field to the Graveyard")
        await ben.click("Into the Side Deck")
        await ben.until("!!document.querySelector('.siding [data-name=\"Sangan ×2\"]')")
        _, side = json.loads(await ben.value(PARTS))
        assert set(dict(side)) == {"Mirror Force ×2", "Sangan"}
        await ben.wait_for_text("Main Deck: 39 cards instead of 40.")
        await ben.click(".siding [data-name=Waboku], .siding [data-name^='Waboku']")
        for number, size in enumerate((PHONE, (844, 390), DESK)):
            await ben.resize(size)
            await ben.take_picture(tmp_path / f"siding-{number}-{size[0]}x{size[1]}.png")
        await drag_by_mouse(ben, "[data-drop=side] [data-name^='Mirror Force']", "[data-drop=main]")
        await ben.until("!!document.querySelector('[data-drop=main] [data-name=\"Mirror Force\"]')")
        await ben.resize(PHONE)
        await ben.click("Play with these changes")
        await anna.click("Keep the deck as it is")
        await play((anna, ben, ben), "!!document.querySelector('.phases .now')")
        assert ben.complaints == []
        nursery.cancel_scope.cancel()
