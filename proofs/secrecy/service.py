"""Several servers as one service, in memory and virtual time: the nodes are the real ones, only the database
that they share is a few dicts. Which server owns a table at which epoch is checked before every write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import trio

from facedown_server.runtime.world import World
from facedown_server.service.nodes.membership import Membership, NodeRow, Renewal, TablePlace
from facedown_server.service.nodes.node import Node
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.ownership import NOBODY, Ownership
from facedown_server.storage.store import ChatLine, Header, LogRow, NotOurs, Pair, StoredTable
from facedown_shared.network.links import TableLink, parse_link

SERVICE_PORT = 7777
EXPIRY_OFFSET_S = 0.0173
"""Seconds by which each node polls later than the one before it for an expired lease: whatever happens at one
moment happens in any order.
"""
LEASE_S = 1.4873
"""Seconds, about the default; no multiple of the interval of lists, so that no two things happen at once."""

Found = TypeVar("Found")


def name_of(number: int) -> str:
    """Return the name of a node."""
    return f"n{number}"


def address_of(number: int) -> str:
    """Return the address of a node for clients."""
    return f"http://server.example:{SERVICE_PORT + number}"


def number_of(address: str | TableLink) -> int:
    """Return the number of the node at an address."""
    return (parse_link(address) if isinstance(address, str) else address).port - SERVICE_PORT


class SharedDatabase:
    """The data that the nodes share. Times are virtual seconds."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.owners: dict[str, tuple[str, int]] = {}
        """By a table's code its node and epoch."""
        self.leases: dict[str, float] = {}
        """By a node's name the expiry of its lease."""
        self.listed: dict[str, bytes] = {}

    def give(self, code: str, node: str) -> None:
        """Give a table to another node."""
        self.owners[code] = node, self.owners[code][1] + 1

    @property
    def alive(self) -> list[str]:
        """Return the nodes that hold their lease."""
        return sorted(name for name, until in self.leases.items() if until > trio.current_time())

    @property
    def acts(self) -> int:
        """How many acts are stored."""
        return sum(map(len, self.store.rows.values()))


class NodeStore(MemoryStore):
    """The shared store as one node writes it."""

    def __init__(self, shared: SharedDatabase, ownership: Ownership) -> None:
        super().__init__()
        store = shared.store
        self.kept, self.chat, self.logs, self.rows = store.kept, store.chat, store.logs, store.rows
        self._noted, self._shared, self._ownership = store._noted, shared, ownership

    def _take_table(self, code: str) -> None:
        """Take the table: one without an owner becomes this node's. Raises NotOurs."""
        mine = self._ownership
        if code not in self._shared.owners:
            self._shared.owners[code], mine.epochs[code] = (mine.node, 1), 1
        if self._shared.owners[code] != (mine.node, mine.epochs.get(code)):
            raise NotOurs

    async def store_table(self, table: StoredTable) -> None:
        """Store a table as it is now."""
        self._take_table(table.code)
        await super().store_table(table)

    async def delete_table(self, code: str) -> None:
        """Delete a closed table."""
        self._take_table(code)
        self._shared.give(code, NOBODY)
        del self._ownership.epochs[code]
        await super().delete_table(code)

    async def store_chat_line(self, line: ChatLine) -> None:
        """Store a line of chat."""
        self._take_table(line.table)
        await super().store_chat_line(line)

    async def store_match(self, header: Header, table: StoredTable) -> None:
        """Store the header of a new match, and the table that plays it."""
        self._take_table(table.code)
        await super().store_match(header, table)

    async def update_header(self, header: Header) -> None:
        """Store the header of a match again."""
        self._take_table(header.code)
        await super().update_header(header)

    async def append(self, *rows: LogRow) -> None:
        """Store acts of one match."""
        self._take_table(self._log(rows[0].log).header.code)
        await super().append(*rows)

    async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        """Store the seconds left some time after act `seq`."""
        self._take_table(self._log(log).header.code)
        await super().store_clocks(log, seq, clocks)

    async def finish_match(self, log: str, result: str) -> None:
        """End the match."""
        self._take_table(self._log(log).header.code)
        await super().finish_match(log, result)

    async def tables(self) -> list[str]:
        """Return codes of the tables that are this node's."""
        await trio.lowlevel.checkpoint()
        return [code for code in self.kept if self._shared.owners[code][0] == self._ownership.node]


class MemoryMembership(Membership):
    """A node among the others, in the shared dicts."""

    def __init__(self, shared: SharedDatabase, number: int) -> None:
        self.name, self.address, self._shared = name_of(number), address_of(number), shared
        self.heard = lambda: None
        self._late = number * EXPIRY_OFFSET_S
        self.is_dead = False
        """Whether it was killed: then it sends nothing more, and does not release its lease."""

    def fileno(self) -> int:
        """There are no notifications: all nodes poll."""
        return -1

    def renew(self, listed: bytes, *, draining: bool = False) -> Renewal:
        """Renew the lease; return the state of the service."""
        shared = self._shared
        shared.leases[self.name], shared.listed[self.name] = trio.current_time() + LEASE_S, listed
        mine = {code: epoch for code, (node, epoch) in shared.owners.items() if node == self.name}
        return Renewal(tuple(self._row(int(name[1:])) for name in sorted(shared.leases)), mine)

    def _row(self, number: int) -> NodeRow:
        name, shared = name_of(number), self._shared
        tables = sum(node == name for node, _ in shared.owners.values())
        is_alive = name in shared.alive
        left = shared.leases[name] - trio.current_time() + self._late
        return NodeRow(name, address_of(number), "1", False, is_alive, shared.listed[name], tables, left, 1)

    def take_over(self) -> int:
        """Distribute the tables of nodes whose lease has expired."""
        shared, alive = self._shared, self._shared.alive
        left = sorted(code for code, (node, _) in shared.owners.items() if node not in (*alive, NOBODY))
        for number, code in enumerate(left):
            shared.give(code, alive[number % len(alive)])
        return len(left)

    def predict_owners(self, names: Collection[str]) -> dict[str, str]:
        """Return the node that would take over each of their tables, were the nodes of these names dead
        now.
        """
        alive = [name for name in self._shared.alive if name not in names]
        left = sorted(code for code, (node, _) in self._shared.owners.items() if node in names)
        return {code: alive[at % len(alive)] for at, code in enumerate(left) if alive}

    def resign(self) -> None:
        """Give up the lease on a clean exit."""
        if not self.is_dead:
            self._shared.leases[self.name] = 0.0

    def locate_tables(self, codes: Collection[str]) -> dict[str, TablePlace]:
        """Return the owner nodes of these tables."""
        found = {code: self._shared.owners[code] for code in codes if code in self._shared.owners}
        return {
            code: TablePlace(epoch, node, address_of(int(node[1:])), node in self._shared.alive)
            for code, (node, epoch) in found.items() if node != NOBODY
        }  # fmt: skip

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class MemoryNode(Node):
    """A node that calls its database in no thread: time stands still meanwhile."""

    def __init__(self, shared: SharedDatabase, number: int, world: World) -> None:
        self.ownership = Ownership(name_of(number))
        self.membership = MemoryMembership(shared, number)
        super().__init__(self.membership, self.ownership, world, LEASE_S)

    async def _in_thread(self, do: Callable[[], Found]) -> Found:
        await trio.lowlevel.checkpoint()
        return do()
