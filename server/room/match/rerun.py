"""Running a stored log again: the one way a match comes back, after a failed commit or a crash.

Every row's digest must come out as it was stored. While they do, a changed engine may go on with an old log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from server import log_codec
from server.match import Match
from server.referee import Frame, Setup
from server.room.match.fair_throws import throws_of
from server.room.match.time_slice import TimeSlice
from server.store.store import StoredLog
from server.world import Moment, World


class Differs(Exception):
    """The log did not come out as it was stored: other facts, other scripts or another engine."""


async def run(
    match: Match, setup: Setup, stored: StoredLog, world: World, *,
    recall: Callable[[Match, Frame], None] | None = None, before: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Bring a fresh match to where its log ends, giving way to others meanwhile. Raises Differs.

    `recall` is given every frame, `before` is called before the start and before each act. A match whose
    players' shares were still awaited has thrown nothing, and may have been given up.
    """
    time_slice = TimeSlice(world)

    async def exhaust(frames: Iterator[Frame]) -> None:
        if before is not None:
            before()
        await time_slice.exhaust(frames, partial(recall, match) if recall else None)

    if stored.header.opening:
        await exhaust(match.start(setup, throws_of(stored.header).streams))
        _compare(match, stored.header.opening, 0)
    for row in stored.rows:
        act = log_codec.act(row.seat, row.origin, row.body)
        match.check(act)
        await exhaust(match.apply(act))
        _compare(match, row.digest, row.seq)
        world.reach(Moment.RECOVERY)
        await time_slice.give_way()


def _compare(match: Match, digest: bytes, seq: int) -> None:
    if match.digest() != digest:
        raise Differs(f"act {seq} came out otherwise than it was stored")
