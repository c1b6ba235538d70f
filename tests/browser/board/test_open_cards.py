"""Excavated, revealed and searched cards lie open beside the board until the next act, and the prompt that
follows shows them: in a page of every size, and after the same events as in the window.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from msgspec.structs import asdict

from facedown_client.board.open_cards import open_cards
from facedown_client.model.model import LogEntry
from facedown_shared.protocol.messages import Option, Prompt, Whole
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import Place
from facedown_shared.text.language import TranslatedText
from facedown_shared.text.words import words
from tests.browser.board.positions import Position, five_monsters_each, send_to_page, shown
from tests.browser.board.test_layout import faults, measured, settled
from tests.browser.chromium import DESK, PHONE, Page, program
from tests.browser.node import bundle_script, is_there, run
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

SIZES = {PHONE: ".below", (844, 390): ".below", DESK: ".log-part"}
"""Sizes of the page, and the part of it in which the cards lie."""
NAMES = """[...document.querySelectorAll('{part} > .open-cards .card')]
    .filter(one => one.getClientRects().length)
    .map(one => one.querySelector('.spoken').textContent).join(', ')"""
SHOWN_CODES = (4, 5, 8)
"""Passcodes of the cards that Anna shows: two excavated ones, and a searched one."""
TEXT = "document.querySelector('{part} .open-text')?.innerText ?? ''"
EVENTS_COUNT = 400


def events() -> tuple[VisibleEvent, ...]:
    """Return what Anna's effect shows: excavated cards, one that stays unknown, and a searched one."""
    (first, second, searched), deck, hand = SHOWN_CODES, Place(1, "deck"), Place(1, "hand")
    return (
        VisibleEvent("activate", 1, 21, code=2, amount=1),
        VisibleEvent("resolving", 1, amount=1),
        VisibleEvent("reveal", 1, code=first, start=deck),
        VisibleEvent("reveal", 1, code=second, start=deck),
        VisibleEvent("reveal", 1, start=deck),
        VisibleEvent("move", 1, code=searched, start=deck, goal=hand, word="effect"),
    )


def question(position: Position) -> Position:
    """Return the position with a question that follows."""
    asks = Prompt(9, "choice", words("plain", "Use the effect?"), (Option("yes"), Option("no")), code=3)
    return replace(position, prompt=asks)


async def names(page: Page, part: str, expected: str) -> None:
    """Wait until these cards lie open in a part of the page."""
    await page.until(f"{NAMES.format(part=part)} === {json.dumps(expected)}")


async def test_shown_cards_lie_open_in_a_page_until_the_next_act(tmp_path: Path, shots: Path) -> None:
    if not program():
        print("There is no Chromium here: no card was shown.")
        return
    position = five_monsters_each()
    listed = "Heavy Storm, Sangan, La Jinn the Mystical Genie of the Lamp"
    async with tables(tmp_path) as made:
        for (wide, high), part in SIZES.items():
            page = await shown(made.browser, made.port, position, (wide, high))
            assert not await page.value("!!document.querySelector('.open-cards')")
            await send_to_page(page, Whole(2, position.view(), events()))
            await names(page, part, listed)
            await settled(page)
            assert faults(await measured(page)) == [], (wide, high)
            await page.take_picture(shots / f"open-cards-{wide}x{high}.png")
            if part == ".below":
                await page.click(f"{part} .open-row .card:nth-child(2)")
                await page.until(f"{TEXT.format(part=part)}.includes('Sangan')")
                await page.take_picture(shots / f"open-cards-read-{wide}x{high}.png")
            await send_to_page(page, question(position).prompt)
            await names(page, "dialog", listed)
            await settled(page)
            assert faults(await measured(page)) == [], (wide, high)
            await page.take_picture(shots / f"open-cards-asked-{wide}x{high}.png")
            attack = VisibleEvent("attack", 0, 1, others=(21,))
            await send_to_page(page, Whole(3, position.view(), (*events(), attack)))
            await page.until("!document.querySelector('.open-cards')")
            await page.close()


def random_events(dice: random.Random) -> list[VisibleEvent]:
    """Return events of every kind that matters, and others."""
    zones = [Place(seat, zone) for seat in (0, 1) for zone in ("deck", "hand", "graveyard")]
    kinds = ("reveal", "reveal", "move", "move", "move", "phase", "activate", "attack", "resolving", "rewind")
    return [
        VisibleEvent(
            dice.choice(kinds), dice.randint(0, 1), dice.randint(0, 40), code=dice.choice([0, *range(1, 60)]),
            start=dice.choice([None, *zones]), goal=dice.choice([None, *zones]),
            word=dice.choice(["", "effect", "effect", "normal"]),
        )
        for _ in range(EVENTS_COUNT)
    ]  # fmt: skip


def test_the_same_cards_lie_open_as_in_the_window(tmp_path: Path) -> None:
    if not is_there():
        return
    dice, longest = random.Random(3), 0
    script = bundle_script(Path("tests/open_cards.ts"), tmp_path / "open_cards.js")
    courses = [random_events(dice) for _ in range(6)]
    courses.append([VisibleEvent("reveal", 1, code=code) for code in range(1, 60)])
    given = [[asdict(event) | places(event) for event in course] for course in courses]
    found = json.loads(run("node", str(script), said=json.dumps(given)))
    for course, after in zip(courses, found, strict=True):
        log: list[LogEntry] = []
        for event, there in zip(course, after, strict=True):
            log.append(LogEntry(event, TranslatedText.for_all_languages(""), 0))
            here = [[card.card, card.code, card.seat] for card in open_cards(log)]
            assert there == here
            longest = max(longest, len(here))
    assert longest == 30


def places(event: VisibleEvent) -> dict[str, object]:
    """Return an event's places as the page has them."""
    return {
        key: place and {"zone": place.zone} for key, place in (("start", event.start), ("goal", event.goal))
    }
