"""Practice and solo play in further formats, and by hand; cards that the server does not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facedown_shared.decks.decks import ready_decks, to_ydk
from tests.browser.alone.test_practice import play_out
from tests.browser.alone.test_saved_decks import choose
from tests.browser.alone.test_solo import COUNT, OFFERED
from tests.browser.chromium import DESK, PHONE, Page
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

STRANGE = "99887766"
"""A passcode that no card has."""
PUT_AWAY = """(() => {
    const all = [...document.querySelectorAll('[role=menu] button, dialog button')];
    const named = words => all.find(one => one.innerText.trim().startsWith(words));
    const found = named('Pitch') || named('To the Graveyard') || named('Graveyard') || named('Move to');
    if (found) found.click();
    return document.querySelectorAll('.hand.own .card').length;
})()"""
"""Picks the way to the Graveyard, or to the Pitch Zone, in the open menu of a card."""


async def choose_way(page: Page, way: str) -> None:
    """Choose how the form's duel is played."""
    await page.until(f"!!document.querySelector('option[value=\"{way}\"]')")
    await page.until("!!document.querySelector('fieldset optgroup option')")
    await page.value(
        f"(() => {{ const one = document.querySelector('.door > label select'); one.value = '{way}';"
        " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )


@pytest.mark.parametrize("format_name", ["classic", "genesys"])
async def test_practice_in_another_format(tmp_path: Path, shots: Path, format_name: str) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#practice", PHONE)
        await choose_way(page, f"rules {format_name}")
        await page.click("Practise")
        await page.until("location.pathname.startsWith('/t/')")
        await play_out(page, "document.querySelector('.turn-line')?.innerText.startsWith('Turn 3')")
        await page.take_picture(shots / f"practice-{format_name}-390x844.png")
        assert page.complaints == []


@pytest.mark.parametrize("format_name", ["master", "fab"])
async def test_solo_by_hand(tmp_path: Path, shots: Path, format_name: str) -> None:
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await choose_way(page, f"free {format_name}")
        await page.click("Begin")
        await page.until("location.pathname.startsWith('/t/')")
        await play_out(
            page, "!!document.querySelector('.table-bar') && !!document.querySelector('.hand.own .card')"
        )
        for size in (PHONE, (844, 390), DESK):
            await page.resize(size)
            await page.value("new Promise(done => setTimeout(done, 300))")
            await page.take_picture(shots / f"solo-free-{format_name}-{size[0]}x{size[1]}.png")
        await page.resize(PHONE)
        before = await page.value("document.querySelectorAll('.hand.own .card').length")
        await page.click(".hand.own .card")
        await page.until("!!document.querySelector('[role=menu] button, dialog button')")
        await page.take_picture(shots / f"solo-free-menu-{format_name}-390x844.png")
        await page.until(f"{PUT_AWAY} === {before - 1}")
        steps = str(await page.until(COUNT))
        await page.click("Take back (Ctrl+Z)")
        await page.until(f"document.querySelectorAll('.hand.own .card').length === {before}")
        await page.until(f"{COUNT} !== {json.dumps(steps)}")
        assert page.complaints == []


async def test_unknown_cards_are_named_with_what_to_do(tmp_path: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    text = to_ydk(deck).replace(str(deck.main[0]), STRANGE)
    async with tables(tmp_path, *OFFERED) as server:
        page = await server.browser.page(f"http://127.0.0.1:{server.port}/new#solo", PHONE)
        await choose_way(page, "rules master")
        await choose(page, 0, "Pasted deck")
        await page.type("fieldset textarea", text)
        await page.click("Begin")
        await page.wait_for_text(f"No card with the passcode {STRANGE} is known here.")
        await page.wait_for_text("Take the cards that this server does not know out of the deck")
        await choose_way(page, "free master")
        await page.click("Begin")
        await page.until(
            "!!document.querySelector('.table-bar') && !!document.querySelector('.hand.own .card')"
        )
        await page.go(f"http://127.0.0.1:{server.port}/new#practice")
        await choose(page, 1, "Pasted deck")
        await page.type("fieldset:nth-of-type(2) textarea", text)
        await page.click("Practise")
        await page.wait_for_text("The bot plays only cards that this server knows")
        assert page.complaints == []
