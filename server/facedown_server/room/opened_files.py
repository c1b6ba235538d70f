"""Files that tables are opened from, limited by the time that running their steps takes. Knows no tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakValueDictionary

import trio

from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.refereeing.referee import Frame
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.server_context import OpenedFile, ServerContext
from facedown_server.table import RandomStreams
from facedown_shared.text import Code, Illegal, words

FILE_WORK_S_PER_TOKEN = 0.08
"""Measured seconds of running a long file that cost its address one more token of the rate of long files. The
match runs the file a second time, but for the work of EDOPro's core.
"""
MAX_LONG_TOKENS = 30.0
"""Tokens of long files that an address has at most, and may owe."""
MAX_SHORT_LETTERS = 4_000
"""Letters of a short file: some 150 steps, at most 0.4 seconds of work with the largest Deck."""


class OpenedFiles:
    """Reads and runs files, one long file of an address at a time. Long files do not keep others from opening
    short ones.
    """

    def __init__(self, server: ServerContext) -> None:
        self._server, bounds = server, server.bounds
        self._rates = Buckets(bounds.open_rate, bounds.open_burst)
        self._long_rates = Buckets(bounds.open_rate, MAX_LONG_TOKENS)
        self._lanes: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        """A lock for each address that opens long files."""

    async def open(self, address: str, text: str, mode: str) -> OpenedFile:
        """Return an opened file, after running its line once, so that no table opens with a broken line.
        `mode`: how to play a puzzle.

        Raises Illegal if the address has opened too many files, BadInput if the file is invalid.
        """
        self._server.check_solo_work(address)
        if len(text) <= MAX_SHORT_LETTERS:
            self._take(self._rates, address)
            return await self._run(address, text, mode, self._start_slice())
        async with self._lanes.setdefault(address, trio.Lock()):
            self._take(self._long_rates, address)
            time_slice = self._start_slice()
            try:
                return await self._run(address, text, mode, time_slice)
            finally:
                tokens = time_slice.worked_s / FILE_WORK_S_PER_TOKEN
                self._long_rates.charge(address, self._server.world.now(), tokens)

    def _take(self, rates: Buckets, address: str) -> None:
        if not rates.take(address, self._server.world.now()):
            raise Illegal(words("too_fast_files"), Code.TOO_FAST)

    def _start_slice(self) -> TimeSlice:
        return TimeSlice.for_line(self._server.world, runs=True)

    async def _run(self, address: str, text: str, mode: str, time_slice: TimeSlice) -> OpenedFile:
        """Parse a file and run its line. Raises BadInput where a step is impossible."""
        setup = self._server.open_file(text, self._server.pool, mode)
        await time_slice.yield_if_used_up()
        streams = RandomStreams(bytes(32), pledged=True)
        match = self._server.match(setup)
        await time_slice.exhaust(self._charge_frames(address, match.start(setup, streams), time_slice))
        return OpenedFile(setup, match.rewinder.make_again if match.rewinder is not None else None)

    def _charge_frames(self, address: str, frames: Iterable[Frame], time_slice: TimeSlice) -> Iterator[Frame]:
        """Pass frames on and charge the address for the work on each, also where a step is impossible.

        Raises Illegal once the tables of the address have taken too much of the server's time.
        """
        charged_s = 0.0

        def charge() -> None:
            nonlocal charged_s
            worked_s = time_slice.worked_s + time_slice.external_s
            self._server.solo_works.charge(address, self._server.world.now(), worked_s - charged_s)
            charged_s = worked_s

        try:
            for frame in frames:
                yield frame
                charge()
                self._server.check_solo_work(address)
        finally:
            charge()
