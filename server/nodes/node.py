"""This server as a node: renewing its lease, taking up tables and giving them up, knowing the others.

A node tells nothing of its tables after its lease may have run out: by its own clock, counted from before a
renewal was sent, less a margin. It takes nothing over until it has held its own lease without a break for one
lease's time: after an outage of the database everybody has had the time to renew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import partial
from threading import Lock
from typing import Protocol, TypeVar

import msgspec
import structlog
import trio

from server.nodes.membership import Membership, NodeRow, Renewal, TablePlace
from server.nodes.places import Places
from server.store.ownership import Ownership
from server.world import World
from shared.protocol.messages import LobbyRow

log = structlog.get_logger(__name__)

RENEWALS = 4
"""Renewals in the time of one lease."""

MARGIN = 0.15
"""The part of a lease, at its end, in which a node is silent already: clocks do not run alike."""

SLACK = 0.01
"""Seconds after the end of a lease at which others look whether it has been renewed."""

Found = TypeVar("Found")


class NodeTables(Protocol):
    """What a node needs of its lobby."""

    def open_here(self) -> tuple[LobbyRow, ...]:
        """Tables of this node that strangers may see."""

    async def take_up(self, code: str) -> None:
        """Bring a table back that is this node's now."""

    def give_up(self, code: str) -> None:
        """A table is another node's now: nothing of it may be told here any more."""

    def speak_again(self) -> None:
        """The lease holds again: whoever was told nothing meanwhile is shown how things stand."""

    def others_changed(self) -> None:
        """Other nodes have other tables than before."""

    def nodes_changed(self) -> None:
        """There are other nodes than before."""


class Node:
    """This server among those that share its database. `run` must be running."""

    def __init__(self, membership: Membership, ownership: Ownership, world: World, lease: float) -> None:
        self.name = membership.name
        self.others: tuple[NodeRow, ...] = ()
        """The other nodes, also those whose lease has run out."""
        self.addresses: tuple[str, ...] = ()
        """Where clients find the nodes of this service that are there."""
        self.is_draining = False
        """Whether its tables are being handed over to the others."""
        self._membership = membership
        self._ownership = ownership
        self._world = world
        self._lease = lease
        self._until = 0.0
        self._since: float | None = None
        """Since when it has held its lease without a break."""
        self._silent = True
        """Whether there was a time, since it last showed everybody how things stand, at which it told
        nothing."""
        self._ends: dict[str, float] = {}
        """When the leases of nodes that have tables run out, if they are not renewed."""
        self._rows: dict[str, tuple[bytes, tuple[LobbyRow, ...]]] = {}
        self._one_at_a_time = Lock()
        self._places = Places(self._where)
        self._looked = trio.Event()
        """Set when it has looked again at what there is."""
        self._tables: NodeTables | None = None

    # --- what others ask ------------------------------------------------------------------------------------

    @property
    def may_tell(self) -> bool:
        """Whether its lease certainly holds."""
        return self._world.now() < self._until

    @property
    def unready(self) -> str:
        """Why players should not be led to this server now, in a sentence; "" where they may be."""
        if not self.may_tell:
            return "The lease could not be renewed in time: the database was not reached."
        return "Its tables are handed over to other servers." if self.is_draining else ""

    def gauges(self) -> dict[str, float]:
        """Numbers of the service, for metrics."""
        alive = sum(node.alive for node in self.others)
        return {"lease_seconds": max(0.0, self._until - self._world.now()), "nodes": alive + 1}

    def epoch(self, code: str) -> int:
        """The epoch at which a table is this node's; 0 if it is not."""
        return self._ownership.epochs.get(code, 0)

    def rows(self) -> tuple[LobbyRow, ...]:
        """Tables of other nodes that strangers may see."""
        return tuple(row for node in self.others if node.alive for row in self._read(node))

    async def where(self, code: str) -> TablePlace | None:
        """Where a table lives; None if there is none of this code. Waits while it changes hands. Raises
        StoreFailed."""
        with trio.move_on_after(4 * self._lease):
            while True:
                place = await self._places.of(code)
                if place is None or (place.alive and place.node != self.name) or self.epoch(code):
                    return place
                with trio.move_on_after(self._lease / RENEWALS):
                    await self._looked.wait()
        return None

    # --- the task -------------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Be one of the nodes. Raises what the database does."""
        sent = self._world.now()
        seen = await self._in_thread(partial(self._membership.renew, b""))
        self._note(sent, seen)

    async def run(self, tables: NodeTables) -> None:
        """Hold the lease until cancelled; then let the others have the tables at once."""
        self._tables = tables
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._places.run)
                while True:
                    await self._turn(tables, nursery)
                    self._looked.set()
                    self._looked = trio.Event()
                    await self._rest()
        finally:
            with trio.CancelScope(shield=True), trio.move_on_after(self._lease):
                await self._leave()

    async def _leave(self) -> None:
        try:
            await self._in_thread(self._membership.resign)
        except Exception as error:
            log.warning("this node could not say that it ends", error=type(error).__name__)
        self._membership.close()

    async def _rest(self) -> None:
        """Until the next renewal is due, or another node says that tables have changed hands, or the lease
        of one that has tables may have run out."""
        now = self._world.now()
        ends = min((end for end in self._ends.values() if end > now), default=math.inf)
        with trio.move_on_after(min(self._lease / RENEWALS, ends - now)):
            if (socket := self._membership.fileno()) < 0:
                await trio.sleep_forever()
            await trio.lowlevel.wait_readable(socket)

    async def _turn(self, tables: NodeTables, nursery: trio.Nursery) -> None:
        """Renew the lease and see what there is."""
        sent, before, known = self._world.now(), dict(self._ownership.epochs), self.addresses
        listed = msgspec.json.encode(tables.open_here())
        try:
            seen = await self._in_thread(partial(self._membership.renew, listed))
            self._note(sent, seen)
            if self._may_take_over(seen):
                taken = await self._in_thread(self._membership.take_over)
                log.info("tables of other nodes are taken over", tables=taken)
                sent, before = self._world.now(), dict(self._ownership.epochs)
                seen = await self._in_thread(partial(self._membership.renew, listed))
                self._note(sent, seen)
        except Exception as error:  # whatever the driver raises: the next turn tries again
            if self._since is not None:
                log.error("the lease could not be renewed", error=type(error).__name__)
            self._since = None
            return
        self._compare(before, seen, tables, nursery)
        if self.addresses != known:
            tables.nodes_changed()
        if self._silent and self.may_tell:
            self._silent = False
            tables.speak_again()

    def _note(self, sent: float, seen: Renewal) -> None:
        """A renewal that was sent at `sent` has come to the database."""
        now = self._world.now()
        if now >= self._until:
            self._silent = True
        if self._since is None or sent >= self._until:
            self._since = now
        self._ends = {node.name: now + node.left + SLACK for node in seen.nodes if node.tables}
        self._until = sent + self._lease * (1 - MARGIN)
        self.addresses = tuple(sorted({node.address for node in seen.nodes if node.address and node.alive}))
        self.is_draining = any(node.draining for node in seen.nodes if node.name == self.name)
        self.others = tuple(node for node in seen.nodes if node.name != self.name)

    def _may_take_over(self, seen: Renewal) -> bool:
        held = self._since is not None and self._world.now() - self._since >= self._lease
        return held and any(node.tables and not node.alive for node in seen.nodes)

    def _compare(
        self, before: dict[str, int], seen: Renewal, tables: NodeTables, nursery: trio.Nursery
    ) -> None:
        """Take up what has become this node's, give up what is so no more."""
        epochs = self._ownership.epochs
        for code, epoch in before.items():
            if epochs.get(code) == epoch and seen.mine.get(code) != epoch:
                del epochs[code]
                log.warning("a table is another node's now", table=code)
                tables.give_up(code)
        for code, epoch in seen.mine.items():
            if code not in epochs and code not in before:
                epochs[code] = epoch
                nursery.start_soon(tables.take_up, code)
        if any(self._is_news(node) for node in self.others):
            tables.others_changed()

    def lost(self, code: str) -> None:
        """A write of this table was refused: it is another node's."""
        if self._ownership.epochs.pop(code, None) is not None and self._tables is not None:
            self._tables.give_up(code)

    def _is_news(self, node: NodeRow) -> bool:
        before = self._rows.get(node.name, (b"", ()))[0]
        self._read(node)
        return before != node.listed

    def _read(self, node: NodeRow) -> tuple[LobbyRow, ...]:
        """What another node lists."""
        kept = self._rows.get(node.name)
        if kept is None or kept[0] != node.listed:
            rows = msgspec.json.decode(node.listed, type=tuple[LobbyRow, ...]) if node.listed else ()
            kept = self._rows[node.name] = (node.listed, rows)
        return kept[1]

    async def _where(self, codes: Collection[str]) -> Mapping[str, TablePlace]:
        return await self._in_thread(partial(self._membership.where, codes))

    async def _in_thread(self, do: Callable[[], Found]) -> Found:
        """One thing after another over the one connection."""

        def alone() -> Found:
            with self._one_at_a_time:
                return do()

        return await trio.to_thread.run_sync(alone, abandon_on_cancel=True)
