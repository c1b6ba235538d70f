"""Playing any deck by keys alone, from what a window shows: cards are used, monsters attack, the duel ends.

No card is known: options are taken in an order of their kinds. Every turn uses so much and no more, and a
player who has given up uses nothing, so that every duel comes to an end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import trio

from tests.window.windows import SETTLING_TIME_S, NarratedPrompt, WindowPlayer

WISHES = ("Pendulum Summon", "Special Summon", "Activate", "Normal Summon", "Tribute Summon", "Flip Summon",
          "Set", "Attack with")  # fmt: skip
"""Beginnings of wanted options, the first of them first."""
TITLES = {"Normal Summon": "(?:Normal )?Summon", "Attack with": "Attack"}
"""Titles of menu lines, where they differ from the beginning of an option."""
PILES = {"Extra Deck": "F3", "Graveyard": "F1", "Banished": "F2"}
"""The place of a card, as options write it behind its name, and the key that opens that pile."""
MAX_CARDS_PER_TURN = 14
"""Cards used in a turn."""
MAX_REPEATS = 2
"""How often a turn takes the same option."""
MAX_KEY_PRESSES = 3
"""How often a key without effect is pressed."""
MAX_SILENT_STEPS = 4
"""Steps along a pile without a line (cards of one name) after which it is at its end."""
MAX_FOCUS_STEPS = 45
"""Presses of Tab or an arrow after which everything was gone through."""

SCALES = re.compile("(Pendulum|Spell & Trap) Zone")
"""Places of the cards with which a Pendulum Summon begins: its option names none."""
BACK = re.compile("Take it back|Not after all")
"""Beginnings of options that undo something."""
ANSWERED = "^(asked|waiting|screen): "
FOCUS = "^focus: (.*)$"


class Decider:
    """One player. `turn`: the number of the turn, of either player; `gives_up`: whether nothing more is used;
    `attacks`: whether monsters attack; `first`: whether a wanted card is used before any other.
    """

    def __init__(
        self, person: WindowPlayer, turn: Callable[[], int], gives_up: Callable[[], bool] = lambda: False, *,
        attacks: Callable[[], bool] = lambda: True, first: Callable[[str], bool] = lambda card: False,
    ) -> None:  # fmt: skip
        self.person, self.turn, self.gives_up = person, turn, gives_up
        self.attacks, self.first = attacks, first
        self.answers = 0
        self.lost: list[str] = []
        """Wanted options that were not found by the keyboard."""
        self._now, self._used = 0, Counter[str]()
        self._waits, self._rests = trio.CancelScope(), False

    async def play(self, until: Callable[[], bool] = lambda: False) -> NarratedPrompt | None:
        """Play to the end of the duel (None), or until a condition holds: then return the prompt, not
        answered yet; None also where there is none, and `wait_for_rest` was called.
        """
        self._rests = False
        while not self._rests:
            with trio.CancelScope() as self._waits:
                asked = await self.person.asked()
            if self._waits.cancelled_caught or asked is None:
                return None
            if until():
                return asked
            await self.answer(asked)
        return None

    def wait_for_rest(self) -> None:
        """Wait for no further prompt; one that is being answered is answered whole."""
        self._rests = True
        self._waits.cancel()

    async def answer(self, asked: NarratedPrompt) -> None:
        """Give one answer."""
        self.answers += 1
        if self.turn() != self._now:
            self._now, self._used = self.turn(), Counter()
        if "Tab to a card" in asked.words:
            await self._act(asked)
        elif "Y or N" in asked.words:
            await self._press("n" if self.gives_up() else "y")
        elif "Enter" in asked.words:
            await self._mark_several(asked)
        else:
            keys = _forward(asked)
            await self._press(keys[self.answers % len(keys)] if keys else asked.keys[0])

    def is_left_for_later(self, asked: NarratedPrompt, option: str) -> bool:
        """Return whether a wanted option is left for later."""
        return False

    # --- cards that glow ------------------------------------------------------------------------------------

    async def _act(self, asked: NarratedPrompt) -> None:
        wished = self._wanted_option(asked)
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

    def _wanted_option(self, asked: NarratedPrompt) -> str | None:
        """Return the wanted option, or None to go on."""
        if all(words.startswith(WISHES) for words in asked.options):
            return asked.options[0]  # going on is impossible: a monster that has to attack
        used_up = self.gives_up() or self._used[""] >= MAX_CARDS_PER_TURN
        for wish in WISHES:
            if not self.attacks() if wish.startswith("Attack") else used_up:
                continue
            fits = [words for words in asked.options if words.startswith(wish)]
            fits = [
                words
                for words in fits
                if self._used[words] < MAX_REPEATS and not self.is_left_for_later(asked, words)
            ]
            if fits:
                return max(fits, key=lambda words: self.first(card_of(words, wish)))
        return None

    async def _use(self, option: str) -> bool:
        """Press Tab to the card and pick its line; return whether it was found."""
        wish = next(wish for wish in WISHES if option.startswith(wish))
        name, place = card_of(option, wish), option.rpartition("(")[2]
        for words, key in PILES.items():
            if words in place:
                return await self._pick_in_pile(key, name, wish)
        seen = list[str]()
        for _ in range(MAX_FOCUS_STEPS):
            focus = await self._step("Tab") or ""
            if seen.count(focus) >= MAX_KEY_PRESSES:
                break
            seen.append(focus)
            fits = name in focus if name else SCALES.search(focus)
            if fits and await self._pick(wish):
                return True
        for words, key in PILES.items():  # a card with a name alone is in a pile that Tab reached
            if any(f" {words}: " in focus for focus in seen) and await self._pick_in_pile(key, name, wish):
                return True
        return False

    async def _pick_in_pile(self, key: str, name: str, wish: str) -> bool:
        """Open a pile, go along its cards, and pick the line of this one."""
        person = self.person
        await person.key(key)
        last, silent = "", 0
        for _ in range(MAX_FOCUS_STEPS):
            focus = await self._step("Right", 1.5)
            silent = 0 if focus else silent + 1
            if silent > MAX_SILENT_STEPS:
                break
            last = focus or last
            if name in last and await self._pick(wish):
                return True
        await person.key("Escape")
        return False

    async def _step(self, key: str, patience: float = SETTLING_TIME_S) -> str | None:
        """Press a key that moves the focus; return where it is then."""
        person = self.person
        person.read = len(person.lines)
        await person.key(key)
        focus = await person.quiet(FOCUS, patience)
        return focus[1] if focus else None

    async def _pick(self, wish: str) -> bool:
        """Press Enter on what has the focus, then its line."""
        person = self.person
        if any(line.startswith("focus: ") for line in person.lines[person.read :]):
            return False  # an earlier key was slow, and the focus has moved on by now
        person.read = len(person.lines)
        await person.key("Return")
        opened = await person.quiet(r"^(menu|waiting|asked|screen): (.*)$", SETTLING_TIME_S)
        if opened is None:
            return False
        if opened[1] == "screen" and not opened[2].startswith("result"):
            await person.key("Escape")  # the pressed item was a button beside the board
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

    async def _mark_several(self, asked: NarratedPrompt) -> None:
        """Mark one after the other, and check after each whether that is enough."""
        person = self.person
        if "arrows" in asked.words:
            await self._press("Return")
            return
        keys = _forward(asked)
        turned = self.answers % max(1, len(keys))
        for key in (*keys[turned:], *keys[:turned], *["Tab"] * len(asked.options)):
            person.read = len(person.lines)
            await person.key(key)
            if await person.quiet(ANSWERED, 0.3):
                return
            for _ in range(2 if key == "Tab" else 1):  # Enter marks what a number marks at once
                await person.key("Return")
                if await person.quiet(ANSWERED, 1.0):
                    return
        raise AssertionError(f"{person.name} found no answer to {asked}: {person.lines[-8:]}")

    async def _press(self, key: str) -> None:
        """Press a key that answers; again where the window was not ready for it."""
        person = self.person
        person.read = len(person.lines)
        for _ in range(MAX_KEY_PRESSES):
            await person.key(key)
            if await person.quiet(ANSWERED, SETTLING_TIME_S):
                return


def card_of(option: str, wish: str) -> str:
    """Return the name of the card in an option."""
    named = re.sub(r" \((?:[^()]|\([^()]*\))*\)$", "", option.removeprefix(wish).strip())
    return named.partition(":")[0]


def _forward(asked: NarratedPrompt) -> list[str]:
    """Return the keys of the options that undo nothing, as far as there are keys."""
    rows = zip(asked.keys, asked.options, strict=True)
    return [key for key, words in rows if len(key) == 1 and key != "0" and not BACK.search(words)]
