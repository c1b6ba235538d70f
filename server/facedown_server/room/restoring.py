"""Restore rooms from stored tables by running their logs: at once, or ahead of a handover.

A table that is run ahead belongs to another node: nothing is written or sent. When it arrives, only the acts
since then are run, and the handover adds the data that no log holds (`handover_state.py`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager

import trio

from facedown_server.room.match.match_log import Differs
from facedown_server.room.people.handover_state import MatchProgress, unpack
from facedown_server.room.room import Room
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import StoreFailed, TableDamaged


class CannotRun(Exception):
    """A stored table cannot be recovered. The message is a sentence for the host."""


class RecoveryTooLong(Exception):
    """A log takes too long for others to wait. Its run was aborted and is repeated after the others."""


class Arrivals:
    """Restorer of rooms from stored tables: this server's own and handed-over ones."""

    def __init__(self, server: ServerContext, changed: Callable[[Room], None]) -> None:
        self._server, self._changed = server, changed
        self._ahead: dict[str, Room] = {}
        """Rooms of tables that were run ahead, by code."""
        self._alone: dict[str, trio.Lock] = {}

    async def preload_table(self, code: str, progress: MatchProgress) -> None:
        """Run the log of another node's table up to `progress`, while that node continues the match.

        Raises CannotRun, StoreFailed.
        """
        async with self._alone.setdefault(code, trio.Lock()):
            room = self._ahead.pop(code, None)
            if room is None or not _is_not_past(room, progress):
                room = await self._new(code)
            with _as_cannot_run():
                await room.lifecycle.run_log(progress.acts)
            if room.lifecycle.progress != progress:
                raise CannotRun("Its log does not come out as it was played.")
            self._ahead[code] = room

    async def prepare(self, code: str) -> None:
        """Run the log of another node's table as far as it goes now, unless it was run ahead already.

        Raises CannotRun, StoreFailed.
        """
        async with self._alone.setdefault(code, trio.Lock()):
            if code not in self._ahead:
                room = await self._new(code)
                with _as_cannot_run():
                    await room.lifecycle.run_log()
                self._ahead[code] = room

    async def arrive(
        self, code: str, carried: bytes = b"", between: Callable[[], Awaitable[None]] | None = None
    ) -> Room:
        """Return a stored table as a room, with its match run and the other node's handover data.

        `between` is awaited after each act. Raises CannotRun, StoreFailed, and the exceptions of `between`.
        """
        async with self._alone.setdefault(code, trio.Lock()):
            ahead = self._ahead.pop(code, None)
            with _as_cannot_run():
                table, chat = await self._server.store.table(code)
            if ahead is not None and (ahead.settings, ahead.table.kept.log) == (table.settings, table.log):
                room = ahead
                room.table.kept, room.table.host = table, table.host
            else:
                with _as_cannot_run():
                    room = Room(table, self._server, self._changed)
                room.table.between_acts = between
            with _as_cannot_run():
                await room.restore(chat, unpack(carried))
            room.table.between_acts = None
            return room

    def is_preloaded(self, code: str) -> bool:
        """Return whether a table was run ahead."""
        return code in self._ahead

    def drop_others(self, codes: Collection[str]) -> None:
        """Drop the tables that were run ahead, except these."""
        for code in self._ahead.keys() - set(codes):
            del self._ahead[code]
            self._alone.pop(code, None)

    async def _new(self, code: str) -> Room:
        with _as_cannot_run():
            table, _ = await self._server.store.table(code)
            return Room(table, self._server, self._changed)


def _is_not_past(room: Room, standing: MatchProgress) -> bool:
    """Return whether a room that was run ahead has not gone past `standing`."""
    return room.table.kept.log == standing.log and room.lifecycle.progress.acts <= standing.acts


@contextmanager
def _as_cannot_run() -> Iterator[None]:
    """Turn errors in a stored table into CannotRun, so that they do not stop the recovery of others.

    Raises StoreFailed if the table cannot be read now.
    """
    try:
        yield
    except Differs as differs:
        raise CannotRun(f"Its log does not come out as it was played: {differs}.") from differs
    except TableDamaged as damaged:
        raise CannotRun("Its stored data is damaged.") from damaged
    except (StoreFailed, RecoveryTooLong):
        raise
    except Exception as error:
        raise CannotRun(f"Its log cannot be run ({type(error).__name__}).") from error
