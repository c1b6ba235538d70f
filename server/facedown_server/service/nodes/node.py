"""This server as a node: renews its lease, takes tables over and gives them up, and knows the other nodes.

A node sends nothing about its tables after its lease may have expired: by its own clock, counted from before
a renewal was sent, less a margin. It takes nothing over until it has held its own lease without a break for
the time of one lease: after an outage of the database, all nodes have had the time to renew.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from threading import Lock
from typing import Protocol, TypeVar

import msgspec
import structlog
import trio

from facedown_server.room.people.handover_state import MatchProgress
from facedown_server.runtime.world import World
from facedown_server.service.nodes.handovers import Handover, HandoverState
from facedown_server.service.nodes.membership import Membership, NodeRow, Renewal, TablePlace
from facedown_server.service.nodes.service_quotas import SharedLimits
from facedown_server.service.nodes.suspect_nodes import SUSPECT_LEASE_RATIO, Suspects
from facedown_server.service.nodes.table_locations import WhereTablesLive
from facedown_server.storage.ownership import Ownership
from facedown_server.storage.schema import SCHEMA_VERSION
from facedown_shared.protocol.messages import LobbyRow

log = structlog.get_logger(__name__)

RENEWALS_PER_LEASE_COUNT = 4
"""Renewals in the time of one lease."""

LEASE_MARGIN_RATIO = 0.15
"""Last part of a lease in which a node already sends nothing, since clocks differ."""

EXPIRED_NODE_LISTED_S = 60.0
"""Seconds for which an expired node stays listed for clients: it may return before their present node fails,
and a client that knows only one node waits long before leaving a silent one.
"""

EXPIRY_CHECK_DELAY_S = 0.01
"""Seconds from the end of another node's lease to the check whether it was renewed."""

Found = TypeVar("Found")


class NodeTables(Protocol):
    """The part of a lobby that a node uses."""

    def open_tables(self) -> tuple[LobbyRow, ...]:
        """Return the public tables of this node."""

    def expect(self, code: str, carried: bytes) -> None:
        """Prepare for a table that this node owns from now on; `recover_table` follows.

        `carried`: the former node's data beside the log.
        """

    async def recover_table(self, code: str) -> None:
        """Recover a table that was announced by `expect`."""

    async def preload_table(self, code: str, progress: MatchProgress) -> str:
        """Run the log of a table that another node is about to hand over, without sending or writing
        anything.

        Returns "", or the reason why the log cannot be run, in a sentence.
        """

    async def prepare(self, code: str) -> None:
        """Run the log of a table that this node may soon own, without sending or writing anything."""

    def drop_preloaded(self, codes: Collection[str]) -> None:
        """Drop all preloaded tables except these."""

    def release_table(self, code: str) -> None:
        """Give up a table that another node owns. This node may send nothing about the table any more."""

    def resume_sending(self) -> None:
        """Send the present state to guests who were sent nothing while the lease was in doubt."""

    def broadcast_tables(self) -> None:
        """Handle a change of the other nodes' tables."""

    def broadcast_nodes(self) -> None:
        """Handle a change of the nodes' addresses."""


class Node:
    """This server as one of the nodes that share its database. `run` must be running."""

    def __init__(self, membership: Membership, ownership: Ownership, world: World, lease: float) -> None:
        self.name = membership.name
        self.others: tuple[NodeRow, ...] = ()
        """The other nodes, including those whose lease has expired."""
        self.addresses: tuple[str, ...] = ()
        """The addresses of all nodes with a valid or recently expired lease, for clients."""
        self.known: tuple[str, ...] = ()
        """The addresses of all nodes in the database, expired ones included: pages from a former node may
        still connect to the others.
        """
        self.limits: SharedLimits | None = None
        """The counters shared with the other nodes, once there is a lobby."""
        self.is_draining = False
        """True if this node is handing over its tables before it ends (`drain.py`)."""
        self.handovers: dict[str, Handover] = {}
        """Code -> handover from or to this node."""
        self._membership = membership
        self._ownership = ownership
        self._world = world
        self._lease = lease
        self._until = 0.0
        self._since: float | None = None
        """The time since which the lease was held without a break."""
        self._silent = True
        """True if messages were held back since the state was last sent to all."""
        self._heard: dict[str, float] = {}
        """Address of a node -> time at which its lease was last valid."""
        self._ends: set[float] = set()
        """Times at which nodes with tables become suspected, and at which their leases expire, if not
        renewed.
        """
        self._suspects = Suspects(lease, self.name, self._predict_owners, self._prepare)
        self._rows: dict[str, tuple[bytes, tuple[LobbyRow, ...]]] = {}
        self._one_at_a_time = Lock()
        self._places = WhereTablesLive(self._locate_tables)
        self._looked = trio.Event()
        """Set after the next check of the database."""
        self._tables: NodeTables | None = None
        self._asked: set[tuple[str, MatchProgress]] = set()
        """Logs that are being run for other nodes."""
        self._is_wanted = False
        """True if a check of the database was requested."""
        self.carry_out: Callable[[bytes], Awaitable[bytes]] | None = None
        """Carries out an operator's command; returns the reply."""
        self._commands: set[int] = set()
        """The numbers of the commands that are being carried out."""
        self._resting = trio.CancelScope()

    # --- what others ask ------------------------------------------------------------------------------------

    @property
    def can_send(self) -> bool:
        """True if the lease is certainly valid, so that messages may be sent."""
        return self._world.now() < self._until

    @property
    def address(self) -> str:
        """The address of this node for clients."""
        return self._membership.address

    def opened_count(self, address: str) -> int:
        """Return how many tables this address has opened at the other nodes, as far as is known."""
        return 0 if self.limits is None else self.limits.opened_count(address)

    async def count_opened(self, address: str, here: int) -> None:
        """Bring `opened_count` of an address up to date. The other nodes count `here` tables at this one."""
        if self.limits is not None:
            await self.limits.count_opened(address, here)

    @property
    def unready(self) -> str:
        """The reason to route no players here now, in a sentence; "" if there is none."""
        if not self.can_send:
            return "The lease could not be renewed in time: the database was not reached."
        return "Its tables are handed over to other servers." if self.is_draining else ""

    def gauges(self) -> dict[str, float]:
        """Return the service's gauges, for metrics."""
        alive = sum(node.alive for node in self.others)
        return {"lease_seconds": max(0.0, self._until - self._world.now()), "nodes": alive + 1}

    def epoch(self, code: str) -> int:
        """Return the epoch at which this node owns a table; 0 if it does not."""
        return self._ownership.epochs.get(code, 0)

    def rows(self) -> tuple[LobbyRow, ...]:
        """Return the public tables of the other nodes."""
        return tuple(row for node in self.others if node.alive for row in self._read_rows(node))

    @property
    def other_nodes(self) -> tuple[NodeRow, ...]:
        """The other nodes that can take tables, the one with the fewest first."""
        there = [
            node for node in self.others if node.alive and not node.draining and node.schema == SCHEMA_VERSION
        ]
        return tuple(sorted(there, key=lambda node: (node.tables, node.name)))

    async def check_database(self) -> None:
        """Check the database now, and wait until that is done."""
        self.request_check()
        await self._looked.wait()

    async def wait_for_check(self) -> None:
        """Wait for the next check of the database: after a notification from another node, and in any case a
        few times a lease.
        """
        await self._looked.wait()

    def request_check(self) -> None:
        """Request a check of the database now."""
        self._is_wanted = True
        self._resting.cancel()

    async def request_preload(self, handover: Handover) -> None:
        """Ask another node to run the log of one of our tables.

        Raises any error of the database.
        """
        self.handovers[handover.code] = handover
        await self._in_thread(partial(self._membership.request_preload, handover))

    async def forget(self, *codes: str) -> None:
        """Cancel the handovers of these tables."""
        await self._try_in_thread(partial(self._membership.forget, *codes))

    async def locate_table(self, code: str) -> TablePlace | None:
        """Return the location of a table; None if the code is unknown.

        Waits during a handover, and while the owner may be dead, until its tables were taken over: a client
        of a dead node must not be sent back to it.

        Raises StoreFailed.
        """
        asked, again = trio.current_time(), False
        with trio.move_on_after(4 * self._lease):
            while True:
                place = await self._places.locate_table(code)
                if place is None or self.epoch(code) or self._is_reachable(place, asked):
                    return place
                if (heir := self._predict_place(code, place)) is not None:
                    return heir
                with trio.move_on_after(self._lease / RENEWALS_PER_LEASE_COUNT):
                    known = again or place.node in self._suspects.names
                    await (
                        self.wait_for_check() if known and place.node != self.name else self.check_database()
                    )
                again = True
        return None

    def _is_reachable(self, place: TablePlace, asked: float) -> bool:
        """Return whether clients can be redirected to the node of this place.

        After a lease's time a node without visible connections counts too: its lease is still valid, so its
        connections are only invisible.
        """
        connected = place.connected or trio.current_time() - asked > self._lease
        return place.alive and connected and place.node != self.name

    def _predict_place(self, code: str, place: TablePlace) -> TablePlace | None:
        """Return the future location of a table whose owner may be dead; None if clients must wait.

        Clients are sent only to nodes that follow this one, counted from the owner in the order in which
        clients try them. So clients do not go in a circle if nodes expect different owners.
        """

        def sort_key(address: str) -> tuple[bool, str]:
            return address < place.address, address

        heir = self._suspects.heirs.get(code) if place.node in self._suspects.names else None
        node = next((node for node in self.other_nodes if node.name == heir and node.address), None)
        if node is None or sort_key(node.address) < sort_key(self._membership.address):
            return None
        return TablePlace(place.epoch, node.name, node.address, alive=True)

    # --- the task -------------------------------------------------------------------------------------------

    async def join_service(self) -> None:
        """Join the service with a first lease.

        Raises any error of the database.
        """
        sent = self._world.now()
        seen = await self._in_thread(partial(self._membership.renew, b""))
        self._note(sent, seen)

    async def hold_lease(self, tables: NodeTables) -> None:
        """Hold the lease until cancelled; then release it, so that other nodes can take the tables at
        once.
        """
        self._tables = tables
        token = trio.lowlevel.current_trio_token()
        self._membership.heard = lambda: token.run_sync_soon(self.request_check)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._places.run_queries)
                while True:
                    await self._renew_and_update(tables, nursery)
                    self._looked.set()
                    self._looked = trio.Event()
                    await self._wait_for_turn()
        finally:
            with trio.CancelScope(shield=True), trio.move_on_after(self._lease):
                await self._release_lease()

    async def _release_lease(self) -> None:
        try:
            await self._in_thread(self._membership.resign)
        except Exception as error:
            log.warning("this node could not announce its exit", error=type(error).__name__)
        self._membership.close()

    async def _wait_for_turn(self) -> None:
        """Wait for the next renewal, a notification, or the possible end of another lease."""
        now = self._world.now()
        ends = min((end for end in self._ends if end > now), default=math.inf)
        rest = min(self._lease / RENEWALS_PER_LEASE_COUNT, ends - now)
        with trio.CancelScope(deadline=trio.current_time() + rest) as self._resting:
            if self._is_wanted:
                return
            if (socket := self._membership.fileno()) < 0:
                await trio.sleep_forever()
            await trio.lowlevel.wait_readable(socket)

    async def _renew_and_update(self, tables: NodeTables, nursery: trio.Nursery) -> None:
        """Renew the lease, and handle all changes in the database."""
        self._is_wanted = False
        sent, before, known = self._world.now(), dict(self._ownership.epochs), self.addresses
        listed = msgspec.json.encode(tables.open_tables())
        renew = partial(self._membership.renew, listed, draining=self.is_draining)
        try:
            seen = await self._in_thread(renew)
            self._note(sent, seen)
            if self._can_take_over(seen):
                taken = await self._in_thread(self._membership.take_over)
                log.info("tables of other nodes taken over", tables=taken)
                sent, before = self._world.now(), dict(self._ownership.epochs)
                seen = await self._in_thread(renew)
                self._note(sent, seen)
            if await self._suspects.update_suspects(self.others):
                nursery.start_soon(self._suspects.prepare_tables)
        except Exception as error:  # any error of the driver: the next turn retries
            if self._since is not None:
                log.error("the lease could not be renewed", error=type(error).__name__)
            self._since = None
            return
        self._compare(before, seen, tables, nursery)
        self._record_handovers(seen, tables, nursery)
        if self.addresses != known:
            tables.broadcast_nodes()
        if self._silent and self.can_send:
            self._silent = False
            tables.resume_sending()

    def _note(self, sent: float, seen: Renewal) -> None:
        """Record that a renewal sent at `sent` has reached the database."""
        now = self._world.now()
        if now >= self._until:
            self._silent = True
        if self._since is None or sent >= self._until:
            self._since = now
        self._ends = {
            now + node.left - early + EXPIRY_CHECK_DELAY_S
            for node in seen.nodes for early in (0.0, SUSPECT_LEASE_RATIO * self._lease) if node.tables
        }  # fmt: skip
        self._until = sent + self._lease * (1 - LEASE_MARGIN_RATIO)
        self._heard |= {node.address: now for node in seen.nodes if node.address and node.alive}
        self.addresses = tuple(
            sorted(at for at, latest in self._heard.items() if now - latest < EXPIRED_NODE_LISTED_S)
        )
        self.known = tuple(sorted({node.address for node in seen.nodes if node.address}))
        self.others = tuple(node for node in seen.nodes if node.name != self.name)

    def _can_take_over(self, seen: Renewal) -> bool:
        held = self._since is not None and self._world.now() - self._since >= self._lease
        return held and any(node.tables and not node.alive for node in seen.nodes)

    def _compare(
        self, before: dict[str, int], seen: Renewal, tables: NodeTables, nursery: trio.Nursery
    ) -> None:
        """Take up tables that this node owns now; give up those that it owns no more."""
        epochs = self._ownership.epochs
        for code, epoch in before.items():
            is_held = epochs.get(code) == epoch and code not in self._ownership.leaving
            if is_held and seen.mine.get(code) != epoch:
                del epochs[code]
                log.warning("a table belongs to another node", table=code)
                tables.release_table(code)
        for code, epoch in seen.mine.items():
            if code not in epochs and code not in before:
                epochs[code] = epoch
                handover = next((each for each in seen.handovers if each.code == code), None)
                moved = handover is not None and (handover.state, handover.target) == (
                    HandoverState.MOVED,
                    self.name,
                )
                tables.expect(code, handover.carried if handover is not None and moved else b"")
                nursery.start_soon(self._recover_table, tables, code, handover)
        if any(self._has_new_address(node) for node in self.others):
            tables.broadcast_tables()

    async def _recover_table(self, tables: NodeTables, code: str, handover: Handover | None) -> None:
        await tables.recover_table(code)
        self.request_check()  # so that the other nodes list it
        if handover is not None:
            await self.forget(code)

    def _record_handovers(self, seen: Renewal, tables: NodeTables, nursery: trio.Nursery) -> None:
        """Record the handovers in progress, and run the logs of tables that come here."""
        self.handovers = {each.code: each for each in seen.handovers}
        coming = {each.code: each for each in seen.handovers if each.target == self.name}
        tables.drop_preloaded({*coming, *self._suspects.tables, *seen.mine})
        for handover in coming.values():
            if (
                handover.state == HandoverState.ASKED
                and (handover.code, handover.progress) not in self._asked
            ):
                nursery.start_soon(self._preload_table, handover, tables)

        for number, command in seen.commands:
            if number not in self._commands and self.carry_out is not None:
                self._commands.add(number)
                nursery.start_soon(self._reply, self.carry_out, number, command)

    async def _reply(
        self, carry_out: Callable[[bytes], Awaitable[bytes]], number: int, command: bytes
    ) -> None:
        answer = await carry_out(command)
        await self._try_in_thread(partial(self._membership.reply, number, answer))

    async def _preload_table(self, handover: Handover, tables: NodeTables) -> None:
        this = handover.code, handover.progress
        self._asked.add(this)
        try:
            why = await tables.preload_table(handover.code, handover.progress)
            state = HandoverState.REFUSED if why else HandoverState.READY
            await self._try_in_thread(partial(self._membership.answer, handover, state, why))
        finally:
            self._asked.discard(this)

    async def _try_in_thread(self, do: Callable[[], None]) -> None:
        """Run `do` in a thread; log an error of the database, since the next turn repeats it."""
        try:
            await self._in_thread(do)
        except Exception as error:  # any error of the driver
            log.warning("a handover could not be written to the database", error=type(error).__name__)

    def handle_lost_table(self, code: str) -> None:
        """Give up a table after a rejected write: another node owns it."""
        if self._ownership.epochs.pop(code, None) is not None and self._tables is not None:
            self._tables.release_table(code)

    def _has_new_address(self, node: NodeRow) -> bool:
        before = self._rows.get(node.name, (b"", ()))[0]
        self._read_rows(node)
        return before != node.listed

    def _read_rows(self, node: NodeRow) -> tuple[LobbyRow, ...]:
        """Return the public tables of another node."""
        cached = self._rows.get(node.name)
        if cached is None or cached[0] != node.listed:
            rows = msgspec.json.decode(node.listed, type=tuple[LobbyRow, ...]) if node.listed else ()
            cached = self._rows[node.name] = (node.listed, rows)
        return cached[1]

    async def _predict_owners(self, names: Collection[str]) -> Mapping[str, str]:
        return await self._in_thread(partial(self._membership.predict_owners, names))

    async def _prepare(self, code: str) -> None:
        if self._tables is not None and not self.epoch(code):
            await self._tables.prepare(code)

    async def _locate_tables(self, codes: Collection[str]) -> Mapping[str, TablePlace]:
        return await self._in_thread(partial(self._membership.locate_tables, codes))

    async def _in_thread(self, do: Callable[[], Found]) -> Found:
        """Run `do` in a thread. Calls take turns, since they share one connection."""

        def run_alone() -> Found:
            with self._one_at_a_time:
                return do()

        return await trio.to_thread.run_sync(run_alone, abandon_on_cancel=True)
