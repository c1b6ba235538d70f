"""Drain this node: hand over every table, one by one, so that its process can end without waiting for
players. Or hand over some, to a node that has far fewer because it has just joined.

A table is handed over between two acts, to a node that has run its whole log before. That node runs the
log while the table is being played. Then the table pauses until the last acts were run there, at most
`HANDOVER_PAUSE_S` seconds, and belongs to the other node. A table that no other node can run stays until
its match has ended.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

import structlog
import trio

from facedown_server.room.people.handover_state import MatchProgress, pack
from facedown_server.room.room import Room
from facedown_server.service.nodes.handovers import Handover, HandoverState
from facedown_server.service.nodes.membership import NodeRow
from facedown_server.service.nodes.node import Node
from facedown_server.storage.journal import Journal
from facedown_server.storage.store import StoreFailed
from facedown_shared.protocol.messages import Moved
from facedown_shared.text import BadInput, Code, _, ngettext

log = structlog.get_logger(__name__)

PRELOAD_TIMEOUT_S = 30.0
"""Seconds for another node to run the log of a table."""

HANDOVER_PAUSE_S = 0.6
"""Seconds for which a table pauses, between two acts, while another node runs the last ones."""

RETRY_DELAY_S = 2.0
"""Seconds until a failed handover is retried."""

REFUSED_RETRY_DELAY_S = 60.0
"""Seconds until nodes are asked again about a table that none of them could run."""

BALANCE_INTERVAL_S = 1.0
"""Seconds between two tables that are handed over to a node with fewer."""

MIN_SURPLUS_TABLES, MIN_SURPLUS_RATIO = 3, 0.25
"""A node keeps its tables unless it has more than that many, and that part of its own, beyond another's."""

FINISHED_MATCH_DISPLAY_S = 10.0
"""Seconds for which a finished match that no other node can run stays visible; then its table is handed over
without the match.
"""


class DrainedTables(Protocol):
    """The part of a lobby that a drain uses."""

    rooms: dict[str, Room]

    @property
    def unrecovered_count(self) -> int:
        """Number of this node's tables that are not recovered yet."""

    async def redirect_spectators(self) -> None:
        """Redirect spectators who watch tables of other nodes from here."""


class Drain:
    """Handover of all tables of `node`, on request. `ends` is set when no table is left."""

    def __init__(self, node: Node, tables: DrainedTables, journal: Journal, ends: trio.Event) -> None:
        self._node, self._tables, self._journal, self._ends = node, tables, journal, ends
        self._wanted = trio.Event()
        self._gone = 0
        self._stay: dict[str, str] = {}
        """Code of a table that no other node can run -> the reason, in a sentence."""
        self._next: dict[str, float] = {}
        """Table code -> time of the next attempt."""
        self._over: dict[str, float] = {}
        """Code of a table that no other node can run -> time since which its match is over."""
        self._balanced = ""
        """Code of the table that is being handed over to a node with fewer."""

    # --- for the host ---------------------------------------------------------------------------------------

    def begin_drain(self) -> None:
        """Begin the drain: open no more tables here, and hand over all others.

        Raises BadInput if no node can take them.
        """
        if not self._node.is_draining and not self._node.other_nodes:
            raise BadInput(
                Code.BAD_SETTING,
                _("No other server can take the tables: start one on the same database first."),
            )
        if not self._node.is_draining:
            log.info("drain started", tables=len(self._tables.rooms))
            self._node.is_draining = True
            self._stay, self._next, self._gone = {}, {}, 0
            self._wanted.set()
            self._node.request_check()

    def cancel_drain(self) -> list[str]:
        """Keep the remaining tables, and open new ones again; return the message for the operator."""
        if self._node.is_draining:
            log.info("drain cancelled", tables=len(self._tables.rooms))
            self._node.is_draining = False
            self._wanted = trio.Event()
            self._node.request_check()
        count = len(self._tables.rooms) + self._tables.unrecovered_count
        return [
            ngettext(
                "{count} table stays here; tables can be opened again.",
                "{count} tables stay here; tables can be opened again.",
                count,
            )
        ]

    def progress_lines(self) -> list[str]:
        """Return the progress of the drain.

        Raises BadInput if no drain is running.
        """
        if not self._node.is_draining:
            raise BadInput(Code.NOT_NOW, _("This server is not being drained."))
        left = len(self._tables.rooms) + self._tables.unrecovered_count
        count = ngettext("{count} table is left", "{count} tables are left", left)
        gone = ngettext("{count} handed over", "{count} handed over", self._gone)
        stay = [
            _("{code} stays until its match has ended: {why}", code=code, why=why)
            for code, why in sorted(self._stay.items())
            if code in self._tables.rooms
        ]
        return [f"{count}, {gone}.", *stay]

    # --- the task -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for the request to drain, then hand over one table after another until none is left."""
        while True:
            await self._wanted.wait()
            for code in tuple(self._tables.rooms):
                if self._can_retry(code):
                    await self._hand_over(code)
            if not self._wanted.is_set():
                await self._node.forget(*self._node.handovers)
            elif not self._tables.rooms and not self._tables.unrecovered_count:
                log.info("drain finished")
                await self._tables.redirect_spectators()
                self._ends.set()
                await trio.sleep_forever()
            with trio.move_on_after(RETRY_DELAY_S / 4):
                await self._node.wait_for_check()

    async def balance(self) -> None:
        """Hand over one table after another to a node that has far fewer; those without a match first."""
        while True:
            await trio.sleep(BALANCE_INTERVAL_S)
            await self._node.wait_for_check()  # the others' numbers are of after the last handover
            own, others = len(self._tables.rooms), self._node.other_nodes
            surplus = own - others[0].tables if others else 0
            if surplus <= max(MIN_SURPLUS_TABLES, MIN_SURPLUS_RATIO * own) or self._wanted.is_set():
                continue
            rooms = sorted(self._tables.rooms.values(), key=lambda room: room.has_match)
            now = trio.current_time()
            room = next((room for room in rooms if now >= self._next.get(room.code, now)), None)
            if room is None:
                continue
            self._balanced = room.code
            try:
                if why := await self._offer(room, others[0]):
                    self._next[room.code] = now + REFUSED_RETRY_DELAY_S
                    log.info("a table could not be balanced", table=room.code, reason=why)
            except StoreFailed as failed:
                log.warning("a table could not be handed over", table=room.code, reason=str(failed))
            self._balanced = ""
            if not room.closed:
                await self._node.forget(room.code)

    def _is_wanted(self, code: str) -> bool:
        """Return whether a table is to be handed over."""
        return self._wanted.is_set() or code == self._balanced

    def _can_retry(self, code: str) -> bool:
        now = trio.current_time()
        room = self._tables.rooms.get(code)
        if room is None or room.closed or not self._wanted.is_set():
            return False
        if code in self._stay and not room.lifecycle.is_running:
            return now >= self._over.setdefault(code, now) + FINISHED_MATCH_DISPLAY_S
        return now >= self._next.get(code, now)

    async def _hand_over(self, code: str) -> None:
        room = self._tables.rooms[code]
        self._next[code] = trio.current_time() + RETRY_DELAY_S
        try:
            if code in self._stay and not room.lifecycle.is_running:
                await room.forget_match()
            refusals = [why for node in self._node.other_nodes if (why := await self._offer(room, node))]
        except StoreFailed as failed:
            log.warning("a table could not be handed over", table=code, reason=str(failed))
            return
        if room.closed:
            self._stay.pop(code, None)
            self._over.pop(code, None)
        elif refusals and len(refusals) == len(self._node.other_nodes):
            self._next[code] = trio.current_time() + REFUSED_RETRY_DELAY_S
            if self._stay.get(code) != refusals[0]:
                log.warning("a table stays: no other node can run it", table=code, reason=refusals[0])
            self._stay[code] = refusals[0]

    async def _offer(self, room: Room, node: NodeRow) -> str:
        """Hand a table over to a node if that node can run it; return "" or why the node cannot.

        Raises StoreFailed.
        """
        if room.closed or not self._is_wanted(room.code):
            return ""
        found = await self._request_preload(room, node, await self._log_end(room), PRELOAD_TIMEOUT_S)
        if found is None or found.state != HandoverState.READY:
            return "" if found is None else found.why
        await room.hand_over(partial(self._transfer, room, node))
        if room.is_handed_over:
            self._gone += 1
            log.info("a table was handed over", table=room.code, name=node.name)
        return ""

    async def _transfer(self, room: Room, node: NodeRow) -> Moved | None:
        """Give a paused table to a node; return the redirect, or None if the table stays.

        Raises StoreFailed.
        """
        found = self._node.handovers.get(room.code)
        if found is None or found.progress != room.lifecycle.progress or found.state != HandoverState.READY:
            found = await self._request_preload(room, node, room.lifecycle.progress, HANDOVER_PAUSE_S)
        if found is None or found.state != HandoverState.READY or not self._is_wanted(room.code):
            return None
        epoch = await self._journal.hand_over(room.code, node.name, pack(room.lifecycle.handover_data()))
        return Moved(node.address, room.code, epoch)

    async def _log_end(self, room: Room) -> MatchProgress:
        """Return the end of a table's log, read between two acts: within one, the act is not in the log yet.

        Raises StoreFailed.
        """
        found = [MatchProgress()]

        async def read_progress() -> None:
            found.append(room.lifecycle.progress)

        await room.hand_over(read_progress)
        return found[-1]

    async def _request_preload(
        self, room: Room, node: NodeRow, standing: MatchProgress, seconds: float
    ) -> Handover | None:
        """Ask a node to run a table's log up to `standing`; return its answer, None after the timeout.

        Raises StoreFailed.
        """
        asked = Handover(room.code, self._node.name, node.name, *standing)
        with trio.move_on_after(seconds):
            try:
                await self._node.request_preload(asked)
            except Exception as error:  # any error of the driver
                raise StoreFailed("the database cannot be asked") from error
            while True:
                await self._node.wait_for_check()
                found = self._node.handovers.get(room.code)
                is_his = found is not None and (found.target, found.progress) == (node.name, asked.progress)
                if found is not None and is_his and found.state != HandoverState.ASKED:
                    return found
        return None
