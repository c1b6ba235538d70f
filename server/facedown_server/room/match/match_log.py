"""The log of one match in the store. An act has happened once it is in it, and not before. Knows no rules.

Running it again is the one way a match comes back, after a failed commit or a crash. Every row's digest must
come out as it was stored. While they do, a changed engine may go on with an old log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

import structlog
import trio

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Act, Back, ByHand, Frame, Restarted, ToStep
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.match.fair_throws import throws_of
from facedown_server.runtime.world import Moment, World
from facedown_server.storage.store import LogRow, NotOurs, Pair, Store, StoredLog, StoreFailed, TableDamaged
from facedown_server.table.setup import Setup
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words

log = structlog.get_logger(__name__)

RETRY_DELAY_S = 2.0
"""Seconds between two attempts to write when the disk is full or broken."""


MAX_ACTS = 100_000
"""Acts of a match after which none is taken that could be repeated for ever. A long match has some thousands.
Each has to be read and run again after a restart."""

REPEATABLE = (Back, ToStep, Restarted)
"""Acts that lead nowhere new; so does a quick word."""

KeptAct = tuple[Act, bytes]
"""An act that was carried out, and the match's digest after it."""


class ActNotStored(StoreFailed):
    """An act was certainly not stored. `stored` is the log without it."""

    def __init__(self, stored: StoredLog) -> None:
        super().__init__("an act was not stored")
        self.stored = stored


class MatchLog:
    """Appends acts to the log of one match."""

    def __init__(
        self, name: str, store: Store, wrote: Callable[..., None] = lambda *rows: None
    ) -> None:  # fmt: skip
        """`wrote` is called with rows before they are stored."""
        self.acts = 0
        """How many acts are stored."""
        self.clocks: Pair = (0.0, 0.0)
        """The seconds left to both, as they are stored."""
        self._name = name
        self._store = store
        self._wrote = wrote

    def check_room(self, act: Act) -> None:
        """Raise Illegal for an act that could be repeated for ever, once the log is long."""
        is_word = isinstance(act.body, ByHand) and isinstance(act.body.gesture, SendSignal)
        if self.acts >= MAX_ACTS and (is_word or isinstance(act.body, REPEATABLE)):
            raise Illegal(words("match_is_long"), Code.NOT_NOW)

    async def append(self, done: Sequence[KeptAct], clocks: Pair | None) -> None:
        """Store acts with the seconds left, all of them or none.

        `clocks` is None for an act that the opponent must not notice: restored clocks would disclose its
        time. Then the seconds of the act before it are stored.

        Raises ActNotStored.
        """
        clocks = self.clocks if clocks is None else clocks
        rows = [
            LogRow(self._name, seq, act.seat, str(act.origin), log_codec.write(act.body), clocks, digest)
            for seq, (act, digest) in enumerate(done, self.acts + 1)
        ]
        self._wrote(*rows)
        try:
            await self._store.append(*rows)
        except NotOurs:
            raise
        except StoreFailed as failed:
            log.warning("an act was not stored", seq=rows[0].seq)
            stored = await self._read_back()
            if not stored.rows or stored.rows[-1] != rows[-1]:
                self.acts = len(stored.rows)
                raise ActNotStored(stored) from failed
        self.acts, self.clocks = rows[-1].seq, clocks

    async def note_clocks(self, clocks: Pair) -> bool:
        """Store the seconds left. Returns whether that worked. Raises NotOurs."""
        try:
            await self._store.keep_clocks(self._name, self.acts, clocks)
        except NotOurs:
            raise
        except StoreFailed:
            log.warning("clocks were not stored")
            return False
        self.clocks = clocks
        return True

    async def finish(self, result: str) -> None:
        """Store that the match is over. If that fails, the next start finds it out from the log."""
        try:
            await self._store.finish(self._name, result)
        except StoreFailed:
            log.warning("the end of a match was not stored")

    async def _read_back(self) -> StoredLog:
        """Read what is stored, however long it takes: until then its table must not send anything."""
        while True:
            try:
                stored = await self._store.read(self._name)
            except TableDamaged:
                raise
            except StoreFailed:
                await trio.sleep(RETRY_DELAY_S)
            else:
                if len(stored.rows) < self.acts:
                    raise LogTruncated("acts were told that are not kept any more")
                return stored


class LogTruncated(Exception):
    """The stored log of a match ends before what was already sent: it must not be shown."""


class Differs(Exception):
    """The log did not come out as it was stored: other facts, other scripts or another engine."""


async def run_again(
    match: Match, setup: Setup, stored: StoredLog, world: World, *,
    recall: Callable[[Match, Frame], None] | None = None, before: Callable[[], None] | None = None,
    between: Callable[[], Awaitable[None]] | None = None, rest: float = 0.0, done: int = 0,
) -> None:  # fmt: skip
    """Bring a match to where its log ends, giving way to others for `rest` seconds at a time: a fresh one, or
    one of which the first `done` acts were run before.

    `recall` is given every frame, `before` is called before the start and before each act, `between` after
    each act; it may end the run by what it raises. A match whose
    players' shares were still awaited has thrown nothing, and may have been given up.

    Raises Differs.
    """
    time_slice = TimeSlice(world, rest)

    async def exhaust(frames: Iterator[Frame]) -> None:
        if before is not None:
            before()
        await time_slice.exhaust(frames, partial(recall, match) if recall else None)

    if stored.header.opening and match.toss is None:
        await exhaust(match.start(setup, throws_of(stored.header).streams))
        _compare(match, stored.header.opening, 0)
    for row in stored.rows[done:]:
        act = log_codec.act(row.seat, row.origin, row.body)
        match.check(act)
        await exhaust(match.apply(act))
        _compare(match, row.digest, row.seq)
        world.reach(Moment.RECOVERY)
        if between is not None:
            await between()
        await time_slice.give_way()


def _compare(match: Match, digest: bytes, seq: int) -> None:
    if match.digest() != digest:
        raise Differs(f"act {seq} came out otherwise than it was stored")
