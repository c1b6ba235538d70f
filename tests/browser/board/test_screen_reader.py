"""A duel to 0 Life Points by roles, names, descriptions and live regions alone: what a screen reader reads.

The text of every card is read before the card is used or taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.protocol.messages import Answer, FromServer, JoinTable, Prompt, Ready, Settings
from tests.browser.chromium import CommandError, Page, program
from tests.browser.drivers.screen_reader import Element, press, read, wait_for
from tests.browser.playing import tables
from tests.reliability.processes import HeadlessClient

DECK = "\n".join([
    "#main",
    *(
        code
        for code in (
            "69140098", "23771716", "97590747", "30532390", "62651957", "423705", "57617178", "5053103",
            "5388481", "50930991", "70781052",
        )
        for _ in range(3)
    ),
    *3 * ["55761792"], *3 * ["17814387"], "14087893",
])  # fmt: skip
"""Monsters that attack well, some that search, and cards that are activated."""
DUEL_TIMEOUT_S = 600.0
MAX_STEPS = 400
USABLE = "can be used"
WANTED_ACTS = ("Attack", "Normal Summon", "Tribute Summon", "Activate", "Special Summon")
"""What the menu of a card may begin with, the best first."""


class PassivePlayer(HeadlessClient):
    """An opponent who passes, and ends every turn at once."""

    async def handle(self, message: FromServer) -> None:
        """Answer every prompt: go to the End Phase or pass, or pick the first options."""
        await super().handle(message)
        if isinstance(message, Prompt):
            last = [at for at, one in enumerate(message.options) if one.verb == "pass" or one.text == "end"]
            picks = tuple(last[:1]) or tuple(range(max(1, message.least)))
            self.visit.send(Answer(message.ask, picks))


@dataclass
class BlindPlayer:
    """Plays a page that it has read."""

    page: Page
    read_cards: list[str] = field(default_factory=list)
    """What was read about each card before it was used or taken."""
    declined: set[str] = field(default_factory=set)
    """Cards in whose menus there was nothing wanted, this turn."""
    heard: list[str] = field(default_factory=list)
    """Lines of live regions, in order."""

    async def step(self) -> str:
        """Do one thing; return what."""
        tree = await read(self.page)
        for region in (*tree.all("log"), *tree.all("status")):
            self.heard += [line.text for line in region.children if line.text not in self.heard[-40:]]
        if (dialog := tree.named("dialog", "")) is not None:
            return await self._answer_dialog(dialog)
        if (menu := tree.named("menu", "")) is not None:
            return await self._choose_act(menu)
        if (choice := tree.named("region", "Your choice")) is None:
            await trio.sleep(0.1)
            return ""
        return await self._answer_prompt(tree, choice)

    async def _press(self, element: Element) -> str:
        try:
            await press(self.page, element)
        except CommandError:  # the page went on after it was read: the next step reads it again
            return ""
        return element.name

    def _read(self, card: Element) -> None:
        """Read a card, whole; fails where it says less than is printed on it."""
        facts = named_card(card.name)
        if facts is None:
            return
        said = " ".join(card.description.split())
        attack = f"ATK {facts.attack}" if facts.attack is not None else ""
        for printed in (" ".join(facts.text.split()), attack):
            assert printed in said, f"{facts.name}: {printed!r} is not in {said!r}"
        self.read_cards.append(f"{card.name}: {said}")

    async def _answer_dialog(self, dialog: Element) -> str:
        """Read the first card of a choice and take it; of other answers press the first."""
        take = [one for name in ("Take", "Choose", "Confirm") if (one := dialog.named("button", name))]
        if take:
            return await self._press(take[0])
        cards = dialog.all("button", lambda one: bool(one.description) and not one.is_pressed)
        if cards:
            self._read(cards[0])
            return await self._press(cards[0])
        answers = dialog.all("button", lambda one: not one.name.startswith(("Show the board", "Back")))
        return await self._press(answers[0])

    async def _choose_act(self, menu: Element) -> str:
        items = menu.all("menuitem")
        for wanted in WANTED_ACTS:
            for item in items:
                if item.name.startswith(wanted):
                    return await self._press(item)
        self.declined.add(menu.name)
        await self.page.press_key("Escape")
        return "Escape"

    async def _answer_prompt(self, tree: Element, choice: Element) -> str:
        for name in ("Choose", "Confirm", "Take"):
            if (button := choice.named("button", name)) is not None:
                return await self._press(button)
        board = tree.named("region", "Board")
        hands = [one for one in tree.all("group") if "Hand:" in one.name]
        assert board is not None
        usable = [
            one
            for place in (*hands, board)
            for one in place.all("button", lambda one: one.name.endswith(USABLE) and not one.is_pressed)
            if not any(one.name.startswith(name) for name in self.declined)
        ]
        if usable:
            self._read(usable[0])
            return await self._press(usable[0])
        zones = board.all("button", lambda one: one.name.endswith("can be chosen"))
        if zones:
            return await self._press(zones[0])
        phases = tree.named("group", "Phases")
        for name in ("Go to the Battle Phase", "Go to the End Phase"):
            if phases is not None and (button := phases.named("button", name)) is not None:
                self.declined.clear()
                return await self._press(button)
        buttons = choice.all("button")
        if buttons:
            return await self._press(buttons[0])
        return ""


def named_card(label: str) -> Facts | None:
    """Return the printed facts of the card that a label begins with."""
    return max(
        (facts for facts in every_game() if label.startswith(facts.name)),
        key=lambda facts: len(facts.name),
        default=None,
    )


async def test_a_duel_is_won_by_what_a_screen_reader_reads(tmp_path: Path) -> None:
    if not program():
        print("There is no Chromium here: nothing was read.")
        return
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        host, _links = await made.table(nursery, Settings(pace="off"))
        await host.wait_until(lambda: host.visit.model.table)
        page = await made.reopen(host.visit.return_link, DECK)
        link = host.table_link("opponent")
        ben = PassivePlayer("Ben", made.port, JoinTable(link.code, link.secret))
        nursery.start_soon(ben.run)
        await page.wait_for_text("Ben")
        await ben.wait_until(lambda: ben.visit.model.table)
        ben.visit.send(Ready())
        reader = BlindPlayer(page)
        await press(page, await wait_for(page, "button", "I am ready"))
        done: list[str] = []
        with trio.move_on_after(DUEL_TIMEOUT_S):
            while len(done) < MAX_STEPS:
                tree = await read(page)
                if tree.named("region", "Result") is not None:
                    break
                done += filter(None, [await reader.step()])
        tree = await read(page)
        result = tree.named("region", "Result")
        opponent = tree.named("region", "Ben")
        assert result is not None, done[-30:]
        assert "Anna wins" in result.text, result.text
        assert opponent is not None
        assert " 0 Life Points" in " ".join(opponent.text.split()), opponent.text
        assert len(reader.read_cards) >= 8, reader.read_cards
        assert (
            any("search" in line or "to the hand" in line for line in reader.heard) or len(reader.heard) > 20
        )
        nursery.cancel_scope.cancel()
