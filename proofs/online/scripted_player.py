"""Our own client at a table of a real server, driven by hooks: what it receives, and how it reacts."""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_client.connection.link import Link, LinkState
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from facedown_client.model.model import Model
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import FromServer, ToServer

WAIT_TIMEOUT_S = 20.0
"""Seconds after which an awaited event counts as missing."""


class ScriptedPlayer:
    """One person at one table, who reconnects like any client. `wish`: the request with which they join."""

    def __init__(
        self, server: TableLink, name: str, wish: ToServer | None, returns: Returns | None = None
    ) -> None:
        self.name = name
        self.link = Link(server, name, wish=wish, returns=returns, patient=True)
        self.visit = Visit(self.link)
        self.tasks: trio.Nursery
        """Runs what goes on while messages arrive."""
        self._changed = trio.Event()

    @property
    def model(self) -> Model:
        """All messages so far, as a model."""
        return self.visit.model

    def table_link(self, role: str) -> TableLink:
        """Return the first link for "opponent" or "spectator" that the host of the table was sent."""
        return parse_link(self.model.links[role][0][1])

    async def run(self) -> None:
        """Stay at the table until cancelled."""
        async with trio.open_nursery() as self.tasks:
            self.tasks.start_soon(self.stay)
            while True:
                item = await self.visit.next()
                if isinstance(item, LinkState):
                    self.connection_changed(item)
                else:
                    await self.hear(item)
                self._changed.set()

    async def until(self, so: Callable[[], object]) -> None:
        """Wait until a condition holds. Raises TooSlowError."""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while not so():
                self._changed = trio.Event()
                await self._changed.wait()

    # --- hooks ----------------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Stay connected; runs as a task."""
        await self.visit.run_link()

    def connection_changed(self, state: LinkState) -> None:
        """Handle that another attempt begins, succeeds or fails."""

    async def hear(self, message: FromServer) -> None:
        """React to a message that the model has already read."""
