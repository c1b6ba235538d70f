"""The log of one match on the disk: what is in it has happened, what is not has not.

Knows a store and acts, and no rules.
"""

from __future__ import annotations

import structlog
import trio

from server import log_codec
from server.referee import Act
from server.store.store import Damaged, Header, LogRow, Pair, Store, StoredLog, StoredTable, StoreFailed

log = structlog.get_logger(__name__)

RETRY = 2.0
"""Seconds between two looks at a disk that does not take anything."""


class NotKept(StoreFailed):
    """An act is not on the disk, for certain; `stored` is what is."""

    def __init__(self, stored: StoredLog) -> None:
        super().__init__("an act was not stored")
        self.stored = stored


class MatchLog:
    """Appends acts, one after another."""

    def __init__(self, name: str, store: Store) -> None:
        self.acts = 0
        """How many are durable."""
        self.clocks: Pair = (0.0, 0.0)
        """The seconds left as they would come back after a restart."""
        self._name = name
        self._store = store

    async def begin(self, header: Header, table: StoredTable) -> None:
        """Open it. Raises StoreFailed, and then there is none."""
        await self._store.begin(header, table)

    async def share(self, header: Header) -> None:
        """The players' shares are there. Raises StoreFailed, and then they may be stored all the same."""
        await self._store.share(header)

    async def append(self, act: Act, clocks: Pair | None, digest: bytes) -> None:
        """Store an act with the seconds left. Raises NotKept.

        `clocks` are None for an act of which nobody else may know: those that came back after a restart would
        tell when it was done.
        """
        clocks = self.clocks if clocks is None else clocks
        row = LogRow(
            self._name, self.acts + 1, act.seat, str(act.origin), log_codec.write(act.body), clocks, digest
        )
        try:
            await self._store.append(row)
        except StoreFailed as failed:
            log.warning("an act was not stored", seq=row.seq)
            stored = await self._read_back()
            if not stored.rows or stored.rows[-1] != row:
                self.acts = len(stored.rows)
                raise NotKept(stored) from failed
        self.acts, self.clocks = self.acts + 1, clocks

    async def note_clocks(self, clocks: Pair) -> bool:
        """Keep the seconds left by now. Whether the disk has taken it."""
        try:
            await self._store.keep_clocks(self._name, self.acts, clocks)
        except StoreFailed:
            log.warning("clocks were not stored")
            return False
        self.clocks = clocks
        return True

    async def finish(self, result: str) -> None:
        """The match is over. What cannot be stored now is found out at the next start."""
        try:
            await self._store.finish(self._name, result)
        except StoreFailed:
            log.warning("the end of a match was not stored")

    async def _read_back(self) -> StoredLog:
        """What is durable. Until that is known its table does nothing: it might say what is not so."""
        while True:
            try:
                return await self._store.read(self._name)
            except Damaged:
                raise
            except StoreFailed:
                await trio.sleep(RETRY)
