"""A deck is built in the page: by tap alone and by drags; refused with reasons, mended, saved, and read by
the window.
"""

from __future__ import annotations

import json
from pathlib import Path

from facedown_client.data import deck_entries
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import parse_to_deck, ready_decks, to_ydk, to_ydke
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.drivers.fingers import drag_by_mouse, drag_rested, tap
from tests.browser.playing import Tables, tables
from tests.browser.playing import shots as shots

NONE_HERE = "There is no Chromium here: no deck was built."
POOL = bundled_pool()
FUSION = next(facts for facts in POOL if facts.is_a("monster", "fusion") and "token" not in facts.kinds)
COUNTS = "[...document.querySelectorAll('.deck-part h2 b')].map(one => Number(one.innerText)).join()"
"""Cards in the Main, Extra and Side Deck, as the page shows them."""
TOON_SET_CODE = 0x62
"""Set code of an archetype."""
RESULTS = "document.querySelectorAll('.found li').length"
TEXT = "document.querySelector('.deck-sheet textarea').value"


async def open_decks(made: Tables, size: tuple[int, int]) -> Page:
    """Open the page of decks."""
    page = await made.browser.page(f"http://127.0.0.1:{made.port}/decks", size)
    await page.until("!!document.querySelector('.new-deck button')")
    return page


async def searched(page: Page) -> None:
    """Wait until the results are those of what was typed and chosen."""
    await page.until("document.querySelector('.found')?.ariaBusy === 'false'")


async def search(page: Page, text: str) -> None:
    """Type into the search in place of what is there, and wait for the results."""
    await page.value("document.querySelector('.deck-search input').select()")
    await page.type(".deck-search > input", text)
    await searched(page)
    await page.until(
        f"[...document.querySelectorAll('.found b')].some(one => one.innerText === {json.dumps(text)})"
    )


async def counts(page: Page, wanted: str) -> None:
    """Wait until the parts of the deck have so many cards."""
    await page.until(f"{COUNTS} === {json.dumps(wanted)}")


async def export(page: Page) -> str:
    """Return the deck as the page exports it."""
    await page.click("Export")
    await page.until(f"!!document.querySelector('.deck-sheet') && {TEXT}.includes('#main')")
    return str(await page.value(TEXT))


def expect_window_reads(text: str, main: int) -> None:
    """Let the window's deck reader read an exported deck."""
    entry = deck_entries.from_text(text, "From the page")
    assert entry.reasons("master") == []
    assert len(entry.deck.main) == main


async def test_a_deck_is_built_by_tap_alone_on_a_phone(tmp_path: Path) -> None:
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, PHONE)
        await tap(page, ".new-deck .button.main")
        await page.until(f"{RESULTS} === 50")
        for row in range(1, 14):
            for _copy in range(3):
                await tap(page, f".found li:nth-child({row}) > .button")
        await page.wait_for_text("39 cards")
        await tap(page, ".found li:nth-child(1) > .button")
        await page.wait_for_text("4 times")
        await page.take_picture(tmp_path / "refused-390x844.png")
        await tap(page, ".panes button:first-child")
        await counts(page, "40,0,0")
        await tap(page, ".tile")
        await page.until("!!document.querySelector('.deck-reading')")
        await page.take_picture(tmp_path / "reading-390x844.png")
        await tap(page, ".deck-reading .buttons button:nth-child(2)")
        await counts(page, "39,0,0")
        await tap(page, ".deck-reading .close")
        await tap(page, ".panes button:last-child")
        await tap(page, ".found li:nth-child(14) > .button")
        await page.wait_for_text("This deck may be played.")
        await page.type(".deck-name", "By tap")
        await tap(page, ".deck-editor > header .button.main")
        await page.wait_for_text("Saved")
        expect_window_reads(await export(page), 40)
        await page.take_picture(tmp_path / "export-390x844.png")
        await page.reload()
        await page.wait_for_text("By tap")
        await page.take_picture(tmp_path / "list-390x844.png")
        assert page.complaints == []


async def test_a_card_dropped_on_the_wrong_deck_goes_to_the_right_one(tmp_path: Path) -> None:
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await page.click("New deck")
        await search(page, FUSION.name)
        await drag_by_mouse(page, ".found .deck-row", "[data-drop=main]")
        await counts(page, "0,1,0")
        await drag_by_mouse(page, "[data-drop=extra] .tile", "[data-drop=side] h2")
        await counts(page, "0,0,1")
        await drag_by_mouse(page, "[data-drop=side] .tile", "[data-drop=main] h2")
        await counts(page, "0,1,0")
        await drag_by_mouse(page, "[data-drop=extra] .tile", ".deck-search > p")
        await counts(page, "0,0,0")
        await page.click("Undo")
        await counts(page, "0,1,0")
        await page.resize(PHONE)
        await page.click("Search")
        await drag_rested(page, ".found .deck-row", "[data-drop=main]")
        await counts(page, "0,2,0")
        assert page.complaints == []


async def test_decks_are_imported_in_every_form_and_exported(tmp_path: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    names = "\n".join(f"1 {POOL[code].name}" for code in deck.main + deck.extra)
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        for text in (to_ydk(deck), to_ydke(deck), names):
            await page.type(".import textarea", text)
            await page.click("Open this deck")
            await page.until("!!document.querySelector('.deck-part .tile .face')")
            await page.wait_for_text("This deck may be played.")
            assert sorted(parse_to_deck(await export(page)).main) == sorted(deck.main)
            await page.click("ydke://")
            await page.until(f"{TEXT}.startsWith('ydke://')")
            again = parse_to_deck(str(await page.value(TEXT)))
            assert sorted(again.extra) == sorted(deck.extra)
            await page.click("List of names")
            await page.until(f"{TEXT}.includes('Main Deck')")
            listed = parse_to_deck(str(await page.value(TEXT)), POOL)
            assert sorted(listed.main) == sorted(deck.main)
            await page.click(".deck-sheet header .button")
            await page.click("Your decks")
            await page.until("!!document.querySelector('.import textarea')")
        await page.type(".import textarea", "Nothing of the kind")
        await page.click("Open this deck")
        await page.until("!!document.querySelector('.import .report')")
        assert page.complaints == []


async def test_a_test_hand_has_odds(tmp_path: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await page.type(".import textarea", to_ydk(deck))
        await page.click("Open this deck")
        await page.until("!!document.querySelector('.deck-part .tile .face')")
        await page.click("Test hand")
        await page.until("document.querySelectorAll('.hand-tiles .tile').length === 5")
        copies = len([code for code in deck.main if code == deck.main[0]])
        await page.click(".marks input")
        size = len(deck.main)
        missed = 1.0
        for draw in range(5):
            missed *= (size - copies - draw) / (size - draw)
        await page.wait_for_text(f"{100 * (1 - missed):.1f} %")
        await page.click("New hand, going second")
        await page.until("document.querySelectorAll('.hand-tiles .tile').length === 6")
        await page.take_picture(tmp_path / "hand-1280x720.png")
        assert page.complaints == []


async def test_a_saved_deck_is_brought_to_a_table(tmp_path: Path) -> None:
    deck = ready_decks()["synchro-xyz"].deck
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, PHONE)
        await page.type(".import textarea", to_ydk(deck))
        await page.click("Open this deck")
        await page.type(".deck-name", "Mine")
        await page.click("Save")
        await page.wait_for_text("Saved")
        await page.go(f"http://127.0.0.1:{made.port}/new")
        await page.type(".door input", "Anna")
        await page.click("Open the table")
        await page.wait_for_text("One of your decks")
        await page.value(
            "(() => { const one = [...document.querySelectorAll('.decks select')].at(-1);"
            "one.value = one.options[1].value; one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
        await page.wait_for_text("This deck may be played")
        assert page.complaints == []


ARCHETYPES = "[...document.querySelectorAll('.filters select')].find(one => one.innerText.includes('Toon ('))"
"""The choice of an archetype, once the server has listed them."""


async def test_archetypes_are_offered_in_a_list(tmp_path: Path, shots: Path) -> None:
    members = {facts.name for facts in POOL if TOON_SET_CODE in facts.archetypes}
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, PHONE)
        await page.click("New deck")
        await page.until(f"{RESULTS} > 0")
        await page.click(".filters summary")
        await page.until(f"!!{ARCHETYPES}")
        await page.value(f"{ARCHETYPES}.scrollIntoView({{block: 'center'}})")
        await page.take_picture(shots / "archetypes-390x844.png")
        await page.value(
            f"(() => {{ const one = {ARCHETYPES}; one.value = '{TOON_SET_CODE}';"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
        await searched(page)
        await page.wait_for_text(f"{len(members)} found")
        found = await page.value("[...document.querySelectorAll('.found li b')].map(one => one.innerText)")
        assert members <= set(found)
        assert f"Toon ({len(members)})" in await page.value(f"{ARCHETYPES}.innerText")
        await page.value(f"{ARCHETYPES}.scrollIntoView({{block: 'center'}})")
        await page.take_picture(shots / "archetype-chosen-390x844.png")
        await page.resize(DESK)
        await page.take_picture(shots / "archetype-chosen-1280x720.png")
        await page.click("Clear the filters")
        await page.until(f"{RESULTS} === 50")
        assert await page.value(f"{ARCHETYPES}.value") == ""
        assert page.complaints == []


async def test_filters_and_screens(tmp_path: Path) -> None:
    if not program():
        print(NONE_HERE)
        return
    async with tables(tmp_path) as made:
        page = await open_decks(made, DESK)
        await page.type(".import textarea", to_ydk(ready_decks()["synchro-xyz"].deck))
        await page.click("Open this deck")
        await page.until("!!document.querySelector('.deck-part .tile .face')")
        await page.until(f"{RESULTS} > 0")
        for size in (DESK, (844, 390), PHONE):
            await page.resize(size)
            await page.value("new Promise(done => setTimeout(done, 200))")
            await page.take_picture(tmp_path / f"plain-{size[0]}x{size[1]}.png")
        await page.resize(DESK)
        await page.click(".tile")
        for size in (DESK, (844, 390), PHONE):
            await page.resize(size)
            await page.value("new Promise(done => setTimeout(done, 200))")
            await page.take_picture(tmp_path / f"editor-{size[0]}x{size[1]}.png")
        await page.resize(DESK)
        await page.click(".filters summary")
        await page.click("Xyz")
        xyz = sum(facts.is_a("monster", "xyz") for facts in POOL)
        await searched(page)
        await page.wait_for_text(f"{xyz} found")
        await page.take_picture(tmp_path / "filters-1280x720.png")
        await page.click("Clear the filters")
        await page.click("Counter")
        counter = sum(facts.is_a("trap", "counter") for facts in POOL)
        await searched(page)
        await page.wait_for_text(f"{counter} found")
        await page.resize(PHONE)
        await page.click("Search")
        await page.take_picture(tmp_path / "filters-390x844.png")
        assert page.complaints == []
