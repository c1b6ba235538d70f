"""One duel in the core: runs from answer to answer, with queries at fixed points.

The same answers give the same stream, byte for byte. Queries are part of the stream, so they depend on
earlier output only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown_server.games.edopro.card_rows import CoreCard
from facedown_server.games.edopro.engine_protocol import Begin, CoreStep, CoreSteps, QueryResult
from facedown_server.games.edopro.stream import messages, queries
from facedown_server.games.edopro.wasm.base_scripts import BaseScripts
from facedown_server.games.edopro.wasm.engine import Engine
from facedown_server.games.edopro.wasm.instance import (
    AWAITING_CODE,
    CONTINUE_CODE,
    END_CODE,
    Core,
    DuelStopped,
)
from facedown_server.games.edopro.wasm.snapshots import DuelSnapshot

DECK_FLAG, HAND_FLAG, MONSTERS_FLAG, SPELLS_FLAG, GRAVEYARD_FLAG, BANISHED_FLAG, EXTRA_DECK_FLAG = (
    1,
    2,
    4,
    8,
    16,
    32,
    64,
)
FACE_DOWN_POSITION_FLAG = 8
ALWAYS = (
    *(
        ((player, location), queries.COMPUTED_FLAGS)
        for location in (MONSTERS_FLAG, SPELLS_FLAG)
        for player in (0, 1)
    ),
    *(((player, HAND_FLAG), queries.HELD_FLAGS) for player in (0, 1)),
)
"""Queries to make whenever values may have changed. Only changed results are reported."""
DECK_SHUFFLED_CODE, PILES_SWAPPED_CODE, SET_CARDS_SHUFFLED_CODE = 32, 35, 36
QUIET = frozenset({2, 160, 165}) | messages.PROMPTS
"""Kinds of messages that change nothing."""
STILL = frozenset(
    {40, 41, 60, 61, 62, 63, 70, 71, 72, 73, 74, 75, 76, 83, 91, 92, 94, 100, 101, 102, 110, 111, 112}
)
"""Kinds of messages that leave all cards in place and change at most their values."""
MOMENTS = frozenset({40, 41})
"""Kinds of messages after which values are queried without a prompt. Our own windows of a phase open there
and must show the same values as the core's (law 2).
"""
MAX_STEPS, MAX_OUTPUT_BYTES = 4_000, 1024 * 1024
"""Limits of calls and of output bytes for one answer. The largest ones seen were a tenth of that."""


class CoreDuel:
    """A duel in an instance of its own. `base`: scripts that run before any card's script."""

    def __init__(
        self, engine: Engine, begin: Begin, row: Callable[[int], CoreCard | None],
        script: Callable[[str], bytes | None], base: BaseScripts,
    ) -> None:  # fmt: skip
        self.duel = begin.duel
        self._changed = True
        self.is_fresh = False
        """True if all values were queried for the present prompt. False if the core has only computed since
        the last query, or if a phase had just begun then.
        """
        self._told: dict[tuple[int, int], bytes] = {}
        """Last reported query result of each place. Cleared when cards move."""
        self._clock, self._core = engine.clock, Core(engine, row, script)
        self._begin, self._base = begin, base

    def start(self) -> CoreSteps:
        """Start the duel and run it to the first prompt."""
        return self._run(self._open)

    def reply(self, answer: bytes) -> CoreSteps:
        """Send an answer and run the duel to the next prompt or its end."""
        return self._run(lambda: self._core.respond(answer))

    def snapshot(self, before: Sequence[bytes]) -> DuelSnapshot:
        """Return a snapshot of the duel, which awaits an answer. Unchanged pages are those of `before`."""
        pages = self._core.read_pages(before)
        return DuelSnapshot(self._core.handle, pages, self._changed, self.is_fresh, dict(self._told))

    def restore(self, snapshot: DuelSnapshot) -> None:
        """Turn this duel, which has not started, into the one that the snapshot was taken of.

        Raises DuelStopped.
        """
        self._core.restore(snapshot.handle, snapshot.pages)
        self._changed, self.is_fresh = snapshot.changed, snapshot.fresh
        self._told = dict(snapshot.told)

    def close(self) -> None:
        """Release the instance."""
        self._core.close()

    def _open(self) -> None:
        begin, core = self._begin, self._core
        self._base.create(core, begin)
        for player in (0, 1):
            for location, cards in (
                (DECK_FLAG, begin.decks[player]),
                (EXTRA_DECK_FLAG, begin.extras[player]),
            ):
                for code in reversed(cards):
                    core.new_card(player, code, location, 0, FACE_DOWN_POSITION_FLAG)
        for card in begin.laid:
            core.new_card(card.player, card.code, card.location, card.sequence, card.position, card.owner)
        core.start()

    def _run(self, first: Callable[[], None]) -> CoreSteps:
        done: list[CoreStep] = []
        self._core.allow()
        try:
            with self._clock.watch_answer():
                first()
                self._continue_run(done)
        except DuelStopped as stopped:
            return CoreSteps(self.duel, tuple(done), stopped.reason, self._logs())
        return CoreSteps(self.duel, tuple(done), "", self._logs())

    def _continue_run(self, done: list[CoreStep]) -> None:
        size, status = 0, -1
        while status not in (AWAITING_CODE, END_CODE):
            status, said = self._core.process()
            if said:
                asked = self._query_after(said, status)
                done.append(CoreStep(said, asked))
                size += len(said) + sum(len(one.cards) for one in asked)
            if len(done) > MAX_STEPS or size > MAX_OUTPUT_BYTES:
                raise DuelStopped("fuel", "too much is said for one answer")

    def _query_after(self, said: bytes, status: int) -> tuple[QueryResult, ...]:
        places: dict[tuple[int, int], int] = {}
        moment = False
        for message in messages.split(said):
            kind = message[0]
            moment = moment or kind in MOMENTS
            if kind in QUIET:
                continue
            self._changed = True
            if kind not in STILL:
                self._told.clear()
            if kind == DECK_SHUFFLED_CODE:
                places[(message[1], DECK_FLAG)] = queries.HELD_FLAGS
            elif kind == PILES_SWAPPED_CODE:
                places |= dict.fromkeys(
                    ((message[1], DECK_FLAG), (message[1], GRAVEYARD_FLAG), (message[1], EXTRA_DECK_FLAG)),
                    queries.HELD_FLAGS,
                )
            elif kind == SET_CARDS_SHUFFLED_CODE:
                places |= dict.fromkeys(((0, message[1]), (1, message[1])), queries.HELD_FLAGS)
        found = [self.query_place(place, flags) for place, flags in places.items()]
        self.is_fresh = self._changed and status != CONTINUE_CODE
        if self._changed and (status != CONTINUE_CODE or moment):
            self._changed = False
            for place, flags in ALWAYS:
                one = self.query_place(place, flags)
                if self._told.get(place) != one.cards:
                    self._told[place] = one.cards
                    found.append(one)
        return tuple(found)

    def query_place(self, place: tuple[int, int], flags: int) -> QueryResult:
        """Query a place and return the result. An additional query changes the duel's stream."""
        return QueryResult(*place, self._core.query(flags, *place))

    def _logs(self) -> tuple[str, ...]:
        said = tuple(text for kind, text in self._core.logs if kind == 0)
        self._core.logs.clear()
        return said
