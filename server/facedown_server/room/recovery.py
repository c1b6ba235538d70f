"""Recovery of stored tables after a start: one by one, requested tables first.

Logs that take long to run come last and share the time. Otherwise a client with some long tables could delay
the recovery of all others.

A table whose log cannot be run is set aside: its log stays in the journal, clients that come for a seat get a
message, and it is tried again at the next start. The other tables are not affected.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext

import structlog
import trio

from facedown_server.room.long_runs import LongRuns
from facedown_server.room.match.lifecycle import stored_setup
from facedown_server.room.restoring import Arrivals, CannotRun, RecoveryTooLong
from facedown_server.room.room import Room
from facedown_server.room.server_context import ENGINE, ServerContext
from facedown_server.runtime.world import World
from facedown_server.storage.store import Header, StoredTable, StoreFailed
from facedown_shared.text import words

log = structlog.get_logger(__name__)

SET_ASIDE = words("set_aside")

PROGRESS_INTERVAL_S = 5.0
"""Seconds between two log lines about the tables still to recover."""

RETRY_DELAY_S = 0.5
"""Seconds between two attempts to read a table while the database cannot be reached."""

MAX_CONCURRENT_RECOVERIES = 3
"""Tables whose logs are read or run at the same time. Of many, the first are recovered before the last."""


MAX_FIRST_RUN_S = 1.0
"""Seconds for which a log is run before it has to wait for other tables' logs."""


class _FirstRun:
    """Time limit for the first attempt to run a log."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._until = math.inf

    async def __call__(self) -> None:
        """Raise RecoveryTooLong once the time is up."""
        now = self._world.now()
        self._until = min(self._until, now + MAX_FIRST_RUN_S)
        if now > self._until:
            raise RecoveryTooLong


class Recovery:
    """Recovery of the server's stored tables. `found` is called with each recovered room."""

    def __init__(
        self, server: ServerContext, changed: Callable[[Room], None], found: Callable[[Room], None]
    ) -> None:
        self.aside: dict[str, str] = {}
        """Codes of tables that could not be recovered -> the reason, in a sentence."""
        self._server = server
        self._changed = changed
        self._found = found
        self._waiting: dict[str, trio.Event] = {}
        self._begun: set[str] = set()
        self._turns = trio.CapacityLimiter(MAX_CONCURRENT_RECOVERIES)
        self._long_runs = LongRuns(server.world, lambda: bool(self._turns.borrowed_tokens or self._ready))
        self._put_off: dict[str, trio.Event] = {}
        """Events by code: set once the table's log is known to take long, or the table is recovered."""
        self._ready: set[str] = set()
        """Codes of tables that were run ahead, whose turn comes first."""
        self._next_ready = trio.Lock()
        self._none_ready = trio.Event()
        self._unasked = trio.Lock()
        """Lock of recoveries that no client requested: they run one after another, so that requested ones go
        first.
        """
        self._carried: dict[str, bytes] = {}
        """Handover data of tables from another node, by code."""
        self.arrivals = Arrivals(server, changed)
        self.unseen: dict[str, StoredTable] = {}
        """Stored tables that are not recovered yet, by code. Tokens and secrets are compared with them."""
        self.over = trio.Event()
        """Event that is set once every table was tried."""

    def __contains__(self, code: str) -> bool:
        """Return whether a table with this code is stored but not (yet) recovered."""
        return code in self._waiting or code in self.aside

    def __len__(self) -> int:
        """Return the number of tables that are not recovered yet."""
        return len(self._waiting)

    async def read_tables(self) -> None:
        """Read the list of stored tables. Recover tables whose match another version began at once.

        Raises StoreFailed.
        """
        found = await self._server.store.list_tables()
        self._waiting = {glance.code: trio.Event() for glance in found}
        self.unseen = {glance.code: glance.table for glance in found if glance.table is not None}
        for code, _, header in found:
            if header is not None and has_other_engine(header, self._server):
                await self.wait_until_recovered(code)
                if code not in self.aside:
                    log.warning("the rules have changed since this duel began: it continues", table=code)

    async def run(self) -> None:
        """Recover every table, and log the number left every few seconds."""
        begun, coming = self._server.world.now(), tuple(self._waiting)
        said = -math.inf
        async with trio.open_nursery() as nursery:
            for code in coming:
                now = self._server.world.now()
                if now >= said + PROGRESS_INTERVAL_S:
                    said = now
                    seconds = round(now - begun, 1)
                    log.info("tables are being restored", tables=len(self._waiting), seconds=seconds)
                await self._start_recovery(nursery, code)
        if coming:
            back = sum(code not in self.aside for code in coming)
            log.info(
                "all tables are restored", tables=back, seconds=round(self._server.world.now() - begun, 1)
            )
        self.over.set()

    async def _start_recovery(self, nursery: trio.Nursery, code: str) -> None:
        """Start the recovery of a table, and wait for it unless its log takes long."""
        put_off = self._put_off.setdefault(code, trio.Event())

        async def recover() -> None:
            await self.wait_until_recovered(code)
            put_off.set()

        nursery.start_soon(recover)
        await put_off.wait()

    def expect(self, code: str, carried: bytes = b"") -> None:
        """Take over another node's table. `carried`: that node's handover data, which is not in the log."""
        self.aside.pop(code, None)
        self._carried[code] = carried
        self._waiting.setdefault(code, trio.Event())

    async def recover_handover(self, code: str) -> None:
        """Recover a table that another node had, at once if it was run ahead."""
        if code not in self._waiting:
            self.expect(code)
        turn = self._unasked if not self.arrivals.is_preloaded(code) else nullcontext()
        async with trio.open_nursery() as nursery, turn:
            await self._start_recovery(nursery, code)
        self._carried.pop(code, None)

    async def wait_until_recovered(self, code: str) -> None:
        """Wait until this table is recovered or set aside. Returns at once if no table with this code is
        stored.
        """
        while (back := self._waiting.get(code)) is not None:
            if code in self._begun:
                await back.wait()
            else:
                await self._recover_table(code, back)

    async def _recover_table(self, code: str, back: trio.Event) -> None:
        """Recover a table. If the requesting client leaves meanwhile, another waiting one tries again."""
        self._begun.add(code)
        try:
            while not await self._try_recovery(code):
                continue
            del self._waiting[code]
            self._put_off.pop(code, None)
        finally:
            self._begun.discard(code)
            if code in self._waiting:
                self._waiting[code] = trio.Event()
            back.set()

    def find_opened_table(self, own: bytes) -> str:
        """Return the code of the unrecovered table that has a seat with this key's digest; "" if there is
        none.
        """
        seats = ((code, seat) for code, table in self.unseen.items() for seat in table.seats)
        return next((code for code, seat in seats if seat.keys.own == own), "")

    async def _try_recovery(self, code: str) -> bool:
        """Try to recover a table. Return whether that is settled: recovered, set aside, or another node's
        meanwhile.

        Where nodes share a database, a table that cannot be read now is tried again.
        """
        try:
            room = await self._restore_room(code)
        except CannotRun as why:
            self._set_aside(code, str(why))
        except StoreFailed as failed:
            if self._server.service is not None:
                log.warning("a table cannot be read yet", table=code, reason=str(failed))
                await trio.sleep(RETRY_DELAY_S)
                return not self._server.epoch(code)
            self._set_aside(code, f"It cannot be read: {failed}.")
        else:
            self.unseen.pop(code, None)
            self._found(room)
            log.info("table restored", table=code, stage=room.lifecycle.stage)
        return True

    async def _restore_room(self, code: str) -> Room:
        """Return the table as a room, recovered in its turn. A log that takes long waits for the others.

        Raises CannotRun, StoreFailed.
        """
        carried = self._carried.get(code, b"")
        try:
            async with self._wait_for_turn(code):
                return await self.arrivals.arrive(code, carried, _FirstRun(self._server.world))
        except RecoveryTooLong:
            log.info("a table's log is long: it is restored later", table=code)
            self._put_off.setdefault(code, trio.Event()).set()
            async with self._long_runs.take_turn() as give_way:
                return await self.arrivals.arrive(code, carried, give_way)

    @asynccontextmanager
    async def _wait_for_turn(self, code: str) -> AsyncIterator[None]:
        """Wait for this table's turn.

        Tables that were run ahead go first, one by one, so that the people of one are back before the next is
        read. No other log is run while one of them waits.
        """
        if self.arrivals.is_preloaded(code):
            self._ready.add(code)
            try:
                async with self._next_ready:
                    yield
            finally:
                self._ready.discard(code)
                if not self._ready:
                    self._none_ready.set()
                    self._none_ready = trio.Event()
        else:
            async with self._turns:
                while self._ready:
                    await self._none_ready.wait()
                yield

    def _set_aside(self, code: str, why: str) -> None:
        self.aside[code] = why
        log.error("a table was set aside", table=code, reason=why)


def has_other_engine(header: Header, server: ServerContext) -> bool:
    """Return whether a match was begun with another engine, other cards or other facts."""
    if header.engine != ENGINE:
        return True
    try:
        return header.fingerprint != server.fingerprint(stored_setup(header, server.pool))
    except Exception as error:  # the header is damaged: `bring_back` sets the table aside
        log.debug("a header cannot be read", table=header.code, reason=type(error).__name__)
        return False
