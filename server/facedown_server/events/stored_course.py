"""An event on a server: its course, and the store that holds the rows of its log.

A row counts once the store has it. If a write failed, the store may have the row all the same: it is asked
before the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import structlog
import trio

from facedown_server.events.event_file import write_lines
from facedown_server.events.rules.acts import EventLogRow, decode_row, encode_row
from facedown_server.events.rules.course import EventCourse

log = structlog.get_logger(__name__)


class RowStore(Protocol):
    """The rows of one event, durable. Both methods raise StoreFailed."""

    async def append(self, seq: int, row: str) -> None:
        """Store a row. `seq`: how many there are."""

    async def read_from(self, seq: int) -> Sequence[str]:
        """Return the rows from number `seq` on."""


class StoredCourse:
    """An event's course and its rows. `copy`: a file that gets a copy of each row, for the keyboard."""

    def __init__(self, course: EventCourse, store: RowStore, copy: Path | None = None) -> None:
        self.course, self._store, self._copy = course, store, copy
        self._is_in_doubt = False
        """Whether the store may have a row that the course lacks."""

    async def catch_up(self) -> None:
        """Add the row whose write had failed, if the store has it.

        Raises StoreFailed.
        """
        if self._is_in_doubt:
            for line in await self._store.read_from(len(self.course.rows)):
                await self._add(decode_row(line), line)
            self._is_in_doubt = False

    async def append(self, row: EventLogRow) -> None:
        """Check a row, store it, and only then add it. Call `catch_up` first.

        Raises IllegalAct if it cannot happen now, StoreFailed if it could not be stored.
        """
        await trio.to_thread.run_sync(self.course.check, row)
        line = encode_row(row)
        self._is_in_doubt = True
        await self._store.append(len(self.course.rows), line)
        await self._add(row, line)
        self._is_in_doubt = False

    async def _add(self, row: EventLogRow, line: str) -> None:
        await trio.to_thread.run_sync(self.course.append, row)
        if self._copy is None:
            return
        try:
            await trio.to_thread.run_sync(partial(write_lines, self._copy, line))
        except OSError as error:  # the next start completes the file
            log.warning("an event's file was not written", error=type(error).__name__)
            self._copy = None
