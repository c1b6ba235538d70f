"""The board at eleven sizes in five positions, and with doubled text: how large zones and cards are, that the
board and the prompt are seen together, and that nothing is wider than the page. The sizes are printed.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.browser.board.positions import POSITIONS, hand_of_seven, shown
from tests.browser.chromium import Page, program
from tests.browser.playing import shots as shots
from tests.browser.playing import tables

LEAST: dict[tuple[int, int], tuple[int, int, int, int]] = {
    (320, 568): (43, 58, 45, 66), (360, 640): (49, 71, 45, 66), (390, 844): (53, 76, 70, 100),
    (568, 320): (40, 40, 45, 65), (640, 360): (50, 50, 45, 65), (667, 375): (50, 50, 45, 65),
    (768, 1024): (53, 76, 70, 100), (844, 390): (68, 68, 45, 65), (932, 430): (68, 68, 45, 65),
    (1280, 720): (85, 85, 70, 100), (1920, 1080): (142, 142, 105, 150),
}  # fmt: skip
"""By size of the page in CSS pixels: the least width and height of a zone, and of a card of one's hand."""

DOUBLED = ((390, 844), (844, 390), (1280, 720))
"""Sizes at which doubled text must lose nothing."""

CHANGES = {
    "doubled": "void (document.documentElement.style.fontSize = '200%')",
    "spaced": """(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
            word-spacing: .16em !important }`);
        document.adoptedStyleSheets = [sheet];
    })()""",
}
"""What a reader may do to the text (WCAG 1.4.4, 1.4.12)."""

MIN_BUTTON_PX = 44
MIN_FIELD_PX = 16
"""Letters of a field below which iOS zooms in."""
MIN_STRIP_PX = 24
"""What is seen of a card that the next one covers (WCAG 2.5.8)."""

MEASURE = """JSON.stringify((() => {
    const box = one => {
        const at = one.getBoundingClientRect();
        return [at.left, at.top, at.right, at.bottom];
    };
    const all = what => [...document.querySelectorAll(what)].filter(one => one.getClientRects().length);
    const name = one => (one.className + ' ' + one.innerText).trim().slice(0, 40);
    const isFree = one => !one.disabled && !one.matches('.card, .choice, .heap-button, .place')
        && !one.closest('.cards, .reading, .more, .lines, .log, .chain');
    const isCut = one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
    const dialogs = all('dialog[open]');
    return {
        zones: all('.zone').map(box), hand: all('.hand.own .card').map(box),
        mat: box(document.querySelector('.mat')), bars: all('.player').map(box),
        prompts: (dialogs.length ? dialogs : all('section.prompt')).map(box),
        buttons: all('button, .button').filter(isFree).map(one => ({name: name(one), box: box(one)})),
        cut: all('.prompt .question, .prompt .button, .phases button, dialog h2, dialog > .buttons .button,'
            + ' .name, .life b')
            .filter(isCut).map(name),
        wide: [document.documentElement, document.body, document.querySelector('.table')]
            .map(one => one.scrollWidth - one.clientWidth),
        page: [innerWidth, innerHeight],
        fields: all('input, select, textarea').map(one => parseFloat(getComputedStyle(one).fontSize)),
    };
})())"""

Box = tuple[float, float, float, float]


def sizes(boxes: list[Box]) -> tuple[float, float]:
    """Return the least width and the least height."""
    return (
        min((right - left for left, _, right, _ in boxes), default=0),
        min((bottom - top for _, top, _, bottom in boxes), default=0),
    )


def overlap(one: Box, other: Box) -> float:
    """Return how many pixels two boxes overlap by in the direction in which they overlap less."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


def faults(found: dict[str, Any]) -> list[str]:
    """Return what is wrong at any size: what is off the page, on top of other things, or too small to tap."""
    (wide, high), mat = found["page"], found["mat"]
    wrong = [f"wider than the page by {more}" for more in found["wide"] if more > 0]
    for name, boxes in {"board": [mat], "prompt": found["prompts"], "bar": found["bars"]}.items():
        off = [box for box in boxes if min(box) < -0.5 or box[2] > wide + 0.5 or box[3] > high + 0.5]
        wrong += [f"{name} off the page: {box}" for box in off]
    wrong += [f"the prompt covers the board: {box}" for box in found["prompts"] if overlap(box, mat) > 1]
    wrong += [f"letters of {size} px: a tap there zooms" for size in found["fields"] if size < MIN_FIELD_PX]
    for one in found["buttons"]:
        height = one["box"][3] - one["box"][1]
        if height < MIN_BUTTON_PX - 0.5:
            wrong.append(f"{one['name']!r} is {height:.0f} px high")
    wrong += [f"{name!r} is cut off" for name in found["cut"]]
    return wrong


def too_small(found: dict[str, Any], least: tuple[int, int, int, int]) -> list[str]:
    """Return which zones and cards of one's hand are smaller than they must be."""
    zone, card = sizes(found["zones"]), sizes(found["hand"])
    wrong = []
    if any(is_ < must for is_, must in zip(zone, least[:2], strict=True)):
        wrong.append(f"a zone is {zone}, and {least[:2]} is the least")
    if found["hand"] and any(is_ < must for is_, must in zip(card, least[2:], strict=True)):
        wrong.append(f"a card is {card}, and {least[2:]} is the least")
    strips = [after[0] - before[0] for before, after in pairwise(found["hand"])]
    if strips and min(strips) < MIN_STRIP_PX:
        wrong.append(f"only {min(strips)} px of a card are seen")
    return wrong


async def measured(page: Page) -> dict[str, Any]:
    """Measure the page."""
    return dict(json.loads(await page.value(MEASURE)))


async def settled(page: Page) -> None:
    """Wait until two frames have been painted."""
    await page.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("name", POSITIONS)
async def test_at_every_size_board_and_prompt_are_seen_together(
    tmp_path: Path, shots: Path, name: str
) -> None:
    if not program():
        print("There is no Chromium here: nothing was measured.")
        return
    wrong = []
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, POSITIONS[name](), (1280, 720))
        if name == "extra":
            await page.click("[data-zone='0:extra_deck'] button")
        if name in {"extra", "chain"}:
            await page.until("!!document.querySelector('dialog[open]')")
        for size, least in LEAST.items():
            await page.resize(size)
            await settled(page)
            found = await measured(page)
            await page.take_picture(shots / f"layout-{size[0]}x{size[1]}-{name}.png")
            zone, card = sizes(found["zones"]), sizes(found["hand"])
            label = f"{name} at {size[0]}×{size[1]}"
            print(f"{label}: zone {zone[0]:.0f}×{zone[1]:.0f}, hand {card[0]:.0f}×{card[1]:.0f}")
            assert found["prompts"], "there is a prompt"
            wrong += [f"{label}: {fault}" for fault in [*faults(found), *too_small(found, least)]]
    assert not wrong, "\n".join(wrong)


async def test_in_forced_colours_lines_say_what_can_be_used(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: a shadow said it, which forced colours take away."""
    if not program():
        print("There is no Chromium here: nothing was looked at.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, POSITIONS["hand"](), (1280, 720))
        forced = [{"name": "forced-colors", "value": "active"}]
        await page.send_command("Emulation.setEmulatedMedia", features=forced)
        await page.take_picture(shots / "layout-forced-colours.png")
        outline = "getComputedStyle(document.querySelector('.phases .open')).outlineStyle"
        assert await page.value(outline) == "solid"


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["monsters", "chain"])
async def test_larger_text_loses_nothing(tmp_path: Path, shots: Path, name: str, change: str) -> None:
    if not program():
        print("There is no Chromium here: nothing was measured.")
        return
    wrong = []
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, POSITIONS[name](), (1280, 720))
        await page.value(CHANGES[change])
        for size in DOUBLED:
            await page.resize(size)
            await settled(page)
            found = await measured(page)
            await page.take_picture(shots / f"layout-{size[0]}x{size[1]}-{name}-{change}.png")
            zone = sizes(found["zones"])
            print(f"{name} at {size[0]}×{size[1]}, {change}: zone {zone[0]:.0f}×{zone[1]:.0f}")
            wrong += [f"{name} at {size[0]}×{size[1]}, {change}: {fault}" for fault in faults(found)]
            if min(zone) < MIN_BUTTON_PX:
                wrong.append(f"{size}: a zone is {zone}")
    assert not wrong, "\n".join(wrong)


async def test_the_side_panel_opens_over_the_whole_column_of_a_phone_on_its_side(tmp_path: Path) -> None:
    """Seen to fail: log, chat and menu opened below the screen."""
    if not program():
        print("There is no Chromium here: no panel was opened.")
        return
    async with tables(tmp_path) as made:
        page = await shown(made.browser, made.port, hand_of_seven(), (667, 375))
        await page.click(".side-toggle")
        await page.click(".tab-more")
        box = "document.querySelector('.more-part').getBoundingClientRect()"
        assert await page.until(f"{box}.top > 0 && {box}.top < 100 && {box}.bottom <= innerHeight")
