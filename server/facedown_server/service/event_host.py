"""The events of a server: stored in its journal, opened at the start, taken over from other nodes, given up.

An event of the settings has a file too. Its rows are imported when the server starts, also those that were
typed at the keyboard since; from then on the file gets a copy of each row. A file is recognised by its first
row, so it may be moved and renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import trio

from facedown_server.events.event_access import (
    DEFAULT_GAME,
    add_lines,
    create_file,
    first_line,
    hold_file,
    open_file,
)
from facedown_server.events.live.event_keys import (
    EventKeys,
    decode_keys,
    encode_keys,
    load_keys,
    store_keys,
)
from facedown_server.events.live.event_pages import EventHub, RemoteEvent
from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.rules.acts import decode_row
from facedown_server.events.rules.course import EventCourse, run_log
from facedown_server.events.rules.faults import IllegalAct
from facedown_server.events.stored_course import StoredCourse
from facedown_server.runtime.world import World
from facedown_server.storage.event_rows import EventPlace, EventRows, StoredEvent, row_digest
from facedown_server.storage.store import NotOurs, StoreFailed, TableDamaged
from facedown_shared.network.links import node_path
from facedown_shared.text import BadInput, Code, _

if TYPE_CHECKING:
    from facedown_server.service.nodes.node import Node

log = structlog.get_logger(__name__)

RECENT_EVENT_S = 2 * 24 * 3600
"""Seconds since its last row for which an event is opened that no setting names."""
PLACES_INTERVAL_S = 1.0
"""Seconds between two looks for the nodes of events, at most."""
READ_RETRY_DELAY_S = 0.5
"""Seconds between two attempts to read an event while the database cannot be reached."""


class JournalRows:
    """The rows of one event in the journal. `lost` is called with its code once another node owns it."""

    def __init__(self, rows: EventRows, code: str, lost: Callable[[str], None]) -> None:
        self._rows, self._code, self._lost = rows, code, lost

    async def append(self, seq: int, row: str) -> None:
        """Store a row. `seq`: how many there are.

        Raises StoreFailed.
        """
        try:
            await self._rows.append(self._code, seq, row)
        except NotOurs:
            self._lost(self._code)
            raise

    async def read_from(self, seq: int) -> Sequence[str]:
        """Return the rows from number `seq` on.

        Raises StoreFailed.
        """
        return await self._rows.read_rows(self._code, seq)


class EventHost:
    """Opens the events of a server. `open_all` opens those of the start; `end` lets all of them go."""

    def __init__(self, world: World, rows: EventRows, hub: EventHub) -> None:
        self.hub, self.rows, self._world = hub, rows, world
        self._files: dict[bytes, Path] = {}
        """The files of the settings, by the digest of their first row."""
        self._held: dict[str, ExitStack] = {}
        """The locks of the files of open events, by code."""
        self._opening = trio.Lock()

    async def open_all(self, paths: Sequence[Path], created: Sequence[Path] = ()) -> None:
        """Open the events of these files, which are made if they are missing, and those of the journal.

        `created`: files of events that visitors created; a damaged one is left.

        Raises BadInput if another file cannot be used, StoreFailed.
        """
        for path in paths:
            await self._open_file(path)
        for path in created:
            try:
                await self._open_file(path)
            except BadInput as damaged:
                log.error("an event was set aside", table=path.stem, reason=str(damaged))
        recent = await self.rows.recent_codes(RECENT_EVENT_S) if self.rows.owned_codes is not None else ()
        for code in self.rows.owned_codes or ():
            if code in recent:
                await self.open_event(code)

    async def open_new(self, path: Path) -> LiveEvent:
        """Open the event of a new file.

        Raises BadInput if the file cannot be used, StoreFailed.
        """
        code = await self._open_file(path)
        return self.hub.events[code]

    async def open_event(self, code: str) -> None:
        """Open an event of the journal. While it cannot be read it is tried again; a damaged one is left."""
        async with self._opening:
            while code not in self.hub.events and self._is_owned(code):
                try:
                    stored = await self.rows.read(code)
                    await self._show_stored(stored)
                except BadInput as refused:
                    log.warning("an event goes on without its file", table=code, reason=str(refused))
                    del self._files[row_digest(stored.rows[0])]
                except (IllegalAct, ValueError, IndexError, TableDamaged) as damaged:
                    log.error("an event was set aside", table=code, reason=str(damaged))
                    return
                except StoreFailed as failed:
                    log.warning("an event cannot be read yet", table=code, reason=str(failed))
                    await trio.sleep(READ_RETRY_DELAY_S)

    async def follow_nodes(self, node: Node) -> None:
        """Keep the hub informed about the events of other nodes, until cancelled."""
        while True:
            try:
                places = await self.rows.places()
            except StoreFailed:  # the database is away; the lease says so
                await trio.sleep(PLACES_INTERVAL_S)
                continue
            own, _sep, _path = node.address.partition(node_path(node.name))
            self.hub.remote = {
                place.code: RemoteEvent(place.name, _base_of(place, own))
                for place in places
                if place.node != node.name
            }
            with trio.move_on_after(PLACES_INTERVAL_S):
                await node.wait_for_check()

    def release(self, code: str) -> None:
        """Give up an event that another node owns now."""
        self.hub.remove(code)
        self._held.pop(code, ExitStack()).close()

    def end(self) -> None:
        """Let all files go, at the end of the server."""
        for code in tuple(self._held):
            self._held.pop(code).close()

    def _is_owned(self, code: str) -> bool:
        owned = self.rows.owned_codes
        return owned is None or code in owned

    async def _open_file(self, path: Path) -> str:
        """Open the event of a file, unless another node has it; return its code.

        Raises BadInput, StoreFailed.
        """
        row = self._first_row(path)
        self._files[row_digest(row)] = path
        code = await self.rows.find(row)
        if not code:
            code = await self._import(path, row)
        if self._is_owned(code) and code not in self.hub.events:
            await self._show_stored(await self.rows.read(code))
        return code

    def _first_row(self, path: Path) -> str:
        """Return the first row of an event's file, which is made if it is missing. Raises BadInput."""
        if not path.exists():
            create_file(self._world, path, "", DEFAULT_GAME, {})
        return first_line(path)

    async def _import(self, path: Path, row: str) -> str:
        """Store the event of a file in the journal and return its code.

        Raises BadInput, StoreFailed.
        """
        with hold_file(path):
            file, keys = open_file(path), load_keys(path, self._world)
            try:
                await self.rows.create(_stored_event(file.course, keys, file.lines))
            except StoreFailed:  # another node may have stored it meanwhile
                if not (code := await self.rows.find(row)):
                    raise
                return code
        log.info("an event's file was imported", table=keys.code)
        return keys.code

    async def _show_stored(self, stored: StoredEvent) -> None:
        """Open a stored event, with its file if a setting names it.

        Raises BadInput, IllegalAct, ValueError, StoreFailed.
        """
        keys, rows, stack = decode_keys(stored.keys), stored.rows, ExitStack()
        path = self._files.get(row_digest(rows[0]))
        path = path if path is not None and path.exists() else None
        try:
            if path is not None:
                stack.enter_context(hold_file(path))
                rows = await self._merge(path, stored)
                store_keys(path, keys)
            course = await trio.to_thread.run_sync(run_log, list(map(decode_row, rows)))
        except BaseException:
            stack.close()
            raise
        self._held[stored.code] = stack
        self._show(course, keys, path)

    async def _merge(self, path: Path, stored: StoredEvent) -> tuple[str, ...]:
        """Bring a file and the journal to the same rows, and return them.

        Raises BadInput, StoreFailed.
        """
        lines = (await trio.to_thread.run_sync(open_file, path)).lines
        count = min(len(lines), len(stored.rows))
        if lines[:count] != stored.rows[:count]:
            raise BadInput(
                Code.BAD_FILE,
                _("{file} and the server's data continued this event differently. Remove the file to go on "
                  "with the server's.", file=path),
            )  # fmt: skip
        if len(lines) > count:
            await self.rows.append(stored.code, count, *lines[count:])
            return lines
        if len(stored.rows) > count:
            add_lines(path, stored.rows[count:])
        return stored.rows

    def _show(self, course: EventCourse, keys: EventKeys, path: Path | None) -> LiveEvent:
        rows = JournalRows(self.rows, keys.code, self.release)
        event = LiveEvent(StoredCourse(course, rows, path), keys, self._world)
        self.hub.add(event)
        return event


def _stored_event(course: EventCourse, keys: EventKeys, rows: Sequence[str]) -> StoredEvent:
    return StoredEvent(keys.code, course.state.name, encode_keys(keys), tuple(rows))


def _base_of(place: EventPlace, own: str) -> str:
    """Return the address of an event's node for pages: its path if it is behind the same port as `own`."""
    path = node_path(place.node) if place.node else ""
    return path if path and place.address == own + path else place.address
