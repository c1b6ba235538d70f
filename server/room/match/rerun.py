"""Running a log again: the one way a table comes back, after a failed commit or a crash.

Every row's digest must come out as it was stored; an engine that changed may go on only as long as they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from server import log_codec
from server.match import Match
from server.referee import Frame, Setup
from server.room.broadcast.audience import Watched
from server.room.match.fair_throws import throws_of
from server.room.match.time_slice import TimeSlice
from server.store.store import Header, StoredLog
from server.world import Moment, World
from shared.cards import decks
from shared.cards.decks import Deck
from shared.cards.facts import Pool


class Recalls(Protocol):
    """Whoever is to see what was told long ago."""

    def before(self) -> None:
        """The match is about to begin, or one more act to be carried out."""

    def recall(self, watched: Watched, frame: Frame) -> None:
        """One moment of it."""


class Differs(Exception):
    """The log did not come out as it was stored: other facts, other scripts or another engine."""


def setup_of(header: Header, pool: Pool) -> Setup:
    """What a stored match started from."""
    one, other = (
        decks.read(text, pool.joined(told)) if text else Deck()
        for text, told in zip(header.decks, header.facts, strict=True)
    )
    settings = header.settings
    return Setup(
        format=settings.format, decks=(one, other), names=header.names, best_of=settings.best_of,
        mode=settings.mode, alone=settings.opponent == "nobody", line=header.line, facts=header.facts,
    )  # fmt: skip


async def run(match: Match, setup: Setup, stored: StoredLog, audience: Recalls | None, world: World) -> None:
    """Bring a fresh match to where the log ends, giving way to others meanwhile. Raises Differs.

    A match whose shares were still awaited has thrown nothing, and may have been given up.
    """
    patience = TimeSlice(world)

    async def exhaust(frames: Iterator[Frame]) -> None:
        if audience is None:
            await patience.exhaust(frames)
        else:
            audience.before()
            await patience.exhaust(frames, partial(audience.recall, match))

    if stored.header.opening:
        await exhaust(match.start(setup, throws_of(stored.header).streams))
        _compare(match, stored.header.opening, 0)
    for row in stored.rows:
        act = log_codec.act(row.seat, row.origin, row.body)
        match.check(act)
        await exhaust(match.apply(act))
        _compare(match, row.digest, row.seq)
        world.reach(Moment.RECOVERY)
        await patience.rest()


def _compare(match: Match, digest: bytes, seq: int) -> None:
    if match.digest() != digest:
        raise Differs(f"act {seq} came out otherwise than it was stored")
