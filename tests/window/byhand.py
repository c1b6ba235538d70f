"""Playing by hand in a window: cards are found with the mouse, dragged, chosen; lines of menus are picked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from facedown_client.board.layout import Layout, arrange
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place
from facedown_shared.text.translated_cards import card_name
from tests.window.display import PRESS_S
from tests.window.windows import SIZE, WindowPlayer

Point = tuple[float, float]

HAND = tuple((float(x), 664.0) for x in range(330, 1040, 44))
"""Along the hand, from left to right."""

CLICK_TIMEOUT_S = 10
"""Seconds after which a click that opened nothing is repeated: the table was not ready."""


class Player:
    """One person at a table on which cards are moved by hand; `seat` is the side below."""

    def __init__(self, person: WindowPlayer, seat: int = 0, table: str = "master") -> None:
        self.person = person
        self.layout: Layout = arrange(TABLES[table], SIZE, seat)
        self.seat = seat

    # --- where things are -----------------------------------------------------------------------------------

    def at(self, zone: str, slot: int = -1, seat: int | None = None) -> Point:
        """Return the middle of a zone or pile, of the own side if no other is named."""
        rect = self.layout.rect(Place(self.seat if seat is None else seat, zone, slot))
        assert rect is not None, zone
        return rect.centre

    async def hand_card(self, name: str, beyond: float = 0) -> Point:
        """Return where a card of the hand is, right of `beyond`."""
        places = [place for place in HAND if place[0] > beyond]
        return await self.person.find(f"^focus: .*(?:hand|手卡): {re.escape(card_name(name))}", places)

    async def any_hand_card(self) -> Point:
        """Return where some card of the hand is."""
        return await self.person.find("^focus: .*hand: ", HAND)

    async def monster(self, name: str, slots: Iterable[int] = range(5)) -> Point:
        """Return where a monster is in one of the Main Monster Zones."""
        zones = [self.at("monster", slot) for slot in slots]
        return await self.person.find(f"^focus: .*: {re.escape(card_name(name))}", zones)

    # --- actions --------------------------------------------------------------------------------------------

    async def drag(self, start: Point, goal: Point) -> None:
        """Pick a card up, carry it, drop it."""
        person = self.person
        async with person.display.hands:
            await person.go(*start)
            await person.display.do("mousedown", 1, "sleep", PRESS_S)
            for share in (0.1, 0.5, 0.9, 1.0):
                x, y = (a + (b - a) * share for a, b in zip(start, goal, strict=True))
                await person.go(x, y)
                await person.display.do("sleep", PRESS_S)
            await person.display.do("mouseup", 1, "sleep", PRESS_S)

    async def choose(self, *places: Point) -> None:
        """Click cards with Ctrl held, so that they are chosen together."""
        person = self.person
        async with person.display.hands:
            for place in places:
                await person.go(*place)
                await person.display.do("keydown", "ctrl", "sleep", PRESS_S)
                await person.display.do("mousedown", 1, "sleep", PRESS_S, "mouseup", 1, "sleep", PRESS_S)
                await person.display.do("keyup", "ctrl", "sleep", PRESS_S)

    async def open(self, place: Point, line: str) -> None:
        """Click a card or a pile, again if the table was not ready for it, then this line of its menu."""
        read = self.person.read
        await self.person.click(*place)
        if await self.person.quiet(r"^menu: .*\d", CLICK_TIMEOUT_S):
            self.person.read = read
        else:
            await self.person.click(*place)
        await self.pick(line)

    async def pick(self, line: str) -> None:
        """Click a line of the menu that is open, or is about to open."""
        found = await self.person.until(rf"^menu: .*?\d+\. {line}[^@;]* @(\d+),(\d+)")
        await self.person.click(int(found[1]), int(found[2]))

    async def step(self, number: int) -> None:
        """Wait until the table stands after this step."""
        await self.person.until(f"^step: {number} ")
