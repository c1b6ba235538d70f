"""A combo of twenty activations by EDOPro's core, alone, with a deck of the field: undone step by step,
redone, forked, saved and opened again. Needs what `tests/core_data.py` names.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import trio

from facedown_client.data import solo_table
from facedown_shared.decks import foreign_lists
from facedown_shared.protocol.messages import (
    Answer,
    CardsFound,
    CreateTable,
    DeckReport,
    FromServer,
    Leave,
    LineText,
    Prompt,
    Ready,
    Refused,
    Rewind,
    SaveLine,
    SearchCards,
    ToServer,
    Update,
    UseDeck,
)
from facedown_shared.tables import View
from facedown_shared.text import Code
from tests import core_data
from tests.reliability.processes import HeadlessClient, server_process

pytestmark = core_data.needs_all

MIN_ACTIVATIONS = 20
MIN_DECK_CARDS = 40
COMBOS = {"【202501】味奇喵": 2, "【202504】VSK9": 18}
"""The first tries with decks of early 2025: a combo was found at once."""
MAX_TRIES = 60
MIN_PROMISING_ACTIVATIONS = 12
VARIATIONS_COUNT = 12
MAX_ANSWERS = 400
MAX_REPEATS = 3
"""How often a turn takes the same option."""
OPENING_HAND_CARDS = 5
WAY = ("activate", "special_summon", "summon")
"""Verbs of wanted options, the first of them first."""
BACK = ("Take it back", "Not after all")
TRY_DELAY_S = 1.0
SINGLE_STEPS = 30
"""Steps that are undone one by one; after these, ten at once."""


class Soloist(HeadlessClient):
    """One person who plays both sides: one goes as far as it can, the other lets everything pass."""

    def __init__(self, port: int, line: str = "") -> None:
        super().__init__("Wren", port, CreateTable(solo_table.table("master", "core"), line))
        self.refused: Refused | None = None
        self.reports = list[DeckReport]()
        self.lines = list[str]()
        self.found: CardsFound | None = None
        self.activations = 0
        self._sent: ToServer | None = None

    async def handle(self, message: FromServer) -> None:
        """Count activations; keep reports, refusals and saved lines."""
        await super().handle(message)
        if isinstance(message, Refused):
            self.refused = message
        elif isinstance(message, DeckReport):
            self.reports.append(message)
        elif isinstance(message, LineText):
            self.lines.append(message.text)
        elif isinstance(message, CardsFound):
            self.found = message
        elif isinstance(message, Update):
            self.activations += sum(one.word_of_kind == "activate" for one in message.events)

    @property
    def step(self) -> tuple[int, int]:
        """The step shown, and the number of steps."""
        table = self.model.table
        assert table is not None
        return table.step, table.steps

    @property
    def board(self) -> View:
        """The board."""
        assert self.model.view is not None
        return self.model.view

    def last_refusal(self) -> Refused | None:
        """Return the refusal of the last message, if it was refused."""
        return self.refused

    def found_cards(self) -> CardsFound | None:
        """Return the response to the last search."""
        return self.found

    async def send_until(self, message: ToServer, done: Callable[[], object]) -> float:
        """Send a message until something holds; the server may ask to wait. Return the seconds that the last
        attempt took.
        """
        while True:
            self.refused, begun = None, time.perf_counter()
            self.visit.send(message)
            await self.wait_until(lambda: done() or self.refused)
            if (refusal := self.last_refusal()) is None:
                return time.perf_counter() - begun
            assert refusal.code is Code.TOO_FAST, refusal.sentence
            await trio.sleep(TRY_DELAY_S)

    async def use_deck(self, text: str) -> None:
        """Choose the same deck for both sides, and begin."""
        await self.wait_until(lambda: self.model.table)
        for seat in (0, 1):
            self.visit.send(UseDeck(text, "deck", seat=seat))
        await self.wait_until(lambda: len(self.reports) == 2)
        assert all(report.legal for report in self.reports), self.reports
        self.visit.send(Ready())
        await self.wait_until(lambda: self.prompt)

    async def go_to(self, step: int) -> float:
        """Go to a step of the line; return the seconds that took."""
        return await self.send_until(Rewind(step), lambda: self.step[0] == step and self.prompt)

    async def leave(self) -> None:
        """Leave the table."""
        await self.send_until(Leave(), lambda: self.model.ended)

    async def saved_line(self) -> str:
        """Return the line as a file."""
        count = len(self.lines)
        await self.send_until(SaveLine(), lambda: len(self.lines) > count)
        return self.lines[-1]

    async def play_turn(self, dice: random.Random, activations: int = 0) -> list[tuple[int, int]]:
        """Play the first turn on, until it ends or enough was activated. Return the steps at which it was
        this player's move, each with the activations before it.
        """
        used, moves = Counter[tuple[object, ...]](), list[tuple[int, int]]()
        self.activations = activations
        for _ in range(MAX_ANSWERS):
            prompt = self.prompt
            assert prompt is not None
            if self.board.turn > 1:
                break
            if prompt.kind == "turn":
                if self.activations >= MIN_ACTIVATIONS:
                    break
                moves.append((self.step[0], self.activations))
            if prompt.declare:
                answer = await self._declared(prompt)
            else:
                answer = Answer(prompt.ask, self.pick_options(prompt, used, dice))
            await self.send_until(answer, partial(self.is_next_asked, prompt))
        return moves

    def is_next_asked(self, former: Prompt) -> bool:
        return self.prompt is not None and self.prompt is not former

    async def _declared(self, prompt: Prompt) -> Answer:
        self.found = None
        await self.send_until(SearchCards(prompt.ask, "a"), self.found_cards)
        found = self.found_cards()
        assert found is not None
        return Answer(prompt.ask, code=found.cards[0].code)

    def pick_options(
        self, prompt: Prompt, used: Counter[tuple[object, ...]], dice: random.Random
    ) -> tuple[int, ...]:
        verbs = [option.verb for option in prompt.options]
        if self.model.seat == self.board.turn_player:
            for verb in WAY:
                fits = [
                    index
                    for index, option in enumerate(prompt.options)
                    if option.verb == verb and used[verb, option.card, str(option.words)] < MAX_REPEATS
                ]
                if fits:
                    pick = dice.choice(fits)
                    used[verb, prompt.options[pick].card, str(prompt.options[pick].words)] += 1
                    return (pick,)
            if "yes" in verbs:
                return (verbs.index("yes"),)
        for verb in ("pass", "no", "phase"):
            if verb in verbs and (verb != "no" or "yes" in verbs):
                return (max(index for index, one in enumerate(verbs) if one == verb),)
        forward = [
            index
            for index, option in enumerate(prompt.options)
            if option.verb != "no" and not {option.text, str(option.words)} & {*BACK}
        ]
        count = max(prompt.least, min(1, prompt.most))
        return tuple(sorted(dice.sample(forward or [0], min(count, len(forward or [0])))))


def known_passcodes() -> set[int]:
    """Return the passcodes of EDOPro's folder."""
    known = foreign_lists.read_folder_with_texts(Path(os.environ[core_data.EDOPRO])).cards
    return {facts.code for facts in known}


def passcodes(text: str) -> list[int]:
    """Return the passcodes in a .ydk text."""
    return [int(word) for word in text.split() if word.isdecimal()]


def chosen_deck() -> tuple[str, int]:
    """Return the text of a deck whose cards are all known, and its first try."""
    known = known_passcodes()
    folder = Path(os.environ[core_data.DECKS])
    tries = {**COMBOS, **{path.stem: 0 for path in sorted(folder.glob("*.ydk")) if path.stem not in COMBOS}}
    for name, first in tries.items():
        if (folder / f"{name}.ydk").exists():
            text = (folder / f"{name}.ydk").read_text(encoding="utf-8-sig", errors="replace")
            if len(codes := passcodes(text)) >= MIN_DECK_CARDS and known >= {*codes}:
                return text, first
    raise AssertionError("no deck has known cards alone")


def line_of_try(line: str, main: list[int], number: int) -> str:
    """Return a line at its beginning, with shuffles and an opening hand that depend on the number alone."""
    hand = random.Random(number).sample(main, OPENING_HAND_CARDS)
    line = re.sub(r'^secret = "\w+"$', f'secret = "{number:064x}"', line, flags=re.MULTILINE)
    return re.sub(r"^hands = .*$", f"hands = [{hand}, []]", line, flags=re.MULTILINE)


async def play_combo(port: int, nursery: trio.Nursery, line: str, main: list[int], first: int) -> Soloist:
    """Play first turns, each with another opening hand, until one has enough activations. The later part of
    a good one is played several times.
    """
    for number in range(first, first + MAX_TRIES):
        wren, dice = await open_line(port, nursery, line_of_try(line, main, number)), random.Random(number)
        moves = await wren.play_turn(dice)
        best = wren.activations
        step, activations = moves[len(moves) // 2]
        for _ in range(VARIATIONS_COUNT if best >= MIN_PROMISING_ACTIVATIONS else 0):
            if wren.activations >= MIN_ACTIVATIONS:
                break
            await wren.go_to(step)
            moves = await wren.play_turn(dice, activations)
            if moves and wren.activations > best:
                best = wren.activations
                step, activations = moves[len(moves) // 3]
        if wren.activations >= MIN_ACTIVATIONS:
            return wren
        await wren.leave()
    raise AssertionError(f"no combo of {MIN_ACTIVATIONS} activations in {MAX_TRIES} tries")


async def open_line(port: int, nursery: trio.Nursery, line: str) -> Soloist:
    """Open a line at another table."""
    wren = Soloist(port, line)
    nursery.start_soon(wren.run)
    await wren.wait_until(lambda: wren.prompt or wren.refused)
    assert wren.refused is None, wren.refused.sentence
    return wren


async def undo_all(wren: Soloist) -> None:
    """Undo a line, at first step by step; go back to its end, and to its middle and its end once more."""
    end, board = wren.step[0], wren.board
    steps = [*range(end - 1, end - SINGLE_STEPS - 1, -1), *range(end - SINGLE_STEPS - 10, 0, -10), 0]
    times = [await wren.go_to(step) for step in steps]
    print(f"{end} steps, undone in {len(steps)}: {times[0]:.3f} s, then at most {max(times[1:]):.3f} s")
    assert wren.board.turn <= 1
    assert wren.board != board
    for step in (end, end // 2, end):
        await wren.go_to(step)
        assert wren.step == (step, end), "a step back and forth drops nothing"
    assert wren.board == board


async def fork(wren: Soloist, dice: random.Random) -> None:
    """Go back to the middle of the line and play on otherwise."""
    end = wren.step[0]
    await wren.go_to(end // 2)
    board = wren.board
    while (prompt := wren.prompt) is not None and len(prompt.options) < 2:
        await wren.go_to(wren.step[0] - 1)
        board = wren.board
    here = wren.step[0]
    assert prompt is not None
    await wren.send_until(
        Answer(prompt.ask, wren.pick_options(prompt, Counter(), dice)), partial(wren.is_next_asked, prompt)
    )
    assert wren.step[0] == wren.step[1] > here, "the rest of the former line is gone"
    await wren.go_to(here)
    assert wren.board == board


async def test_a_combo_of_twenty_activations_is_undone_forked_saved_and_opened(tmp_path: Path) -> None:
    core_data.install(tmp_path)
    text, first = chosen_deck()
    main = passcodes(text.partition("#extra")[0])
    async with server_process(tmp_path, 0, "--solo", "8") as (_, port), trio.open_nursery() as nursery:
        chooser = Soloist(port)
        nursery.start_soon(chooser.run)
        await chooser.use_deck(text)
        wren = await play_combo(port, nursery, await chooser.saved_line(), main, first)
        assert wren.activations >= MIN_ACTIVATIONS
        saved, board = await wren.saved_line(), wren.board
        await undo_all(wren)
        await fork(wren, random.Random(1))
        again = await open_line(port, nursery, saved)
        assert again.step[0] == again.step[1] >= MIN_ACTIVATIONS
        assert again.board == board
        assert await again.saved_line() == saved
        nursery.cancel_scope.cancel()
