"""Run logs of tables whose node may be dead, before a takeover is allowed.

A node is suspected if it has no connection to the database, like a killed one, or has not renewed its lease
for a while. Nothing is taken over before the lease has expired, but by then the logs have been run, and only
newer acts are left. This stops once the node has renewed its lease.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import trio

from facedown_server.service.nodes.membership import NodeRow

SUSPECT_LEASE_RATIO = 0.5
"""Part of a lease that is left when a node is suspected: it has missed two renewals."""

MAX_CONCURRENT_PRELOADS = 2
"""Tables whose logs are run at the same time: while one is read from the database, another is run."""


class Suspects:
    """The nodes that may be dead, and their tables.

    `name` is this node's. `heirs` returns the next owner of each table of the given nodes, `prepare` runs the
    log of one table.
    """

    def __init__(
        self,
        lease: float,
        name: str,
        heirs: Callable[[Collection[str]], Awaitable[Mapping[str, str]]],
        prepare: Callable[[str], Awaitable[None]],
    ) -> None:
        self.heirs: Mapping[str, str] = {}
        """Code of a suspected node's table -> its next owner."""
        self.names: list[str] = []
        """Names of the suspected nodes."""
        self._name, self._lease, self._heirs, self._prepare = name, lease, heirs, prepare
        self._left: list[str] = []
        """Tables that are not prepared yet."""
        self._is_running = False

    @property
    def tables(self) -> Sequence[str]:
        """Tables whose next owner would be this node."""
        return tuple(code for code, heir in self.heirs.items() if heir == self._name)

    async def update_suspects(self, others: Sequence[NodeRow]) -> bool:
        """Update the suspected nodes; return whether `prepare_tables` must be started.

        Raises any error of the database.
        """
        names = [node.name for node in others if node.tables and self._is_suspect(node)]
        if names != self.names:
            self.heirs = await self._heirs(names) if names else {}
            self.names, self._left = names, [*self.tables]
        return bool(self._left) and not self._is_running

    def _is_suspect(self, node: NodeRow) -> bool:
        return not node.connected or node.left < SUSPECT_LEASE_RATIO * self._lease

    async def prepare_tables(self) -> None:
        """Prepare the tables as long as their node is suspected."""
        self._is_running = True
        try:
            async with trio.open_nursery() as nursery:
                for _ in range(MAX_CONCURRENT_PRELOADS):
                    nursery.start_soon(self._prepare_once)
        finally:
            self._is_running = False

    async def _prepare_once(self) -> None:
        while self._left:
            await self._prepare(self._left.pop(0))
