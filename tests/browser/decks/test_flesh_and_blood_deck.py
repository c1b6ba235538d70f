"""A Flesh and Blood deck is built in the page from nothing by tap, and used for solo play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from facedown_shared.cards.facts import every_game
from facedown_shared.decks.card_search import FLESH_AND_BLOOD, CardSearch, classes
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.deck_building import MAX_CARDS_FOUND
from facedown_shared.tables import FORMATS
from tests.browser.alone.test_formats import choose_way
from tests.browser.alone.test_practice import play_out
from tests.browser.alone.test_saved_decks import choose
from tests.browser.alone.test_solo import HAND, OFFERED
from tests.browser.chromium import PHONE, Page
from tests.browser.decks.test_deck_editor import counts, open_decks, searched
from tests.browser.drivers.fingers import tap
from tests.browser.drivers.keyboard import press, write
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

WANTED = ready_decks()["kiln-and-hammer"].deck
"""A hero with weapon and equipment, and 40 cards."""
POOL = every_game()
FORMAT_SELECT = ".new-deck select"


async def choose_game(page: Page) -> None:
    """Tap the choice of a game, and type the first letter of this one."""
    await page.until(f"!!document.querySelector('{FORMAT_SELECT} option[value=fab]')")
    await tap(page, FORMAT_SELECT)
    await write(page, "F")
    await press(page, "Enter")
    await page.until(f"document.querySelector('{FORMAT_SELECT}').value === 'fab'")


async def put_in(page: Page, code: int, copies: int) -> None:
    """Search a card by its name, and tap + for each copy."""
    row = f".found li:has([data-card='{code}'])"
    await tap(page, ".deck-search > input")
    await page.value("document.querySelector('.deck-search > input').select()")
    await page.send_command("Input.insertText", text=POOL[code].name)
    await searched(page)
    await page.until(f'!!document.querySelector("{row}")')
    for _copy in range(copies):
        await tap(page, f"{row} > .button")


async def tap_kind(page: Page, kind: str, hero: frozenset[str], *, on: bool) -> list[int]:
    """Tap the chip of a kind; return the passcodes that match then."""
    number = list(FLESH_AND_BLOOD.kinds.values()).index(kind) + 1
    await tap(page, f".filters .chips:first-of-type .button:nth-of-type({number})")
    plain = CardSearch.for_format(FORMATS["fab"])
    found = replace(plain, kinds=(kind,) if on else (), hero=hero).matching_cards(POOL)
    await searched(page)
    await page.until(f"/^{len(found)} found/.test(document.querySelector('.deck-search > p').innerText)")
    return [facts.code for facts in found[:MAX_CARDS_FOUND]]


async def test_a_deck_is_built_by_tap_alone(tmp_path: Path, shots: Path) -> None:
    """Without a letter typed: by the filters, the rows and their +. Only the browser's own list of games is
    set by a script, since it is not part of the page.
    """
    wanted = [*WANTED.extra, *WANTED.main]
    async with tables(tmp_path) as made:
        page = await open_decks(made, PHONE)
        await page.until(f"!!document.querySelector('{FORMAT_SELECT} option[value=fab]')")
        await page.value(
            f"(() => {{ const one = document.querySelector('{FORMAT_SELECT}'); one.value = 'fab';"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
        await tap(page, ".new-deck .button.main")
        await page.until("!!document.querySelector('.found li')")
        await tap(page, ".filters summary")
        hero = frozenset[str]()
        for kind in ("hero", "weapon", "equipment", "attack", "action", "reaction", "instant"):
            listed = await tap_kind(page, kind, hero, on=True)
            for code in [one for one in dict.fromkeys(wanted) if one in listed]:
                for _copy in range(wanted.count(code)):
                    await tap(page, f".found li:has([data-card='{code}']) > .button")
                wanted = [one for one in wanted if one != code]
            await page.value("document.querySelector('.filters').scrollIntoView()")
            await tap_kind(page, kind, hero, on=False)
            if kind == "hero":
                await tap(page, ".filters > .button")
                hero = classes(POOL[next(one for one in WANTED.extra if "hero" in POOL[one].kinds)])
                await page.take_picture(shots / "fab-deck-by-tap-390x844.png")
        assert wanted == [], [POOL[code].name for code in wanted]
        await page.wait_for_text("This deck may be played.")
        await tap(page, ".panes button:first-child")
        await counts(page, f"{len(WANTED.main)},{len(WANTED.extra)},0")
        await tap(page, ".deck-editor > header .button.main")
        await page.wait_for_text("Saved")
        assert page.complaints == []


async def test_a_deck_from_nothing_is_used_for_solo_play(tmp_path: Path, shots: Path) -> None:
    async with tables(tmp_path, *OFFERED) as made:
        page = await open_decks(made, PHONE)
        await choose_game(page)
        await tap(page, ".new-deck .button.main")
        await page.until("!!document.querySelector('.found li')")
        await put_in(page, WANTED.main[0], 1)
        await page.until("!!document.querySelector('.verdict:not(.good)')")
        await page.take_picture(shots / "fab-deck-refused-390x844.png")
        for code in dict.fromkeys(WANTED.extra):
            await put_in(page, code, WANTED.extra.count(code))
        for code in dict.fromkeys(WANTED.main):
            await put_in(page, code, WANTED.main.count(code) - (code == WANTED.main[0]))
        await page.wait_for_text("This deck may be played.")
        await tap(page, ".panes button:first-child")
        await counts(page, f"{len(WANTED.main)},{len(WANTED.extra)},0")
        await page.take_picture(shots / "fab-deck-390x844.png")
        await tap(page, ".deck-name")
        await write(page, "Hammers")
        await tap(page, ".deck-editor > header .button.main")
        await page.wait_for_text("Saved")

        await page.go(f"http://127.0.0.1:{made.port}/new#solo")
        await choose_way(page, "free fab")
        await choose(page, 0, "Hammers")
        await tap(page, ".door .button.main")
        await page.until("location.pathname.startsWith('/t/')")
        await play_out(page, f"document.querySelectorAll('.hand.own .card').length >= {4}")
        await page.take_picture(shots / "fab-deck-solo-390x844.png")
        hand = set((await page.value(HAND)).split(";"))
        assert hand <= {POOL[code].name for code in WANTED.main}
        assert page.complaints == []
