"""The lobby: opens, finds, lists and closes the tables of a server, by code. Knows no rules.

Each room runs as a task in the lobby's nursery. Clients that asked for the list of tables get it at every
change, encoded once for all of them and at a limited rate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
import trio

from facedown_server.network.crowd.guest import Guest, pack
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.room.inbox import order_all
from facedown_server.room.opened_files import OpenedFiles
from facedown_server.room.opened_tables import OpenedTables
from facedown_server.room.people.entrance import TableRequest, check_client, may_know, may_watch, unknown
from facedown_server.room.people.handover_state import MatchProgress
from facedown_server.room.people.seats import as_token, digest
from facedown_server.room.practice import seat_bots
from facedown_server.room.recovery import SET_ASIDE, Recovery
from facedown_server.room.replays.replay_desk import ReplayDesk
from facedown_server.room.restoring import CannotRun
from facedown_server.room.room import Room
from facedown_server.room.server_context import PlaceOfTable, ServerContext
from facedown_server.room.table_eviction import Eviction, find_eviction
from facedown_server.runtime.random_secrets import new_secret
from facedown_server.storage.password_hash import hash_password
from facedown_server.storage.replay_archive import Archive
from facedown_server.storage.store import SeatKeys, StoredSeat, StoredTable, StoreFailed
from facedown_shared.network.links import make_code, make_link, parse_code, parse_link
from facedown_shared.protocol.messages import (
    Clock,
    CreateTable,
    GetTable,
    LobbyRow,
    Moved,
    Nodes,
    Pong,
    Resume,
    Settings,
    Tables,
    ToServer,
    Watch,
)
from facedown_shared.text import Code, Illegal, TargetGone, words

if TYPE_CHECKING:
    from facedown_server.network.relay.peer_tables import Neighbours

log = structlog.get_logger(__name__)

NOWHERE = StoredTable(
    code="", settings=Settings(listed=False), opponents="-" * 20, spectators="-" * 20, relays="-" * 20
)
"""Placeholder for a table that does not exist. Secrets are compared with it, so that the answer takes as long
as for a real table.
"""

NOT_NOW = "this table cannot be reached now"
"""The close reason of a connection whose table is about to move to another node."""

OPENING_PRICE_COUNT = 10
"""Tokens charged to an address for opening a table, which is built, stored and dropped again. A deck costs at
least one.
"""

REFUSAL_DELAY_S = 0.05
"""Seconds from a request to its refusal, where nodes share a database. Longer than the query for a table
takes.
"""

WAITING_NOTICE_INTERVAL_S = 0.5
"""Seconds between two notices to a client that waits for a table in handover."""

LIST_INTERVAL_S, MAX_LIST_INTERVAL_S = 0.25, 3.0
"""Seconds between two broadcasts of the list of tables: more where it is long and many listen."""
LIST_BYTES_PER_S = 4_000_000
"""Bytes of lists a second to all listeners together, within those intervals."""


class Lobby:
    """The tables of one server. `run` must be running in a task."""

    def __init__(
        self, server: ServerContext, title: str = "", replays: Archive | None = None,
        neighbours: Neighbours | None = None,
    ) -> None:  # fmt: skip
        self.server = server
        self.neighbours = neighbours
        """Tables of other nodes that are watched through this one, where nodes share a database."""
        self.replays = ReplayDesk(server, replays)
        self.bounds = bounds = server.bounds
        self.title = title
        """The server's name and version, for its Welcome message."""
        self.on_change: list[Callable[[], None]] = []
        """Callbacks for changes of the list of open tables."""
        self.rooms: dict[str, Room] = {}
        self.recovery = Recovery(self.server, self._update_row, self._add_recovered)
        self._opened = OpenedTables(server)
        self._files = OpenedFiles(server)
        self._locks = Buckets(bounds.lock_rate, bounds.lock_burst)
        self._listeners: dict[Guest, None] = {}
        self._nursery: trio.Nursery | None = None
        self._dirty = trio.Event()
        self._packed: tuple[tuple[LobbyRow, ...], bytes] = (), pack(Tables(()))

    # --- the task -----------------------------------------------------------------------------------------

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Recover the stored tables, and run every room until cancelled.

        Raises StoreFailed.
        """
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self.server.alarms.run)
            await self.recovery.read_tables()
            task_status.started()
            nursery.start_soon(self.recovery.run)
            nursery.start_soon(self.replays.run)
            nursery.start_soon(seat_bots, self.server, self.rooms)
            if self.neighbours is not None:
                nursery.start_soon(self.neighbours.run)
            await self._publish()

    async def _publish(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty = trio.Event()
            ready, listeners = self._pack_rows(), tuple(self._listeners)
            for guest in listeners:
                guest.push(ready)
            for call in self.on_change:
                call()
            pause_s = len(ready) * len(listeners) / LIST_BYTES_PER_S
            await trio.sleep(max(LIST_INTERVAL_S, min(MAX_LIST_INTERVAL_S, pause_s)))

    # --- requests without a table -------------------------------------------------------------------------

    def open_rows(self) -> tuple[LobbyRow, ...]:
        """Return the publicly listed tables, oldest first. Tables of other nodes of this service come
        last.
        """
        others = self.server.service.rows() if self.server.service is not None else ()
        here = self.open_tables()
        known = {row.code for row in here}
        return here + tuple(row for row in others if row.code not in known)

    def open_tables(self) -> tuple[LobbyRow, ...]:
        """Return the publicly listed tables of this server, oldest first."""
        return tuple(room.row for room in self.rooms.values() if room.is_listed)

    def describe(self, code: str) -> LobbyRow | None:
        """Return the lobby row of the listed table with this code; None if there is none."""
        wanted = parse_code(code)
        room = self.rooms.get(wanted)
        own = room.row if room is not None and room.is_listed else None
        others = self.server.service.rows() if self.server.service is not None else ()
        return own or next((row for row in others if row.code == wanted), None)

    @property
    def unrecovered_count(self) -> int:
        """The number of this server's tables that are not recovered yet."""
        return len(self.recovery)

    def openers(self) -> Mapping[str, int]:
        """Return the number of tables on this server that each address has opened."""
        return Counter(filter(None, self._opened.openers.values()))

    def gauges(self) -> dict[str, float]:
        """Return the numbers of tables, matches, players and spectators, for metrics."""
        rooms = self.rooms.values()
        return {
            "tables": len(rooms),
            "matches": sum(room.lifecycle.is_running for room in rooms),
            "players": sum(seat.guest is not None for room in rooms for seat in room.table.seats),
            "spectators": sum(room.table.watchers.count for room in rooms),
        }

    # --- for sessions -------------------------------------------------------------------------------------

    def listen(self, guest: Guest) -> None:
        """Send the list of tables to this guest now and at every change."""
        self._listeners[guest] = None
        ready = self._pack_rows()
        guest.view_bytes = len(ready)
        guest.push(ready)

    def _pack_rows(self) -> bytes:
        """Return the frame of the list of tables, packed again only if the list has changed."""
        if (rows := self.open_rows()) != self._packed[0]:
            self._packed = rows, pack(Tables(rows))
        return self._packed[1]

    def forget(self, guest: Guest) -> None:
        """Stop sending lists of tables to this guest."""
        self._listeners.pop(guest, None)

    async def create(self, guest: Guest, message: CreateTable) -> None:
        """Open a table for a guest, from a file if the message contains one.

        Raises FacedownError if the table is refused.
        """
        self.server.disk.check(guest.address, message, self.server.world.now())
        if message.line:
            self._opened.check_offered("solo")
        opening = (
            await self._files.open(guest.address, message.line, message.settings.mode)
            if message.line
            else None
        )
        settings = message.settings
        if opening is not None:  # the file has the format and the mode, and it is played alone
            settings = msgspec.structs.replace(
                settings, format=opening.setup.format, mode=opening.setup.mode,
                opponent="nobody", best_of=1, clock=Clock(),
            )  # fmt: skip
        settings = self.server.effective_settings(settings, has_file=opening is not None)
        check_client(guest, settings)
        try:
            code = await self._find_opened_table(message.key) if message.key else ""
        except StoreFailed:
            guest.close_for_redirect(NOT_NOW)
            return
        if code:
            await self.enter(guest, Resume(as_token(code, message.key)))
            return
        self._check_drain()
        self._opened.check(guest.address, settings)
        self._plan_eviction()
        if settings.password and not self._locks.take(guest.address, self.server.world.now()):
            raise Illegal(words("too_fast_passwords"), Code.TOO_FAST)
        server = self.server
        if not guest.pay_for_work(server.works, server.bounds, server.world.now(), OPENING_PRICE_COUNT):
            raise Illegal(words("too_fast_tables"), Code.TOO_FAST)
        room = Room(self._new_table(settings, message.key), self.server, self._update_row)
        room.lifecycle.opening = opening
        async with self._opened.count(room.code, guest.address, settings):
            await self._evict()
        if code := self._find_own_table(digest(message.key)):  # the same request, sent twice
            self._opened.remove(room.code)
            await self.enter(guest, Resume(as_token(code, message.key)))
            return
        self._start_room(room, guest.address)
        await self._forward_to_room(guest, room, message)
        if guest.room is room:
            log.info("table opened", table=room.code, format=room.settings.format)

    async def reserve(self, settings: Settings, **fixed: Any) -> Room:
        """Open a table for the operator, which stays open without players. `fixed`: some of its fields.

        Raises FacedownError if it is refused, or StoreFailed.
        """
        settings = self.server.effective_settings(settings)
        self._check_drain()
        if len(self.rooms) >= self.bounds.tables:
            raise TargetGone(Code.SERVER_FULL, words("no_room_for_tables"))
        table = msgspec.structs.replace(self._new_table(settings, ""), reserved=True, **fixed)
        await self.server.store.import_match(None, table)  # its code may be that of a closed table
        room = Room(table, self.server, self._update_row)
        await room.restore(())
        self._start_room(room, "")
        self._update_row(room)
        log.info("table opened", table=room.code, format=room.settings.format)
        return room

    def _check_drain(self) -> None:
        """Raise TargetGone while this node hands its tables over."""
        if self.server.service is not None and self.server.service.is_draining:
            there = ", ".join(place.address for place in self.server.service.other_nodes)
            raise TargetGone(Code.NOT_NOW, words("being_emptied", there))

    def _plan_eviction(self) -> Eviction | None:
        """Return the table to evict for a new table; None if no eviction is needed.

        Raises TargetGone if there is no room.
        """
        if len(self.rooms) < self.bounds.tables:
            return None
        rooms, now = self.rooms.values(), self.server.world.now()
        eviction = find_eviction(rooms, self._opened.openers, self.bounds, now)
        if eviction is None:
            raise TargetGone(Code.SERVER_FULL, words("no_room_for_tables"))
        return eviction

    async def _evict(self) -> None:
        """Close abandoned tables until there is room for a new one. Other requests may take the room
        meanwhile.

        Raises TargetGone if there is no room.
        """
        while (eviction := self._plan_eviction()) is not None:
            try:
                await eviction.room.close_for_eviction(eviction.least_s)
            except StoreFailed as failed:
                raise TargetGone(Code.SERVER_FULL, words("no_room_for_tables")) from failed
            if eviction.room.ended:
                log.info("table evicted", table=eviction.room.code)

    async def enter(self, guest: Guest, message: TableRequest) -> None:
        """Route a guest to the table that its message names, or send its row.

        Raises FacedownError if refused. The error discloses nothing about a table that is not listed and
        whose secret this guest does not have.
        """
        waiting = trio.CancelScope()
        if self.server.service is not None and self._nursery is not None:
            self._nursery.start_soon(_send_notices, (guest,), waiting)
        try:
            await self._enter(guest, message)
        finally:
            waiting.cancel()

    async def _enter(self, guest: Guest, message: TableRequest) -> None:
        """Route a guest to the table that its message names.

        Invariant: until it is certain that this guest may know of the table, nothing here depends on whether
        the table exists. The same database query is made, and nothing else is awaited.
        """
        begun = trio.current_time()
        code = parse_code(message.token.partition(".")[0] if isinstance(message, Resume) else message.code)
        try:
            table = await self._find_for_guest(guest, code, message)
        except StoreFailed:
            guest.close_for_redirect(NOT_NOW)
            return
        room = None
        if table is not None:
            await self.recovery.wait_until_recovered(code)
            room = self.rooms.get(code)
            if (
                room is None
                and code not in self.recovery
                and await self._redirect_if_remote(guest, message, table)
            ):
                return
            room = self.rooms.get(code)
        if room is not None and isinstance(message, GetTable) and not room.closed:
            guest.send(Tables((room.row,)))
        elif room is not None:
            await self._forward_to_room(guest, room, message)
        elif table is not None and code in self.recovery:
            raise TargetGone(Code.NO_SUCH_TABLE, SET_ASIDE)
        else:  # during recovery this time would disclose which tables are not back yet
            await self.recovery.over.wait()
            if self.server.service is not None:
                await trio.sleep_until(begun + REFUSAL_DELAY_S)
            raise unknown(self.server, guest, message)

    async def _find_for_guest(self, guest: Guest, code: str, message: TableRequest) -> StoredTable | None:
        """Return the stored table of this code, on any node; None if this guest may not know of it.

        Raises StoreFailed.
        """
        if self.server.service is None and code not in self.recovery.unseen:
            await self.recovery.wait_until_recovered(code)  # it cannot be read, or comes from another program
        room = self.rooms.get(code)
        here = room.table.kept if room is not None else self.recovery.unseen.get(code, NOWHERE)
        if may_know(here, message) and here is not NOWHERE:
            return here
        if self.server.service is None or not code:
            return None
        there = await self.server.store.find_table(code) or NOWHERE
        return there if may_know(there, message) and there is not NOWHERE else None

    async def _redirect_if_remote(self, guest: Guest, message: TableRequest, table: StoredTable) -> bool:
        """Return whether the table is on another node, after relaying it to the guest or redirecting the
        guest there.

        Also returns True if the guest was turned away, because the database did not answer.
        """
        service, code = self.server.service, table.code
        if service is None:
            return False
        try:
            place = await service.locate_table(code)
        except StoreFailed:
            guest.close_for_redirect(NOT_NOW)
            return True
        if place is None:
            return False
        if place.node == service.name:
            await self.recovery.wait_until_recovered(code)
            return False
        if not (isinstance(message, Watch) and await self._relay_watch(guest, message, table, place)):
            guest.send(Moved(place.address, code, place.epoch))
        return True

    async def _relay_watch(
        self, guest: Guest, wish: Watch, table: StoredTable, place: PlaceOfTable
    ) -> bool:  # fmt: skip
        """Let the guest watch another node's table through this node. Return whether that worked.

        Relays connect to the owner node themselves, and so do guests who still need a password.
        """
        service = self.server.service
        if self.neighbours is None or service is None or service.is_draining or service.epoch(table.code):
            return False
        if wish.relay or not may_watch(table, wish):
            return False
        role, secret = ("relay", table.relays) if table.relays else ("watch", table.spectators)
        link = parse_link(make_link(place.address, table.code, role, secret))
        if not await self.neighbours.admit_spectator(guest, link, place.epoch, table.barred):
            return False
        self.forget(guest)
        return True

    async def _find_opened_table(self, key: str) -> str:
        """Return the code of the table that was opened with this key, for a client that missed the answer. ""
        if none.

        Raises StoreFailed.
        """
        own = digest(key)
        await self.recovery.wait_until_recovered(self.recovery.find_opened_table(own))
        here = self._find_own_table(own)
        return here if here or self.server.service is None else await self.server.store.find_opened_table(own)

    def _find_own_table(self, own: bytes) -> str:
        """Return the code of the table here that was opened with the key of this digest; "" if none."""
        tables = (room.table.kept for room in self.rooms.values())
        return next((table.code for table in tables if own in [seat.keys.own for seat in table.seats]), "")

    async def _forward_to_room(self, guest: Guest, room: Room, message: ToServer) -> None:
        await room.submit(guest, message)
        if guest.room is not None:
            self.forget(guest)

    def _new_table(self, settings: Settings, key: str) -> StoredTable:
        """Return a new table with its own secrets and its host's key. Only a hash of the password is
        stored.
        """
        world = self.server.world
        own = SeatKeys(own=digest(key) if key else b"")
        while (code := make_code(world.entropy(8))) in self.rooms or code in self.recovery:
            pass
        return StoredTable(
            code=code, settings=msgspec.structs.replace(settings, password=""),
            lock=hash_password(settings.password, world.entropy(16)),
            opponents=new_secret(world), spectators=new_secret(world), relays=new_secret(world),
            seats=(StoredSeat(keys=own), StoredSeat()),
        )  # fmt: skip

    def _start_room(self, room: Room, opener: str) -> None:
        assert self._nursery is not None, "run() opens the lobby"
        self.rooms[room.code] = room
        self._opened.register(room.code, opener, room.settings)
        self._nursery.start_soon(room.run)

    def _add_recovered(self, room: Room) -> None:
        self.replays.needs_replay(room)  # replays of finished matches were promised before the restart
        self._start_room(room, "")

    # --- where servers share a database --------------------------------------------------------------------

    def expect(self, code: str, carried: bytes) -> None:
        """Take over a table from another node. Its clients wait until it is recovered.

        `carried`: the other node's data that is not in the log.
        """
        guests = () if self.neighbours is None else self.neighbours.depart(code)
        if guests:  # this node relayed the table to them before
            self._redirect(code, guests)
        if code not in self.rooms:
            self.recovery.expect(code, carried)

    async def recover_table(self, code: str) -> None:
        """Recover a table that this node owns now."""
        if code not in self.rooms:
            await self.recovery.recover_handover(code)

    async def preload_table(self, code: str, progress: MatchProgress) -> str:
        """Run the log of another node's table up to `progress`, to prepare its handover to this node.

        Returns "" or the reason why the log cannot be run.
        """
        try:
            await self.recovery.arrivals.preload_table(code, progress)
        except (CannotRun, StoreFailed) as why:
            return str(why)
        return ""

    async def prepare(self, code: str) -> None:
        """Run the log of another node's table, as far as it goes now, since it may be handed over soon."""
        try:
            await self.recovery.arrivals.prepare(code)
        except (CannotRun, StoreFailed) as why:
            log.info("a table could not be replayed ahead", table=code, reason=str(why))

    def drop_preloaded(self, codes: Collection[str]) -> None:
        """Drop the tables that were run ahead, except these."""
        self.recovery.arrivals.drop_others(codes)

    def release_table(self, code: str) -> None:
        """Give up a table that another node owns now, and redirect its guests."""
        room = self.rooms.get(code)
        self.recovery.aside.pop(code, None)
        if room is not None:
            self._redirect(code, room.depart())

    async def redirect_spectators(self) -> None:
        """Redirect the guests who watch other nodes' tables through this node, before this node shuts
        down.
        """
        if self.neighbours is not None:
            for code in self.neighbours.codes:
                await self._redirect(code, self.neighbours.depart(code)).wait()

    def _redirect(self, code: str, guests: tuple[Guest, ...]) -> trio.Event:
        """Redirect guests to their table's owner node once it is known. Their messages wait until then.

        Returns an event that is set afterwards.
        """
        assert self._nursery is not None, "run() opens the lobby"
        redirected = trio.Event()
        for guest in guests:
            guest.redirected = redirected
        self._nursery.start_soon(self._redirect_guests, code, guests, redirected)
        return redirected

    async def _redirect_guests(self, code: str, guests: tuple[Guest, ...], redirected: trio.Event) -> None:
        service = self.server.service
        assert service is not None, "only where servers share a database a table goes elsewhere"
        assert self._nursery is not None, "run() opens the lobby"
        waiting = trio.CancelScope()
        self._nursery.start_soon(_send_notices, guests, waiting)
        try:
            place = await service.locate_table(code)
        except StoreFailed:
            place = None
        finally:
            waiting.cancel()
        for guest in guests:
            if place is not None:
                guest.send(Moved(place.address, code, place.epoch))
            if place is None or guest.behind:  # it learns missed messages after its reconnect
                guest.close_for_redirect(NOT_NOW)
        redirected.set()

    def resume_sending(self) -> None:
        """Resume messages to guests of this node's tables, after the lease has become valid again."""
        for room in tuple(self.rooms.values()):
            room.resend_state()
        for guest in (*self._listeners, *self._remote_spectators):
            guest.catch_up()
        self._dirty.set()

    async def apply_bans(self) -> None:
        """Disconnect guests that the operator has banned."""
        for guest in filter(self.server.moderation.is_banned, (*self._listeners, *self._remote_spectators)):
            self.forget(guest)
            if self.neighbours is not None:
                self.neighbours.remove_guest(guest, words("banned_by_operator"))
        await order_all(room.apply_bans for room in self.rooms.values())

    def broadcast_tables(self) -> None:
        """Broadcast the list of tables, since the tables of other nodes have changed."""
        self._dirty.set()

    def broadcast_nodes(self) -> None:
        """Send the new list of nodes to all clients, for a failover."""
        assert self.server.service is not None, "only where servers share a database there are others"
        for room in self.rooms.values():
            room.table.audience.send(Nodes(self.server.service.addresses))
        for guest in (*self._listeners, *self._remote_spectators):
            guest.send(Nodes(self.server.service.addresses))

    @property
    def _remote_spectators(self) -> tuple[Guest, ...]:
        """Guests who watch another node's table through this node."""
        return () if self.neighbours is None else self.neighbours.guests

    # --- rooms ----------------------------------------------------------------------------------------------

    def _update_row(self, room: Room) -> None:
        """Update the list of tables after a room's row has changed or the room was closed."""
        if room.closed and self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            self._opened.remove(room.code)
            self.replays.forget(room)
            if room.ended:
                log.info("table closed", table=room.code)
        elif room.code in self.rooms and self._nursery is not None and self.replays.needs_replay(room):
            self._nursery.start_soon(self.replays.promise, room)
        self._dirty.set()


async def _send_notices(guests: Sequence[Guest], waiting: trio.CancelScope) -> None:
    """Send notices to clients that wait for a table; without them, a client would try another node."""
    with waiting:
        while not all(guest.gone for guest in guests):
            await trio.sleep(WAITING_NOTICE_INTERVAL_S)
            for guest in guests:
                guest.send(Pong(0))
