"""Playing any deck by keys alone, from what a window says: cards are used, monsters attack, the duel ends.

Nothing is known of any card: what is offered is taken in an order of its kinds. Every turn uses so much and
no more, and whoever has given up uses nothing, so that every duel comes to an end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from tests.window.windows import SETTLED, Asked, Person

WISHES = ("Pendulum Summon", "Special Summon", "Activate", "Normal Summon", "Tribute Summon", "Flip Summon",
          "Attack with")  # fmt: skip
"""How options begin that are taken, the first of them first."""
TITLES = {"Normal Summon": "(?:Normal )?Summon", "Attack with": "Attack"}
"""What lines of menus are called, where it is not as options begin."""
OF_PILES = ("Special Summon", "Activate")
"""What can be done with cards that lie in piles."""
MOST_USED = 14
"""Cards used in a turn."""
MOST_ALIKE = 2
"""How often a turn takes the same option."""
TRIES = 3
"""How often a key is pressed that nothing comes of."""
DIGITS = range(1, 10)
"""Keys that are numbers."""
STOPS = 45
"""Presses of Tab or an arrow after which everything was gone through."""

BACK = re.compile("Take it back|Not after all")
"""What options say that undo something."""
PILES = ("F3", "F1", "F2", "F5", "F6")
"""Keys that open piles."""

ANSWERED = "^(asked|waiting|screen): "
FOCUS = "^focus: (.*)$"


class Decider:
    """One player. `turn`: the number of the turn, of anybody's; `gives_up`: whether nothing more is used."""

    def __init__(
        self, person: Person, turn: Callable[[], int], gives_up: Callable[[], bool] = lambda: False
    ) -> None:
        self.person, self.turn, self.gives_up = person, turn, gives_up
        self.answers = 0
        self.lost: list[str] = []
        """Options that were wanted, and not found by the keyboard."""
        self._now, self._used = 0, Counter[str]()

    async def play(self, until: Callable[[], bool] = lambda: False) -> Asked | None:
        """To the end of the duel (None), or until this is so: then what is asked, not answered yet."""
        while (asked := await self.person.asked()) is not None:
            if until():
                return asked
            await self.answer(asked)
        return None

    async def answer(self, asked: Asked) -> None:
        """One answer."""
        self.answers += 1
        if self.turn() != self._now:
            self._now, self._used = self.turn(), Counter()
        if "Tab to a card" in asked.words:
            await self._act(asked)
        elif "Y or N" in asked.words:
            await self._press("n" if self.gives_up() else "y")
        elif "Enter" in asked.words:
            await self._several(asked)
        else:
            await self._press(str(next(iter(_forward(asked)), asked.numbers[0])))

    # --- cards that glow ------------------------------------------------------------------------------------

    async def _act(self, asked: Asked) -> None:
        wished = self._wished(asked)
        if wished is not None:
            self._used[wished] += 1
            self._used[""] += 1
            if await self._use(wished):
                return
            self.lost.append(wished)
        if asked.offered("Pass") or asked.offered("Done"):
            await self._press("Escape")
        elif asked.offered("Go to the Battle"):
            await self._press("b")
        else:
            await self._press("e")

    def _wished(self, asked: Asked) -> str | None:
        """The option to be taken, or None to go on."""
        if self.gives_up() or self._used[""] >= MOST_USED:
            return next((words for words in asked.options if words.startswith("Attack with")), None)
        fits = (words for wish in WISHES for words in asked.options if words.startswith(wish))
        return next((words for words in fits if self._used[words] < MOST_ALIKE), None)

    async def _use(self, option: str) -> bool:
        """Tab to the card and pick its line; whether it was found."""
        wish = next(wish for wish in WISHES if option.startswith(wish))
        name = re.sub(r" \((?:[^()]|\([^()]*\))*\)$", "", option.removeprefix(wish).strip()).partition(":")[0]
        tried, seen = 0, list[str]()
        for _ in range(STOPS):
            focus = await self._step("Tab", 1.0) or ""
            if focus and focus in seen[:-1] and tried >= 3:
                break
            tried += focus in seen
            seen.append(focus)
            if name and name in focus and await self._pick(wish):
                return True
        for pile in PILES if wish in OF_PILES else ():
            if await self._in_pile(pile, name, wish):
                return True
        return False

    async def _in_pile(self, key: str, name: str, wish: str) -> bool:
        """Open a pile, go along its cards, and pick the line of this one."""
        person = self.person
        await person.key(key)
        last = ""
        for _ in range(STOPS):
            focus = await self._step("Right", 1.0)
            if focus is None or focus == last:
                break
            last = focus
            if name in focus and await self._pick(wish):
                return True
        await person.key("Escape")
        return False

    async def _step(self, key: str, patience: float = SETTLED) -> str | None:
        """Press a key that moves the focus; where it is then."""
        person = self.person
        person.read = len(person.lines)
        await person.key(key)
        focus = await person.quiet(FOCUS, patience)
        return focus[1] if focus else None

    async def _pick(self, wish: str) -> bool:
        """Enter on what has the focus, then its line."""
        person = self.person
        person.read = len(person.lines)
        await person.key("Return")
        opened = await person.quiet(r"^(menu|waiting|asked|screen): (.*)$", SETTLED)
        if opened is None:
            return False
        if opened[1] != "menu":
            return True
        row = re.search(rf"(\d+)\. {TITLES.get(wish, wish)}(?![^;]*not now)", opened[2])
        if row is None:
            await person.key("Escape")
            return False
        await self._press(row[1])
        return True

    # --- dialogs --------------------------------------------------------------------------------------------

    async def _several(self, asked: Asked) -> None:
        """Mark one after the other, and try after each whether that is enough."""
        person = self.person
        if "arrows" in asked.words:
            await self._press("Return")
            return
        for number in _forward(asked) or [1]:
            person.read = len(person.lines)
            await person.key(str(number))
            if await person.quiet(ANSWERED, 0.4):
                return
            await person.key("Return")
            if await person.quiet(ANSWERED, 1.5):
                return
        raise AssertionError(f"{person.name} found no answer to {asked}: {person.lines[-8:]}")

    async def _press(self, key: str) -> None:
        """A key that answers; pressed again where the window was not ready for it."""
        person = self.person
        person.read = len(person.lines)
        for _ in range(TRIES):
            await person.key(key)
            if await person.quiet(ANSWERED, SETTLED):
                return


def _forward(asked: Asked) -> list[int]:
    """The numbers of the options that take back nothing, as far as there are keys."""
    rows = zip(asked.numbers, asked.options, strict=True)
    return [number for number, words in rows if number in DIGITS and not BACK.search(words)]
