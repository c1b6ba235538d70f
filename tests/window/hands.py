"""Two ways of playing a duel in a window: with keys alone, and with the mouse alone.

Both read the window's prompts from its narration, Summon what they can, attack with what they have and end
their turn; to any other prompt they pick the first option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from facedown_client.board.layout import Layout, arrange
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place
from tests.window.windows import SIZE, NarratedPrompt, WindowPlayer

SUMMON, ATTACK = "Normal Summon ", "Attack with "


MAX_WRONG_CARDS = 8
"""How often a Typist goes on to the next card: at worst each card of the field but one has another menu."""


def row_of(menu: str, what: str) -> re.Match[str]:
    """Return the number and the place of a line in a menu."""
    found = find_row(menu, what)
    assert found, f"no {what} in {menu}"
    return found


def find_row(menu: str, what: str) -> re.Match[str] | None:
    """Return the same, None where the menu has no such line."""
    return re.search(rf"(\d)\. {what} @(\d+),(\d+)", menu)


class Typist:
    """Plays by keys alone."""

    def __init__(self, person: WindowPlayer) -> None:
        self.person = person

    async def play(self) -> None:
        """Play to the end of the duel."""
        while (asked := await self.person.asked()) is not None:
            await self.answer(asked)

    async def answer(self, asked: NarratedPrompt) -> None:
        """Give one answer."""
        if names := asked.offered(SUMMON):
            await self._act(names[0], "Summon", "hand")
        elif names := asked.offered(ATTACK):
            await self._act(names[0], "Attack", r"Zone \d")
        elif asked.offered("Go to the Battle"):
            await self.person.key("b")
        elif asked.offered("Go to the"):
            await self.person.key("e")
        elif asked.offered("Pass"):
            await self.person.key("Escape")
        else:
            await self.person.key("1", *(["Return"] if "Enter" in asked.words else []))

    async def _act(self, name: str, what: str, where: str) -> None:
        """Press Tab to a card in its place, Enter, and this line of its menu, where it has one.

        By its name alone it could be another copy: one on the field is not Summoned. The menu may be another
        card's: where a window narrates only after the Tab what its focus was before, the next card has it.
        """
        person = self.person
        card = f"{where}: {re.escape(name.partition(' (')[0])}"
        for _ in range(MAX_WRONG_CARDS):
            await person.tab_to(card)
            await person.key("Return")
            opened = await person.until("^(menu|waiting|asked): (.*)$")
            if opened[1] != "menu":
                return
            if row := find_row(opened[2], what):
                await person.key(row[1])
                return
            await person.key("Escape")
        raise AssertionError(f"{person.name} found no card {card!r} with {what} in its menu")


class Pointer:
    """Plays by the mouse alone; after one attack it only Summons, so that the duel ends soon."""

    def __init__(self, person: WindowPlayer, seat: int) -> None:
        self.person, self.seat = person, seat
        self.attacked = False
        self.layout: Layout = arrange(TABLES["master"], SIZE, seat)

    async def play(self) -> None:
        """Play to the end of the duel."""
        while (asked := await self.person.asked()) is not None:
            await self.answer(asked)

    async def answer(self, asked: NarratedPrompt) -> None:
        """Give one answer."""
        names = asked.offered(SUMMON)
        if names:
            await self._act(names[0], "Summon", self.hand())
        elif names := asked.offered(ATTACK):
            self.attacked = True
            await self._act(names[0], "Attack", self.monsters(self.seat))
        elif asked.offered("Go to the Battle") and not self.attacked:
            await self.person.press("Battle Phase")
        elif asked.offered("Go to the"):
            await self.person.press("End Phase")
        elif asked.offered("Pass"):
            await self.person.click(640, 300, button=3)
        elif asked.offered("Attack directly"):
            await self.person.press("Attack directly")
        else:
            await self._choose(asked)

    async def _act(self, name: str, what: str, places: Iterator[tuple[float, float]]) -> None:
        """Find a card with the mouse, click it, and then this line of its menu, where it has one."""
        person = self.person
        card = name.partition(" (")[0]
        at = await person.find(f"^focus: .*{re.escape(card)}", places)
        await person.click(*at)
        opened = await person.until("^(menu|waiting|asked): (.*)$")
        if opened[1] == "menu":
            _, x, y = row_of(opened[2], what).groups()
            await person.click(int(x), int(y))

    async def _choose(self, asked: NarratedPrompt) -> None:
        """Pick the first zone, or card in a zone, that is offered."""
        place = self.place_of(asked.options[0])
        assert place is not None, asked
        await self.person.click(*place)

    def place_of(self, words: str) -> tuple[float, float] | None:
        """Return the middle of the Main Monster Zone that is named in an option."""
        found = re.search(r"(\w+)'s? Main Monster Zone (\d)", words)
        seat = self.seat if found and found[1] == self.person.name else 1 - self.seat
        place = self.layout.rect(Place(seat, "monster", int(found[2]) - 1)) if found else None
        return place.centre if place is not None else None

    # --- where things are -----------------------------------------------------------------------------------

    def hand(self) -> Iterator[tuple[float, float]]:
        """Return places along the hand, from left to right."""
        return ((x, 660) for x in range(330, 1040, 48))

    def monsters(self, seat: int) -> Iterator[tuple[float, float]]:
        """Return the Main Monster Zones of a seat."""
        for slot in range(5):
            rect = self.layout.rect(Place(seat, "monster", slot))
            assert rect is not None
            yield rect.centre


class Dragger(Pointer):
    """Plays by the mouse alone too, and drags: monsters to a zone, attackers to their targets; after a few
    times it clicks, so that both ways are used.
    """

    def __init__(self, person: WindowPlayer, seat: int) -> None:
        super().__init__(person, seat)
        self.dragged: list[str] = []
        """Actions made by a drag."""
        self._zones = 0

    async def _act(self, name: str, what: str, places: Iterator[tuple[float, float]]) -> None:
        if len(self.dragged) > 3:
            await super()._act(name, what, places)
            return
        person = self.person
        at = await person.find(f"^focus: .*{re.escape(name.partition(' (')[0])}", places)
        await person.take(*at)
        if what == "Summon":
            await person.drop(*self._next_zone())
            asked = await person.asked()
            self.dragged.append(what)
            if asked is not None:
                await self.answer(asked)
            return
        asked = await person.asked()
        assert asked is not None
        assert asked.words.startswith("What does"), asked
        goal = self.place_of(asked.options[0]) or self.layout.far_hand.centre
        await person.drop(*goal)
        self.dragged.append(what)

    def _next_zone(self) -> tuple[float, float]:
        """Return the Main Monster Zones one after the other."""
        place = self.layout.rect(Place(self.seat, "monster", self._zones % 5))
        self._zones += 1
        assert place is not None
        return place.centre
