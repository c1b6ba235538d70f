"""What a node owns: tables, and events. Both have rows in `owners`, and each is sent to its own part."""

from __future__ import annotations

from collections.abc import Collection

from facedown_server.room.people.handover_state import MatchProgress
from facedown_server.service.event_host import EventHost
from facedown_server.service.nodes.node import NodeTables
from facedown_server.storage.event_rows import event_code
from facedown_shared.protocol.messages import LobbyRow


class TablesAndEvents:
    """The tables and the events of this node, for its `Node`."""

    def __init__(self, tables: NodeTables, events: EventHost) -> None:
        self._tables, self._events = tables, events

    def open_tables(self) -> tuple[LobbyRow, ...]:
        """Return the public tables of this node."""
        return self._tables.open_tables()

    def expect(self, code: str, carried: bytes) -> None:
        """Prepare for a table; an event needs no preparation."""
        if not event_code(code):
            self._tables.expect(code, carried)

    async def recover_table(self, code: str) -> None:
        """Recover a table, or open an event, that this node owns now."""
        if event := event_code(code):
            await self._events.open_event(event)
        else:
            await self._tables.recover_table(code)

    async def preload_table(self, code: str, progress: MatchProgress) -> str:
        """Run the log of a table that another node is about to hand over; return "", or why it cannot be."""
        return await self._tables.preload_table(code, progress)

    async def prepare(self, code: str) -> None:
        """Run the log of a table that this node may soon own. An event's log takes no time."""
        if not event_code(code):
            await self._tables.prepare(code)

    def drop_preloaded(self, codes: Collection[str]) -> None:
        """Drop all preloaded tables except these."""
        self._tables.drop_preloaded(codes)

    def release_table(self, code: str) -> None:
        """Give up a table or an event that another node owns."""
        if event := event_code(code):
            self._events.release(event)
        else:
            self._tables.release_table(code)

    def resume_sending(self) -> None:
        """Send the present state to guests who were sent nothing while the lease was in doubt."""
        self._tables.resume_sending()

    def broadcast_tables(self) -> None:
        """Handle a change of the other nodes' tables."""
        self._tables.broadcast_tables()

    def broadcast_nodes(self) -> None:
        """Handle a change of the nodes' addresses."""
        self._tables.broadcast_nodes()
