"""Decks that were saved in the page of decks are offered for practice and solo play."""

from __future__ import annotations

from pathlib import Path

from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks, to_ydk
from tests.browser.alone.test_practice import play_out
from tests.browser.alone.test_solo import HAND, OFFERED, begun
from tests.browser.chromium import PHONE, Page
from tests.browser.playing import Tables, tables
from tests.browser.playing import shots as shots

POOL = bundled_pool()


async def save_deck(made: Tables, page: Page, name: str, text: str, format_name: str = "master") -> None:
    """Import a deck in the page of decks, and save it under a name."""
    await page.go(f"http://127.0.0.1:{made.port}/decks")
    await page.until("!!document.querySelector('.new-deck select option:nth-child(3)')")
    await page.value(
        f"(() => {{ const one = document.querySelector('.new-deck select'); one.value = '{format_name}';"
        " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    await page.type(".import textarea", text)
    await page.click("Open this deck")
    await page.until("!!document.querySelector('.deck-part .tile')")
    await page.value("document.querySelector('.deck-name').select()")
    await page.type(".deck-name", name)
    await page.click("Save")
    await page.wait_for_text("Saved")


async def choose(page: Page, field: int, title: str) -> None:
    """Choose a deck in one of the form's fields, by its title."""
    js = f"[...document.querySelectorAll('fieldset.decks')[{field}].querySelectorAll('option')]"
    await page.until(f"{js}.some(one => one.innerText === {title!r})")
    await page.value(
        f"(() => {{ const one = {js}.find(each => each.innerText === {title!r});"
        " const all = one.closest('select'); all.value = one.value;"
        " all.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )


async def titles(page: Page, field: int) -> list[str]:
    """Return the saved decks that a field offers."""
    return list(
        await page.value(
            f"[...document.querySelectorAll('fieldset.decks')[{field}]"
            ".querySelectorAll('optgroup[label=\"Your decks\"] option')].map(one => one.innerText)"
        )
    )


async def holds_cards_of(page: Page, deck: Deck) -> None:
    """Wait for an opening hand, and find each of its cards in a deck."""
    await play_out(page, f"{HAND}.split(';').length >= 5")  # who wins the toss chooses first
    hand = (await page.value(HAND)).split(";")
    assert set(hand) <= {POOL[code].name for code in deck.main}


async def test_saved_decks_in_practice_and_solo(tmp_path: Path, shots: Path) -> None:
    decks = ready_decks()
    mine, other = decks["synchro-xyz"].deck, decks["starter-yugi"].deck
    async with tables(tmp_path, *OFFERED) as made:
        page = await made.browser.page(f"http://127.0.0.1:{made.port}/decks", PHONE)
        await save_deck(made, page, "Mine", to_ydk(mine))
        await save_deck(made, page, "Old", to_ydk(other), "classic")

        await page.go(f"http://127.0.0.1:{made.port}/new#solo")
        await choose(page, 0, "Mine")
        assert await titles(page, 0) == ["Mine", "Old (Yu-Gi-Oh! Classic)"]
        await page.take_picture(shots / "form-solo-390x844.png")
        await page.click("Begin")
        await begun(page)
        await holds_cards_of(page, mine)

        await page.go(f"http://127.0.0.1:{made.port}/new#practice")
        await choose(page, 0, "Mine")
        await choose(page, 1, "Old (Yu-Gi-Oh! Classic)")
        await page.take_picture(shots / "form-practice-390x844.png")
        await page.click("Practise")
        await page.until("location.pathname.startsWith('/t/')")
        await holds_cards_of(page, mine)
        assert page.complaints == []
