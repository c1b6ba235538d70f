"""Every row of every game in the page: by tap, by keys, and by a drag where it leads to a place.

The server records what it is sent (tests/browser/drivers/recording_server.py): the three ways must arrive as
the same gesture. The rows are those of the games themselves; one that no board offers makes the test fail.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_shared.decks.decks import to_ydk
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.protocol.messages import Answer, CreateTable, JoinTable, Prompt, Ready, Settings, UseDeck
from facedown_shared.text import Code
from tests import strangers
from tests.browser.chromium import DESK, PHONE, Page, chromium, program
from tests.browser.drivers.fingers import drag_by_finger, drag_by_mouse, press_on, press_row_key, tap
from tests.browser.drivers.recording_server import RECORD, ROWS, RecordedGesture
from tests.browser.hands.boards import BOARDS, OfferedRow, rows_of_name
from tests.reliability.processes import HeadlessClient, server_process

RECORDING_SERVER = ("-m", "tests.browser.drivers.recording_server")
SIZES = {"master": PHONE, "classic": DESK, "fab": PHONE, "half": PHONE}
"""The size of the window by game; on a desk, cards are dragged by mouse."""
TYPED = {
    "life": "-500", "stats": "attack +500", "counter": "Spell", "zone": "arsenal +1",
    "inventory": "Cinder Boots", "token": "Sheep",
}  # fmt: skip
"""What is typed, by the word of the gesture."""
WAIT_TIMEOUT_S = 60
UP, SIDEWAYS = (0, -24), (24, 0)
"""How a finger begins to drag: a hand scrolls sideways, an open pile upwards."""
NO_DIALOG = "!document.querySelector('dialog[open]')"
MAX_OPEN = 4
"""Questions and dialogs of one row that can be open at once."""
Press = Callable[[Page, str], Awaitable[None]]


STATE = """(() => {
    const title = document.querySelector('dialog[open]:not(.folded) h2')?.innerText ?? '';
    const question = document.querySelector('.prompt .question')?.innerText ?? '';
    const kinds = {
        typed: 'dialog[open] .typed', cards: 'dialog[open] .choice[data-option]',
        answers: 'dialog[open] .answers [data-option]', place: '.place.open', pick: '.card.open',
    };
    const kind = Object.keys(kinds).find(one => document.querySelector(kinds[one])) ?? '';
    return [kind, `${kind} ${title} ${question}`];
})()"""
"""The question that is open on the page: its kind, and what tells it from others."""
PILE_SETTLED = "!!document.querySelector('dialog[open] .hand-rows, dialog[open] .pile-foot .faint')"
ROWS_THERE = "!!document.querySelector('.hand-rows [data-row]')"


TABLE_THERE = "!!document.querySelector('.table-bar') && !document.querySelector('.play')"


@dataclass
class RowPlayer:
    """A page at a table of one game, and what the server has recorded of it."""

    page: Page
    folder: Path
    game: str
    recorded: int = 0
    failures: list[str] = field(default_factory=list)
    ways: int = 0

    async def play_row(self, offered: OfferedRow) -> None:
        """Do a row in each way, and compare what arrived."""
        gestures: dict[str, str] = {}
        for way in ("tap", "keys", *(["drag"] if offered.goal else [])):
            self.ways += 1
            if problem := await self.try_way(offered, way, gestures):
                self.failures.append(f"{self.game}: {offered.row.title} by {way}: {problem}")
        if len(set(gestures.values())) > 1:
            self.failures.append(f"{self.game}: {offered.row.title}: {gestures}")

    async def try_way(self, offered: OfferedRow, way: str, gestures: dict[str, str]) -> str:
        """Do a row in one way, note the gesture that arrived, and return its failure, or nothing."""
        problem = ""
        try:
            with trio.fail_after(WAIT_TIMEOUT_S):
                await getattr(self, f"by_{way}")(offered)
                gestures[way] = await self.answer(offered, press_on if way == "keys" else tap)
        except (AssertionError, trio.TooSlowError) as failed:
            problem = str(failed) or f"nothing was sent; open: {await self.page.value(STATE)}"
        await self.close()
        return problem

    async def by_tap(self, offered: OfferedRow) -> None:
        """Open the menu with a finger, and choose the row."""
        await self.open_menu(offered, tap)
        await self.tap_row(offered)

    async def open_menu(self, offered: OfferedRow, do: Press) -> None:
        """Open the menu with the row, and wait until it has its rows and the focus."""
        for number, selector in enumerate(openers(offered)):
            if number:
                await self.page.until(PILE_SETTLED)  # its rows move its cards, and take the focus
            await do(self.page, selector)
        menu = offered.card or offered.pile.partition(":")[2]
        await self.page.until(f"document.activeElement.matches('.hand-rows[data-menu=\"{menu}\"] button')")

    async def tap_row(self, offered: OfferedRow) -> None:
        """Tap a row of the open menu, in its group if that is closed."""
        if not await self.page.value(f"!!document.querySelector({json.dumps(selector_of(offered))})"):
            await tap(self.page, f".hand-rows .group[data-group={offered.row.group}]")
        await tap(self.page, selector_of(offered))

    async def by_keys(self, offered: OfferedRow) -> None:
        """Open the menu with Enter, and press the key of the row."""
        await self.open_menu(offered, press_on)
        assert offered.row.key, "it has no key"
        await press_row_key(self.page, offered.row.key)

    async def by_drag(self, offered: OfferedRow) -> None:
        """Drag to where the row leads, and choose the row among several."""
        source = f"[data-zone='{offered.pile}']"
        if offered.card:
            *opening, source = openers(offered)
            for selector in opening:
                await tap(self.page, selector)
                await self.page.until(PILE_SETTLED)  # its rows move its cards
        goal = f"[data-zone='{offered.goal}']"
        if SIZES[self.game] == DESK:
            await drag_by_mouse(self.page, source, goal)
        else:
            await drag_by_finger(
                self.page, source, goal, (24, 0) if source.startswith("dialog") else (0, -24)
            )
        while not (await self.page.value(STATE))[0] and not self.new_record():
            if await self.page.value(ROWS_THERE):
                await self.tap_row(offered)
                return
            await trio.sleep(0.01)

    async def answer(self, offered: OfferedRow, do: Press) -> str:
        """Answer the questions of a row, each once; return the gesture that the server was sent."""
        answered: set[str] = set()
        while not (record := self.new_record()):
            kind, question = await self.page.value(STATE)
            if kind and question not in answered:
                answered.add(question)
                await self.answer_one(offered, kind, do)
            await trio.sleep(0.01)
        self.recorded += 1
        assert record.code in ("", Code.NEEDS_EFFECT), f"refused: {record.words}"
        return record.gesture

    async def answer_one(self, offered: OfferedRow, kind: str, do: Press) -> None:
        """Answer one question with a place, a card, a word or a text."""
        page, goal = self.page, offered.goal
        if kind == "typed":
            word = str(offered.row.gesture["m"])
            if await page.value("document.activeElement.matches('.typed input:not([type=number])')"):
                await page.send_command("Input.insertText", text=TYPED[word])
            await (page.press_key("Enter") if do is press_on else tap(page, ".typed .main"))
        elif kind == "place":
            await do(page, ".place.open" if offered.aim >= 0 else f"[data-zone='{goal}'] .place.open")
        elif kind == "answers":
            await do(page, "dialog[open] .answers [data-option]")
        else:
            aim = f"[data-option='{max(0, offered.aim)}']"
            own = f"[data-zone='{goal}'] .card.open" if offered.aim >= 0 else ".card.open:not(.picked)"
            await do(page, f"dialog[open] .choice{aim}" if kind == "cards" else own)
            await do(page, "dialog[open] .buttons .main" if kind == "cards" else ".prompt .main")

    def new_record(self) -> RecordedGesture | None:
        """Return the gesture that arrived after those that are known."""
        more = self.records()[self.recorded :]
        return msgspec.json.decode(more[0], type=RecordedGesture) if more else None

    def records(self) -> list[bytes]:
        """Return the whole lines of the file."""
        file = self.folder / RECORD
        return file.read_bytes().split(b"\n")[:-1] if file.exists() else []

    async def close(self) -> None:
        """Close what is open: each Escape goes back by one."""
        open_now = f"JSON.stringify([{STATE}, {NO_DIALOG}])"
        for _ in range(MAX_OPEN):
            if not (await self.page.value(STATE))[0] and await self.page.value(NO_DIALOG):
                break
            before = await self.page.value(open_now)
            await self.page.press_key("Escape")
            await self.page.until(f"{open_now} !== {json.dumps(before)}")
        self.recorded = len(self.records())


def openers(offered: OfferedRow) -> list[str]:
    """Return what is pressed to open the menu of a row, one after the other."""
    found = []
    if offered.pile.endswith(":hand"):
        found.append(".table-bar .hand-menu")
    elif offered.pile:
        found.append(f"[data-zone='{offered.pile}'] button")
    if offered.card:
        found.append(f"{'dialog[open] ' if offered.pile else ''}.card[data-handle='{offered.card}']")
    return found or [".table-bar .table-menu"]


def selector_of(offered: OfferedRow) -> str:
    """Return the selector of a row in the open menu."""
    title, key = json.dumps(offered.row.title, ensure_ascii=False), json.dumps(offered.row.key)
    return f".hand-rows [data-row={title}][data-key={key}]"


def is_over(client: HeadlessClient, ask: int) -> bool:
    """Return whether this prompt is no longer open."""
    return client.prompt is None or client.prompt.ask != ask


async def begin(
    nursery: trio.Nursery, port: int, settings: Settings, deck: str = ""
) -> tuple[HeadlessClient, HeadlessClient]:
    """Begin a duel by hand of two clients with few cards on the table; half by the rules, come to a Chain of
    which the first carries out the last card.
    """
    anna = HeadlessClient("Anna", port, CreateTable(settings))
    nursery.start_soon(anna.run)
    await anna.wait_until(lambda: anna.visit.model.links)
    link = anna.table_link("opponent")
    ben = HeadlessClient("Ben", port, JoinTable(link.code, link.secret))
    nursery.start_soon(ben.run)
    await ben.wait_until(lambda: ben.visit.model.table)
    for one in (anna, ben) if deck else ():
        one.visit.send(UseDeck(deck))
    for one in (anna, ben):
        one.visit.send(Ready())
    has_begun = is_answer_carried_out if settings.mode == "half" else are_both_by_hand
    while not has_begun(anna, ben):
        for one in (anna, ben):
            prompt = one.prompt
            if prompt and not has_begun(anna, ben) and (prompt.options or prompt.kind != "by_hand"):
                one.visit.send(
                    Answer(prompt.ask, answer_to(prompt, can_act=one is anna or is_chain_begun(one)))
                )
                await one.wait_until(partial(is_over, one, prompt.ask))
        await trio.sleep(0.01)
    return anna, ben


def are_both_by_hand(*clients: HeadlessClient) -> bool:
    """Return whether both move cards by hand."""
    return all(one.prompt and one.prompt.kind == "by_hand" for one in clients)


def is_chain_begun(client: HeadlessClient) -> bool:
    """Return whether the Chain has one link, which the other player answers."""
    view = client.visit.model.view
    return view is not None and len(view.chain) == 1


def is_answer_carried_out(anna: HeadlessClient, _ben: HeadlessClient) -> bool:
    """Return whether the host carries out the last card of a Chain by hand."""
    prompt, view = anna.prompt, anna.visit.model.view
    is_resolving = prompt is not None and prompt.words.id == "carry_out_by_hand"
    return is_resolving and view is not None and len(view.chain) > 1


def answer_to(prompt: Prompt, *, can_act: bool) -> tuple[int, ...]:
    """Return an answer: activate a card that is carried out by hand if allowed, else pass, else the least."""
    verbs = [option.verb for option in prompt.options]
    wanted = ["by_hand"] if can_act else []
    if prompt.kind in ("turn", "response"):
        wanted += ["pass", "phase"]
    found = [verbs.index(verb) for verb in wanted if verb in verbs]
    return (found[0],) if found else tuple(range(prompt.least))


@pytest.mark.parametrize("game", SIZES)
async def test_every_row_is_done_in_the_page(tmp_path: Path, game: str) -> None:
    """Seen to fail: nothing on the page led to the rows of a hand, and a card dragged from an open pile fell
    back.
    """
    if not program():
        print("There is no Chromium here: nothing was played in a browser.")
        return
    known = rows_of_name(game).titles
    done: set[int] = set()
    begun = time.monotonic()
    is_half = game == "half"
    settings = Settings(mode="half", pace="off") if is_half else Settings(game, mode="free", pace="off")
    cards = ("--cards", str(strangers.database(tmp_path))) if is_half else ()
    async with (
        server_process(tmp_path, 0, *cards, program=RECORDING_SERVER) as (_, port), chromium() as browser,
        trio.open_nursery() as nursery,
    ):  # fmt: skip
        deck = to_ydk(strangers.decks()[0]) if is_half else ""
        anna, ben = await begin(nursery, port, settings, deck)
        page = await browser.page(anna.visit.return_link, SIZES[game])
        await page.send_command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        await page.click("Return to your seat")
        player = RowPlayer(page, tmp_path, game)
        for number in range(len(BOARDS[game])):
            ben.visit.send(SendSignal("ok"))
            file = tmp_path / ROWS.format(number=number)
            await ben.wait_until(file.exists)
            rows = msgspec.json.decode(file.read_bytes(), type=list[OfferedRow])
            await page.until(TABLE_THERE)
            for offered in rows:
                if offered.entry not in done:
                    done.add(offered.entry)
                    await player.play_row(offered)
        assert not page.complaints
        nursery.cancel_scope.cancel()
    missing = [title for number, title in enumerate(known) if number not in done]
    print(f"{game}: {len(done)} rows, {player.ways} ways, {time.monotonic() - begun:.0f} s")
    print(f"rows not reached: {', '.join(missing) or 'none'}", *player.failures, sep="\n")
    assert not missing
    assert not player.failures, "\n".join(player.failures)
