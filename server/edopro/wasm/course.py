"""The course of one duel in the core: from answer to answer, with what is asked of it at fixed points.

The same answers give the same course, byte for byte: questions are part of it, so they hang on what was said
and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from server.edopro.requests import Asked, Begin, CoreStep, CoreSteps
from server.edopro.rows import CoreCard
from server.edopro.stream import messages, queries
from server.edopro.wasm.core import ANSWER_FUEL, AWAITING, END, Core, Stopped, Team
from server.edopro.wasm.engine import Engine

DECK, HAND, MONSTERS, SPELLS, GRAVEYARD, BANISHED, EXTRA = 1, 2, 4, 8, 16, 32, 64
FACE_DOWN = 8
FIELD = ((0, MONSTERS), (1, MONSTERS), (0, SPELLS), (1, SPELLS))
HANDS = ((0, HAND), (1, HAND))
SHUFFLED, SWAPPED, MIXED = 32, 35, 36
QUIET = frozenset({2, 160, 165}) | messages.PROMPTS
"""Kinds of messages after which nothing has changed."""
MOST_STEPS = 20_000
"""Calls for one answer; the longest that was seen took a hundredth of it."""


class CoreDuel:
    """A duel in an instance of its own. `base`: scripts that are run before any card's."""

    def __init__(
        self, engine: Engine, begin: Begin, row: Callable[[int], CoreCard | None],
        script: Callable[[str], bytes | None], base: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.duel = begin.duel
        self._changed = True
        self._core = Core(engine, row, script)
        self._begin, self._base = begin, base

    def begin(self) -> CoreSteps:
        """Up to the first prompt."""
        return self._run(self._open)

    def reply(self, answer: bytes) -> CoreSteps:
        """Up to the next prompt, or the end."""
        return self._run(lambda: self._core.respond(answer))

    def close(self) -> None:
        """Give the instance back."""
        self._core.close()

    def _open(self) -> None:
        begin, core = self._begin, self._core
        team = Team(begin.life, begin.hand, 1)
        core.create(begin.seed, begin.flags, (team, team))
        for name in self._base:
            core.load(name)
        for player in (0, 1):
            for location, cards in ((DECK, begin.decks[player]), (EXTRA, begin.extras[player])):
                for code in reversed(cards):
                    core.new_card(player, code, location, 0, FACE_DOWN)
        core.start()

    def _run(self, first: Callable[[], None]) -> CoreSteps:
        done: list[CoreStep] = []
        self._core.fuel = ANSWER_FUEL
        try:
            first()
            status = -1
            while status not in (AWAITING, END):
                status, said = self._core.process()
                if said:
                    done.append(CoreStep(said, self._ask(said, status)))
                if len(done) > MOST_STEPS:
                    raise Stopped("fuel", "too many steps for one answer")
        except Stopped as stopped:
            return CoreSteps(self.duel, tuple(done), stopped.reason, self._logs())
        return CoreSteps(self.duel, tuple(done), "", self._logs())

    def _ask(self, said: bytes, status: int) -> tuple[Asked, ...]:
        places: dict[tuple[int, int], int] = {}
        for message in messages.split(said):
            kind = message[0]
            self._changed |= kind not in QUIET
            if kind == SHUFFLED:
                places[(message[1], DECK)] = queries.HELD
            elif kind == SWAPPED:
                places |= dict.fromkeys(
                    ((message[1], DECK), (message[1], GRAVEYARD), (message[1], EXTRA)), queries.HELD
                )
            elif kind == MIXED:
                places |= dict.fromkeys(((0, message[1]), (1, message[1])), queries.HELD)
        if self._changed and status != 2:
            self._changed = False
            places |= dict.fromkeys(FIELD, queries.COMPUTED) | dict.fromkeys(HANDS, queries.HELD)
        return tuple(
            Asked(player, location, self._core.query(flags, player, location))
            for (player, location), flags in places.items()
        )

    def _logs(self) -> tuple[str, ...]:
        said = tuple(text for kind, text in self._core.logs if kind == 0)
        self._core.logs.clear()
        return said
