"""Tables of nodes that have not renewed their leases for a while: run ahead here, should they be dead.

Nothing is taken over before a lease has run out, but by then the logs have been run, and only what was added
since is left to do. One table at a time, and no more of them once the node has renewed its lease.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

from server.nodes.membership import NodeRow

SUSPECT = 0.5
"""The part of a lease that is left when a node is suspected: it has missed two renewals."""


class Suspects:
    """`heirs` says which tables of nodes of these names would come here, `prepare` runs the log of one."""

    def __init__(
        self,
        lease: float,
        heirs: Callable[[Collection[str]], Awaitable[Sequence[str]]],
        prepare: Callable[[str], Awaitable[None]],
    ) -> None:
        self.tables: Sequence[str] = ()
        """Those that would come here."""
        self._lease, self._heirs, self._prepare = lease, heirs, prepare
        self._names: list[str] = []
        self._left: list[str] = []
        """Those that were not prepared yet."""
        self._is_running = False

    async def look(self, others: Sequence[NodeRow]) -> bool:
        """See who is suspected now; whether `run` is to be started. Raises what the database does."""
        names = [node.name for node in others if node.tables and node.left < SUSPECT * self._lease]
        if names != self._names:
            self.tables = await self._heirs(names) if names else ()
            self._names, self._left = names, [*self.tables]
        return bool(self._left) and not self._is_running

    async def run(self) -> None:
        """Prepare one table after another, as long as its node is suspected."""
        self._is_running = True
        try:
            while self._left:
                await self._prepare(self._left.pop(0))
        finally:
            self._is_running = False
