"""Hosting from a window, closing it, and hosting again: the same duel, the same port, the same links."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from facedown_client.connection import hosting
from tests.reliability.processes import duel

pytestmark = pytest.mark.slow


@dataclass
class Window:
    """A window that hosts a table until it is closed."""

    folder: Path
    closed: trio.Event = field(default_factory=trio.Event)
    gone: trio.Event = field(default_factory=trio.Event)

    async def host(self, port: int, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Run its server."""
        async with hosting.server(port=port, data=self.folder) as server:
            task_status.started(server.port)
            await self.closed.wait()
        self.gone.set()

    async def close(self) -> None:
        """Close it, which ends its server."""
        self.closed.set()
        await self.gone.wait()


async def test_a_host_who_closes_and_comes_back_finds_everything_as_it_was(tmp_path: Path) -> None:
    """Seen to fail while the opponent's link was drawn again at every start."""
    async with trio.open_nursery() as nursery:
        window = Window(tmp_path)
        port = await nursery.start(window.host, 0)
        async with duel(port) as (first, other):
            host = next(one for one in (first, other) if one.visit.model.links)
            before = (first.prompt, first.visit.model.view, dict(host.visit.model.links))
            heard = [one.message_counts for one in (first, other)]
            await window.close()
            again = Window(tmp_path)
            assert await nursery.start(again.host, port) == port
            for one, before_that in zip((first, other), heard, strict=True):
                await one.wait_for_return(before_that, asked=one is first)
            assert (first.prompt, first.visit.model.view, host.visit.model.links) == before
            await first.pick()
            await again.close()
