"""The stored log of one match. An act takes effect once it is in the log, and not before. Knows no rules.

A match is recovered only by running its log again, after a failed commit or a crash. Every row must give the
digest that was stored with it. As long as that holds, a changed engine may continue an old log.
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
from facedown_server.room.match.fair_throws import throws_of_header
from facedown_server.runtime.world import Moment, World
from facedown_server.storage.store import LogRow, NotOurs, Pair, Store, StoredLog, StoreFailed, TableDamaged
from facedown_server.table import Setup
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.text import Code, Illegal, words

log = structlog.get_logger(__name__)

RETRY_DELAY_S = 2.0
"""Seconds between two attempts to write when the disk is full or broken."""


MAX_ACTS = 100_000
"""Acts of a match after which repeatable acts are refused. A long match has some thousands. Each has to be
read and run again after a restart.
"""

REPEATABLE = (Back, ToStep, Restarted)
"""Acts that a player could repeat for ever without progress. Quick words count as repeatable too."""

KeptAct = tuple[Act, bytes]
"""An act that was carried out, and the match's digest after it."""


class ActNotStored(StoreFailed):
    """An act was certainly not stored. `stored` is the log without it."""

    def __init__(self, stored: StoredLog) -> None:
        super().__init__("an act was not stored")
        self.stored = stored


class MatchLog:
    """Writer that appends acts to the log of one match."""

    def __init__(
        self, name: str, store: Store, wrote: Callable[..., None] = lambda *rows: None
    ) -> None:  # fmt: skip
        """Open the log `name`. `wrote` is called with rows before they are stored."""
        self.acts = 0
        """The number of stored acts."""
        self.clocks: Pair = (0.0, 0.0)
        """The stored seconds left to each seat."""
        self._name = name
        self._store = store
        self._wrote = wrote

    def check_room(self, act: Act) -> None:
        """Check that the log has room for an act.

        Raises Illegal if the log is long and the act could be repeated for ever.
        """
        is_word = isinstance(act.body, ByHand) and isinstance(act.body.gesture, SendSignal)
        if self.acts >= MAX_ACTS and (is_word or isinstance(act.body, REPEATABLE)):
            raise Illegal(words("match_is_long"), Code.NOT_NOW)

    async def append(self, done: Sequence[KeptAct], clocks: Pair | None) -> None:
        """Store acts with the seconds left: all of them or none.

        `clocks` is None for an act that the opponent must not notice. The seconds of the act before it are
        stored then, since restored clocks would otherwise disclose its time.

        Raises ActNotStored.
        """
        clocks = self.clocks if clocks is None else clocks
        rows = [
            LogRow(
                self._name, seq, act.seat, str(act.origin), log_codec.encode_body(act.body), clocks, digest
            )
            for seq, (act, digest) in enumerate(done, self.acts + 1)
        ]
        self._wrote(*rows)
        try:
            await self._store.append(*rows)
        except NotOurs:
            raise
        except StoreFailed as failed:
            log.warning("an act was not stored", seq=rows[0].seq)
            stored = await self._read_log()
            if not stored.rows or stored.rows[-1] != rows[-1]:
                self.acts = len(stored.rows)
                raise ActNotStored(stored) from failed
        self.acts, self.clocks = rows[-1].seq, clocks

    async def note_clocks(self, clocks: Pair) -> bool:
        """Store the seconds left. Returns whether that worked.

        Raises NotOurs if another node owns the table.
        """
        try:
            await self._store.store_clocks(self._name, self.acts, clocks)
        except NotOurs:
            raise
        except StoreFailed:
            log.warning("clocks were not stored")
            return False
        self.clocks = clocks
        return True

    async def store_end(self, result: str) -> None:
        """Store that the match is over. If that fails, the next start of the server derives it from the
        log.
        """
        try:
            await self._store.finish_match(self._name, result)
        except StoreFailed:
            log.warning("the end of a match was not stored")

    async def _read_log(self) -> StoredLog:
        """Return the stored log, retrying until it can be read. Until then the table must not send
        anything.
        """
        while True:
            try:
                stored = await self._store.read_match(self._name)
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
    """A log gave another digest than was stored: the facts, the scripts or the engine have changed."""


async def replay_log(
    match: Match, setup: Setup, stored: StoredLog, world: World, *,
    recall: Callable[[Match, Frame], None] | None = None, before: Callable[[], None] | None = None,
    between: Callable[[], Awaitable[None]] | None = None, pause_s: float = 0.0, done: int = 0,
) -> None:  # fmt: skip
    """Run a match to the end of its log, pausing for `pause_s` seconds between time slices.

    The match is new, or its first `done` acts were run before. `recall` is called with every frame. `before`
    is called before the start and before each act. `between` is awaited after each act and may raise to end
    the run. A match whose players' shares were still awaited has thrown nothing, and may have been ended
    without a result.

    Raises Differs if a digest is not the stored one.
    """
    time_slice = TimeSlice(world, pause_s)

    async def exhaust(frames: Iterator[Frame]) -> None:
        if before is not None:
            before()
        await time_slice.exhaust(frames, partial(recall, match) if recall else None)

    if stored.header.opening and match.toss is None:
        await exhaust(match.start(setup, throws_of_header(stored.header).streams))
        _compare(match, stored.header.opening, 0)
    for row in stored.rows[done:]:
        act = log_codec.act(row.seat, row.origin, row.body)
        match.check(act)
        await exhaust(match.apply(act))
        _compare(match, row.digest, row.seq)
        world.report_moment(Moment.RECOVERY)
        if between is not None:
            await between()
        await time_slice.yield_if_used_up()


def _compare(match: Match, digest: bytes, seq: int) -> None:
    if match.digest() != digest:
        raise Differs(f"act {seq} came out otherwise than it was stored")
