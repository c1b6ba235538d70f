"""Whole duels by hand between two pages of the size of phones, from the form that opens the table to the end:
cards without scripts at a free table, and four turns of Flesh and Blood with both heroes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import trio

from facedown_shared.decks.decks import to_ydk
from tests import strangers
from tests.browser.chromium import PHONE, Chromium, Page, chromium, program
from tests.browser.drivers.fingers import drag_by_finger, tap
from tests.browser.playing import concede, play
from tests.browser.playing import shots as shots
from tests.browser.room.test_hosting import MODULES, SET, read_code
from tests.reliability.processes import server_process

SIDEWAYS = (844, 390)
BY_HAND = "!!document.querySelector('.table-bar .table-menu')"
MENU_TIMEOUT_S = 60.0
HAND_COUNT = "document.querySelectorAll('.hand.own .card').length"


@dataclass
class HandPlayer:
    """A person with a phone."""

    page: Page
    name: str
    shots: Path
    pictures: int = 0

    @property
    async def seat(self) -> str:
        """The number of its seat, as it is in the keys of zones."""
        return str(await self.page.value("document.querySelector('.hand.own').dataset.zone[0]"))

    async def choose(self, opener: str, title: str) -> None:
        """Open a menu by a tap, and choose a row. A menu that was asked for before the last act reached the
        server is put away and opened again.
        """
        row = f".hand-rows [data-row={json.dumps(title, ensure_ascii=False)}]"
        with trio.fail_after(MENU_TIMEOUT_S):
            while not await self._has_opened(opener, row):
                await self.page.press_key("Escape")
                await self.page.until("!document.querySelector('.hand-rows')")
        await self.picture("menu")
        await tap(self.page, row)

    async def _has_opened(self, opener: str, row: str) -> bool:
        """Open a menu by a tap, with all its groups; return whether it has this row."""
        await tap(self.page, opener)
        await self.page.until("!!document.querySelector('.hand-rows [data-row]')")
        for number in range(await self.page.value("document.querySelectorAll('.hand-rows .group').length")):
            if await self.page.value(f"!!document.querySelector({json.dumps(row)})"):
                return True
            await self.page.value(f"document.querySelectorAll('.hand-rows .group')[{number}].click()")
            await self.page.value("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        return bool(await self.page.value(f"!!document.querySelector({json.dumps(row)})"))

    async def type(self, text: str) -> None:
        """Type what is asked for, and confirm it."""
        await self.page.type(".typed input:not([type=number])", text)
        await tap(self.page, ".typed .main")

    async def choose_for(self, kind: str, title: str) -> bool:
        """Choose a row of the first card in the hand that has it; return whether one has."""
        for number in range(await self.page.value(HAND_COUNT)):
            handle = await self.page.value(
                f"document.querySelectorAll('.hand.own .card')[{number}].dataset.handle"
            )
            await tap(self.page, f".hand.own .card[data-handle='{handle}']")
            await self.page.until("!!document.querySelector('.hand-rows')")
            await self.page.until("!document.querySelector('.hand-rows [role=status]')")
            row = f".hand-rows [data-row={json.dumps(title)}]"
            if await self.page.value(f"!!document.querySelector({json.dumps(row)})"):
                await self.picture(kind)
                await tap(self.page, row)
                return True
            await self.page.press_key("Escape")
            await self.page.until("!document.querySelector('.hand-rows')")
        return False

    async def wait_for_turn(self, number: int) -> None:
        """Wait until this turn has begun."""
        await self.page.until(f"document.querySelector('.turn-line').innerText.includes('Turn {number}')")

    async def picture(self, what: str) -> None:
        """Take pictures of the page upright and sideways."""
        self.pictures += 1
        name = f"{self.name}-{self.pictures:02}-{what}"
        await self.page.take_picture(self.shots / f"{name}-upright.png")
        await self.page.resize(SIDEWAYS)
        await self.page.value("new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")
        await self.page.take_picture(self.shots / f"{name}-sideways.png")
        await self.page.resize(PHONE)
        await self.page.value("new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")


async def begin(
    browser: Chromium, port: int, way: str, shots: Path, decks: tuple[str, str] = ("", "")
) -> tuple[HandPlayer, HandPlayer]:  # fmt: skip
    """Open a table by its form, seat a guest by the QR code, and begin; return the turn player first."""
    host = await browser.page(f"http://127.0.0.1:{port}/new", PHONE)
    await host.type(".door input", "Anna")
    await host.value(SET % json.dumps(["Game", way]))
    await host.take_picture(shots / f"{way.replace(' ', '-')}-form.png")
    await host.click("Open the table")
    await host.until("location.pathname.startsWith('/t/') && !!document.querySelector('.qr')")
    guest = await browser.page(read_code(json.loads(await host.value(MODULES))), PHONE)
    await guest.type(".door input", "Ben")
    await guest.click("Sit down")
    players = []
    for page, deck, name in ((host, decks[0], "anna"), (guest, decks[1], "ben")):
        await page.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        await page.wait_for_text("I am ready")
        if deck:
            await page.type(".decks textarea", deck)
            await page.click("Use this deck")
            await page.wait_for_text("This deck may be played")
        players.append(HandPlayer(page, f"{way.replace(' ', '-')}-{name}", shots))
    for player in players:
        await player.picture("room")
        await player.page.click("I am ready")
    await play((host, guest, host), BY_HAND, 60)
    await guest.until(BY_HAND)
    first = await host.value("document.querySelector('.turn-line').innerText.includes('Anna')")
    return (players[0], players[1]) if first else (players[1], players[0])


async def test_a_duel_at_a_free_table_from_the_form_to_the_end(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: the form offered no table by hand, and no page could take a step back."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    cards = ("--cards", str(strangers.database(tmp_path)))
    async with server_process(tmp_path, 0, *cards) as (_, port), chromium() as browser:
        one, other = map(to_ydk, strangers.decks())
        first, second = await begin(browser, port, "free master", shots, (one, other))
        for turn, (actor, opponent) in enumerate(((first, second), (second, first)), 1):
            seat = await actor.seat
            await actor.choose(f"[data-zone='{seat}:deck'] button", "Draw")
            await actor.page.until(f"{HAND_COUNT} === 6")
            if await actor.choose_for("hand", "Normal Summon"):
                await tap(actor.page, f"[data-zone='{seat}:monster:2'] .place.open")
                monster = f"[data-zone='{seat}:monster:2'] .card"
                await opponent.page.until(f"!!document.querySelector({json.dumps(monster)})")
                await actor.choose(".table-bar .table-menu", "To the Battle Phase")
                await actor.choose(monster, "Attack directly")
            await opponent.choose(".table-bar .table-menu", "Life Points…")
            await opponent.picture("life")
            await opponent.type("-1500")
            await actor.page.until(
                "[...document.querySelectorAll('.life b')].some(one => one.innerText === '6500')"
            )
            await actor.choose(".table-bar .table-menu", "Toss a coin")
            await actor.choose(".table-bar .table-menu", "End the turn")
            for player in (actor, opponent):
                await player.wait_for_turn(turn + 1)
            await actor.picture("ended")
        await take_back(first, second)
        await first.choose(f"[data-zone='{await first.seat}:deck'] button", "Look at the top…")
        await first.page.until("document.activeElement.matches('.typed input')")
        await first.page.press_key("Enter")
        await first.page.until("!document.querySelector('.typed')")
        await first.choose(f"[data-zone='{await first.seat}:deck'] button", "To the bottom")
        await first.page.until(
            "!document.querySelector('dialog[open]') || !!document.querySelector('.choice')"
        )
        await second.choose(".table-bar .table-menu", "Life Points…")
        await second.type("=0")
        await first.page.until("[...document.querySelectorAll('.life b')].some(one => one.innerText === '0')")
        await concede(second.page, "Concede")
        for player in (first, second):
            await player.page.until("!!document.querySelector('.result')")
            await player.picture("result")
            assert not player.page.complaints


async def take_back(asking: HandPlayer, asked: HandPlayer) -> None:
    """Take the end of a turn back, with the other player's consent."""
    before = await asked.page.value("document.querySelector('.turn-line').innerText")
    await asking.page.click("Take back")
    await asked.page.wait_for_text("asks to take the table to step")
    await asked.picture("asked-to-take-back")
    await asked.page.click("Yes")
    await asking.page.until(f"document.querySelector('.turn-line').innerText !== {json.dumps(before)}")
    await asking.page.click("Redo")
    await asked.page.wait_for_text("asks to take the table to step")
    await asked.page.click("Yes")
    await asking.page.until(f"document.querySelector('.turn-line').innerText === {json.dumps(before)}")


async def test_four_turns_of_flesh_and_blood_with_both_heroes(tmp_path: Path, shots: Path) -> None:
    """Seen to fail: the form offered no table of Flesh and Blood."""
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    async with server_process(tmp_path, 0) as (_, port), chromium() as browser:
        actor, opponent = await begin(browser, port, "free fab", shots)
        for turn in range(1, 5):
            await play_fab_turn(actor, opponent)
            for player in (actor, opponent):
                await player.wait_for_turn(turn + 1)
            actor, opponent = opponent, actor
        for player in (actor, opponent):
            assert not player.page.complaints


async def play_fab_turn(actor: HandPlayer, opponent: HandPlayer) -> None:
    """Pitch a card, attack with another by a drag, defend, lose life, close the chain and end the turn."""
    seat = await actor.seat
    assert await actor.choose_for("hand", "Pitch")
    pitched = f"!!document.querySelector('[data-zone=\"{seat}:pitch\"] .face')"
    await opponent.page.until(f"{pitched} && !!document.querySelector('.play.far svg')")
    await opponent.picture("sees-pitch")
    if not await actor.choose_for("attack", "Attack"):
        await actor.choose(f"[data-zone='{seat}:weapon:0'] .card", "Attack")
    chain = "document.querySelectorAll('[data-zone=\"-:combat_chain\"] .card').length"
    await opponent.page.until(f"{chain} === 1")
    await opponent.picture("sees-attack")
    handle = await opponent.page.value("document.querySelector('.hand.own .card').dataset.handle")
    await drag_by_finger(
        opponent.page, f".hand.own .card[data-handle='{handle}']", "[data-zone='-:combat_chain']"
    )
    what_else = "!!document.querySelector('.prompt .main, dialog[open] .buttons .main')"
    await opponent.page.until(f"{what_else} || !!document.querySelector('.hand-rows [data-row=Defend]')")
    await opponent.picture("dropped")
    if not await opponent.page.value(what_else):  # a card that could attack too
        await tap(opponent.page, ".hand-rows [data-row=Defend]")
    await tap(opponent.page, ".prompt .main, dialog[open] .buttons .main")
    await actor.page.until(f"{chain} === 2")
    await actor.picture("chain")
    await opponent.choose(".table-bar .table-menu", "Life…")
    await opponent.type("-2")
    await actor.choose(".table-bar .table-menu", "Close the chain")
    await actor.page.until(f"{chain} === 0")
    await actor.choose(".table-bar .table-menu", "End the turn")
    await actor.picture("ended")
