"""Files that tables are opened from, limited by the time that running their steps takes. Knows no tables."""

from __future__ import annotations

from weakref import WeakValueDictionary

import trio

from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.refereeing.undo.saved_lines import parse_line
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.server_context import ServerContext
from facedown_server.table import RandomStreams, Setup
from facedown_shared.text import Code, Illegal, words

FILE_WORK_S_PER_TOKEN = 0.08
"""Measured seconds of running a long file that cost its address one more token of the rate of long files. The
match runs the file a second time.
"""
MAX_LONG_TOKENS = 30.0
"""Tokens of long files that an address has at most, and may owe."""
MAX_SHORT_WORK_COUNT = 24_000
"""Steps times cards of a file that counts as short: at most 0.3 seconds of work."""
MIN_COUNTED_CARDS = 60
"""The least number of cards that a file counts for: its steps can make Tokens."""


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

    async def open(self, address: str, text: str) -> Setup:
        """Return the setup in a file, after running its line once, so that no table opens with a broken line.

        Raises Illegal if the address has opened too many files, BadInput if the file is invalid.
        """
        server = self._server
        self._take(self._rates, address)
        time_slice = TimeSlice.for_line(server.world, runs=True)
        setup = server.open_file(text, server.pool)
        await time_slice.yield_if_used_up()
        if _work(setup) <= MAX_SHORT_WORK_COUNT:
            await self._run(setup, time_slice)
            return setup
        async with self._lanes.setdefault(address, trio.Lock()):
            self._take(self._long_rates, address)
            time_slice = TimeSlice.for_line(server.world, runs=True)
            try:
                await self._run(setup, time_slice)
            finally:
                tokens = time_slice.worked_s / FILE_WORK_S_PER_TOKEN
                self._long_rates.charge(address, server.world.now(), tokens)
        return setup

    def _take(self, rates: Buckets, address: str) -> None:
        if not rates.take(address, self._server.world.now()):
            raise Illegal(words("too_fast_files"), Code.TOO_FAST)

    async def _run(self, setup: Setup, time_slice: TimeSlice) -> None:
        """Run a file's line. Raises BadInput where a step is impossible."""
        streams = RandomStreams(bytes(32), pledged=True)
        await time_slice.exhaust(self._server.match(setup).start(setup, streams))


def _work(setup: Setup) -> int:
    """Return the steps times cards of the line in a setup."""
    steps = len(parse_line(setup.line).steps) if setup.line else 0
    return steps * max(MIN_COUNTED_CARDS, sum(len(deck.cards) for deck in setup.decks))
