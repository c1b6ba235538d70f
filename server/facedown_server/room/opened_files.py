"""Files that tables are opened from, limited by the time that running their steps takes. Knows no tables."""

from __future__ import annotations

from weakref import WeakValueDictionary

import trio

from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.server_context import ServerContext
from facedown_server.table import RandomStreams, Setup
from facedown_shared.text import Code, Illegal, words

FILE_WORK_S_PER_TOKEN = 0.125
"""Measured seconds of running a file's steps that cost its address one more token of the rate of files. The
match runs them a second time.
"""


class OpenedFiles:
    """Reads and runs files, one of an address at a time."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._rates = Buckets(server.bounds.open_rate, server.bounds.open_burst)
        self._lanes: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        """A lock for each address that opens files."""

    async def open(self, address: str, text: str) -> Setup:
        """Return the setup in a file, after running its line once, so that no table opens with a broken line.

        Raises Illegal if the address has opened too many files, BadInput if the file is invalid.
        """
        server = self._server
        async with self._lanes.setdefault(address, trio.Lock()):
            if not self._rates.take(address, server.world.now()):
                raise Illegal(words("too_fast_files"), Code.TOO_FAST)
            time_slice = TimeSlice.for_line(server.world, runs=True)
            try:
                setup = server.open_file(text, server.pool)
                await time_slice.yield_if_used_up()
                streams = RandomStreams(bytes(32), pledged=True)
                await time_slice.exhaust(server.match(setup).start(setup, streams))
            finally:
                tokens = time_slice.worked_s / FILE_WORK_S_PER_TOKEN
                self._rates.charge(address, server.world.now(), tokens)
        return setup
