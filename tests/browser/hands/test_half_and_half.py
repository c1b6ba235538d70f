"""Half-and-half in two pages: a card without a script is carried out by hand, objected to, and done again."""

from __future__ import annotations

from pathlib import Path

import trio

from facedown_shared.decks.decks import to_ydk
from facedown_shared.protocol.messages import Settings
from tests import strangers
from tests.browser.chromium import PHONE, Page, chromium, program
from tests.browser.hands.test_free_table import choose, open_card
from tests.browser.playing import DUEL_TIMEOUT_S, Tables, begin_match, step
from tests.browser.playing import shots as shots
from tests.reliability.processes import server_process

BY_HAND = "!!document.querySelector('.table-bar')"
IS_COST = "(document.querySelector('.below .question') || {innerText: ''}).innerText.startsWith('Pay what')"
PASS = """(button => button && (button.click(), true))(
    [...document.querySelectorAll('.prompt .buttons button')].find(one => one.innerText === 'Pass'))"""
"""Passes a response, so that no Chain grows without end."""
ASKED = "document.body.innerText.includes('No, it does something else')"
SIDEWAYS = (844, 390)


async def play_until_by_hand(one: Page, other: Page) -> tuple[Page, Page]:
    """Play until a card is carried out by hand; return who does it, and the other."""
    begun = trio.current_time()
    while trio.current_time() < begun + DUEL_TIMEOUT_S:
        for page, opponent in ((one, other), (other, one)):
            if await page.value(IS_COST):
                await page.click("Done")
            elif await page.value(BY_HAND):
                return page, opponent
            elif not await page.value(PASS):
                await step(page)
        await trio.sleep(0.05)
    raise AssertionError("no card was carried out by hand")


async def take_pictures(page: Page, shots: Path, name: str) -> None:
    """Take pictures of a phone upright and sideways."""
    await page.take_picture(shots / f"half-{name}-upright.png")
    await page.resize(SIDEWAYS)
    await page.take_picture(shots / f"half-{name}-sideways.png")
    await page.resize(PHONE)


async def test_an_effect_is_carried_out_by_hand_objected_to_and_done_again(
    tmp_path: Path, shots: Path
) -> None:
    """Seen to fail: the page said that only the window supports this."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    cards = ("--cards", str(strangers.database(tmp_path)))
    async with (
        server_process(tmp_path, 0, *cards) as (process, port),
        chromium() as browser,
        trio.open_nursery() as nursery,
    ):
        made = Tables(browser, process, port, tmp_path)
        host, links = await made.table(nursery, Settings(mode="half", pace="off"))
        one, other = map(to_ydk, strangers.decks())
        anna = await made.reopen(host.visit.return_link)
        await anna.resize(PHONE)
        ben = await made.seat(links["opponent"], "Ben", PHONE)
        for page, deck in ((anna, one), (ben, other)):
            await page.type(".decks textarea", deck)
            await page.click("Use this deck")
            await page.wait_for_text("Not yet by the rules")
        await begin_match(anna, ben)
        actor, opponent = await play_until_by_hand(anna, ben)
        assert "What the card says" in await actor.value("document.querySelector('.below').innerText")
        await take_pictures(actor, shots, "by-hand")
        await open_card(actor, ".hand.own .card")
        await take_pictures(actor, shots, "menu")
        hand = "document.querySelectorAll('.hand.own .card').length"
        held = await actor.value(hand)
        await choose(actor, "Discard")
        await actor.until(f"{hand} === {held - 1}")
        await actor.click("Done")
        await opponent.wait_for_text("No, it does something else")
        await take_pictures(opponent, shots, "asked")
        await opponent.click("No, it does something else")
        await actor.until(BY_HAND)
        await actor.click("Done")
        await opponent.click("Yes, that is what it does")
        await opponent.until(f"!({ASKED})")
        for page in (anna, ben):
            assert not page.complaints
        nursery.cancel_scope.cancel()
