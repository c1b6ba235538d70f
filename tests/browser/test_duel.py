"""Two browsers and a third that watches: a match by the rules on a real server, from links to a rematch."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from facedown_server.network.pages.browser_assets import load_assets
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import AtTable, Settings
from tests.browser.chromium import PHONE, Page, program
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S
from tests.browser.playing import (
    DECK,
    STEP,
    DuelNotFound,
    Tables,
    begin_match,
    concede,
    play,
    tables,
    until_alike,
)

MAX_FIRST_BOARD_BYTES = 100_000
"""Bytes until the first board, in a cold profile."""
MAX_CLIENT_BYTES = 180_000
"""Bytes of everything that the browser client can load in English."""
IDLE = "new Promise(done => setTimeout(() => done(true), 700))"

HAPPENED = ("Chain Link 2", "Tribute Summons", "to the hand")
SHOWN = """['.log', '.hand.own', '.mat'].map(one => document.querySelector(one).textContent).join()"""
KIND = "/, (Monster|Spell|Trap)/"
"""What a card of any hand says of itself."""
SEEN = f"{[*HAPPENED]}.every(one => document.querySelector('.log').innerText.includes(one))"


async def test_two_browsers_play_a_match_and_a_third_watches(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        anna, ben, watcher = await duel(made, nursery)
        await side_cards(made, anna, ben)
        await end_match(anna, ben, watcher)
        for page in (anna, ben, watcher):
            assert not page.complaints, "nothing was forbidden, and nothing went wrong"
        nursery.cancel_scope.cancel()


async def duel(made: Tables, nursery: trio.Nursery, tables_left: int = 4) -> tuple[Page, Page, Page]:
    """Play Anna, Ben and a spectator in a duel in which all expected events have happened; where the shuffles
    did not bring them, at another table.
    """
    host, links = await made.table(nursery, Settings(pace="off", best_of=3))
    anna = await made.reopen(host.visit.return_link, DECK)
    ben = await made.seat(links["opponent"], "Ben", deck=DECK)
    watcher = await made.browser.page(links["spectator"], PHONE)
    assert await watcher.until("document.body.classList.contains('playing')"), "watching needs no click"
    assert not await watcher.value("location.hash"), "the secret is gone from the address"
    assert sum(watcher.received.values()) <= MAX_FIRST_BOARD_BYTES
    await begin_match(anna, ben)
    await watcher.until("!!document.querySelector('.log')")  # its frames may come after the players'
    try:
        await play((anna, ben, watcher), SEEN)
        await check_late_spectator(made, links["spectator"], watcher)
    except DuelNotFound:
        if tables_left <= 1:
            raise
        for page in (anna, ben, watcher):
            await page.close()
        return await duel(made, nursery, tables_left - 1)
    return anna, ben, watcher


async def check_late_spectator(made: Tables, link: str, watcher: Page) -> None:
    """Expect a late spectator to see the same board at once, and all that was logged: as many lines, of the
    same turns; only in them a card may have the name that it has shown since.
    """
    late = await made.browser.page(link)
    await late.until("!!document.querySelector('.mat')")
    await late.value(IDLE)
    total = sum(late.received.values())
    print(f"the first board of a link: {total} bytes in {len(late.received)} files")
    assert total <= MAX_FIRST_BOARD_BYTES
    lines = "String([...document.querySelectorAll('.log p')].map(one => one.className))"
    turns = "String([...document.querySelectorAll('.log .turn')].map(one => one.textContent))"
    await until_alike(lines, late, watcher)
    await until_alike(turns, late, watcher)
    board = "[...document.querySelectorAll('.zone, .hand')].map(one => one.textContent).join('; ')"
    await until_alike(board, late, watcher)
    await late.close()


async def side_cards(made: Tables, anna: Page, ben: Page) -> None:
    """Let the loser concede the duel and change a card; the other leaves the deck as it is."""
    await concede(anna, "Concede")
    await anna.click(".siding [data-name^='Jar of Greed']")
    await anna.click("Into the Side Deck")
    await anna.click(".siding [data-name^='Mirror Force']")
    await anna.click("Into the deck")
    await anna.click("Play with these changes")
    await ben.click("Keep the deck as it is")
    await play((anna, ben, anna), "/Turn 1: /.test((document.querySelector('.turn-line') || {}).innerText)")


async def end_match(anna: Page, ben: Page, watcher: Page) -> None:
    """Concede the match; the throws were fair; agree on a rematch."""
    await concede(anna, "Concede the match")
    for page in (anna, ben):
        await page.wait_for_text("Shuffles verified:")
    await watcher.wait_for_text("Public throws verified:")
    await ben.click("Rematch")
    await anna.wait_for_text("Ben asks for a rematch")
    await anna.click("Yes")
    await anna.until("!document.body.innerText.includes('Shuffles verified:')")


OFFERED = (
    "[role=menu] button, dialog[open] button[data-option]:not(.picked), dialog[open] .main:enabled, "
    ".place.open, .card.open:not(.picked), .phases .open, .prompt .main:enabled, "
    ".prompt .buttons button:not(.quiet)"
)  # fmt: skip
HERE = f"document.activeElement.matches({OFFERED!r})"
MAX_TAB_PRESSES = 90
MAX_ROUNDS = 300
"""Options of each page in which two turns are over: the focus stays at a card, so that many are used."""


async def test_a_language_chosen_in_a_duel_is_that_of_the_log_and_the_faces(tmp_path: Path) -> None:
    """Seen to fail: lines and faces drawn before stayed in English until a reload."""
    if not program():
        print("There is no Chromium here: no page changed its language.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off"))
        anna, ben = (
            await made.reopen(host.visit.return_link, DECK),
            await made.seat(links["opponent"], "Ben", deck=DECK),
        )
        await begin_match(anna, ben)
        await anna.until(f"{SHOWN}.includes('Turn 1') && {KIND}.test({SHOWN})")
        told = len(ben.frames)
        await anna.click("More")
        await anna.click("\u7b80\u4f53\u4e2d\u6587")
        is_chinese = f"{SHOWN}.includes('\u7b2c 1 \u56de\u5408') && !/Turn/.test({SHOWN})"
        await anna.until(f"{is_chinese} && !{KIND}.test({SHOWN})")
        await anna.click("\u804a\u5929")
        await anna.type(".talk input", "moved over")
        await anna.value("document.querySelector('.talk form').requestSubmit()")
        await ben.until("document.querySelector('.talk').textContent.includes('moved over')")
        said = [decode_from_server(frame) for frame in ben.frames[told:]]
        tables_told = [one.table for one in said if isinstance(one, AtTable)]
        assert all(one.seats[0].present for one in tables_told), "no connection was lost"
        assert not anna.complaints
        nursery.cancel_scope.cancel()


async def test_two_turns_are_played_by_keys_alone(tmp_path: Path) -> None:
    """With Tab to an option, and Enter; on a phone the log is read out whichever part is in sight."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery, Settings(pace="off"))
        anna = await made.reopen(host.visit.return_link, DECK)
        ben = await made.seat(links["opponent"], "Ben", PHONE, DECK)
        await begin_match(anna, ben)
        await ben.click("Chat")
        for _ in range(MAX_ROUNDS):
            if await ben.value(THIRD):
                break
            for page in (anna, ben):
                await answer_by_key(page)
        assert await ben.value(THIRD), "two turns were played"
        spoken = "document.querySelector('.spoken[role=log] p:last-child').textContent"
        logged = "document.querySelector('.log p:last-child').textContent"
        await ben.until(f"{spoken} === {logged}")
        assert not await ben.value("document.querySelector('.log').offsetParent"), "the chat is in sight"
        nursery.cancel_scope.cancel()


THIRD = "/Turn [3-9]: /.test((document.querySelector('.turn-line') || {}).innerText)"


async def answer_by_key(page: Page) -> None:
    """Go to the first option, if there is one, and pick it."""
    if not await page.value(f"!!document.querySelector({OFFERED!r})"):
        return
    await page.value("new Promise(done => setTimeout(done, 520))")  # just after it appears it takes no key
    for _ in range(MAX_TAB_PRESSES):
        if await page.value(HERE):
            await page.press_key("Enter")
            break
        await page.press_key("Tab")
    await page.value("new Promise(done => setTimeout(done, 60))")


async def test_a_seat_outlives_a_reload_another_tab_and_the_server(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    from tests.reliability.processes import server_process

    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, links = await made.table(nursery)
        anna = await made.reopen(host.visit.return_link)
        ben = await made.seat(links["opponent"], "Ben")
        await begin_match(anna, ben)
        asked = await _find_prompted_page(anna, ben)
        await asked.until("!!document.querySelector('.prompt')")
        question = await asked.value("document.querySelector('.prompt').innerText")
        await asked.reload()
        await asked.wait_for_text(question.splitlines()[0])
        other = await made.browser.page(await asked.value("location.href"), context=asked.context)
        await other.wait_for_text(question.splitlines()[0])
        await asked.wait_for_text("Take the seat back")
        await asked.click("Take the seat back")
        await asked.wait_for_text(question.splitlines()[0])
        await other.wait_for_text("Take the seat back")
        await other.close()
        await (ben if asked is anna else anna).close()
        await asked.wait_for_text("left to reconnect")
        made.process.kill()
        await asked.wait_for_text("Connection lost")
        await made.process.wait()
        async with server_process(tmp_path, made.port):
            await asked.until("!document.body.innerText.includes('Connection lost')")
            await asked.until(f"document.querySelector('.prompt')?.innerText === {json.dumps(question)}")
            # The earlier prompt is shown until the server repeats it: nothing is open till then.
            assert await asked.until(STEP), "what is offered can be taken again"
        nursery.cancel_scope.cancel()


async def _find_prompted_page(*pages: Page) -> Page:
    begun = trio.current_time()
    while trio.current_time() < begun + WAIT_TIMEOUT_S:
        for page in pages:
            asked = "document.querySelector('.prompt')"
            # An answered prompt is shown until the server has the answer: an open one stays.
            if await page.value(f"!!{asked}") and await page.value(
                f"new Promise(done => setTimeout(() => done(!!{asked}), 1000))"
            ):
                return page
        await pages[0].value("new Promise(done => setTimeout(done, 30))")
    raise AssertionError("nobody is asked anything")


def test_the_whole_client_in_english_is_small() -> None:
    """All scripts, styles and English texts are counted, compressed as they are sent."""
    sent = {name: len(packed) for name, (_, _, packed) in load_assets().items() if not name.startswith("zh_")}
    print(f"the whole client in English: {sum(sent.values())} bytes in {len(sent)} files")
    assert {name.partition("-")[0] for name in sent} >= {"app", "look", "part", "en", "decks"}
    assert sum(sent.values()) < MAX_CLIENT_BYTES
