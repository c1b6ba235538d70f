"""People at tables of one server, which may be killed and restarted, and their gestures by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import trio
from trio.testing import wait_all_tasks_blocked

from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    JoinTable,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from tests.client.house import ADDRESS, House, house

FREE = Settings(mode="free", pace="off", listed=False)
DECK = deck_entries.ready("master")[0].text


@dataclass
class Hands:
    """Visitors of one server, which may be restarted, and their gestures by hand."""

    nursery: trio.Nursery
    store: MemoryStore = field(default_factory=MemoryStore)
    now: House | None = None

    async def dial(self) -> trio.abc.Stream:
        """Return a stream to the server, if it is up."""
        if self.now is None:
            raise OSError("nobody listens")
        return await self.now.dial()

    @asynccontextmanager
    async def server(self, seed: str) -> AsyncIterator[None]:
        """Run the server; kill it at the end."""
        async with house(seed, self.store) as self.now:
            yield
            here, self.now = self.now, None
            await here.cut()

    async def come(self, name: str, wish: ToServer | None, **more: Any) -> Visit:
        """Join, and read all messages."""
        visit = Visit(Link(ADDRESS, name, wish=wish, dial=self.dial, **more))
        self.nursery.start_soon(visit.run_link)
        self.nursery.start_soon(_read, visit)
        await wait_all_tasks_blocked()
        return visit

    async def pair(self, settings: Settings = FREE, **more: Any) -> tuple[Visit, Visit]:
        """Return two players with their decks, not ready yet."""
        anna = await self.come("Anna", CreateTable(settings), **more)
        link = links.parse_link(anna.model.links["opponent"][0][1])
        ben = await self.come("Ben", JoinTable(link.code, link.secret))
        for visit in (anna, ben):
            await do(visit, UseDeck(DECK))
        return anna, ben

    async def watcher(self, host: Visit) -> Visit:
        """Return a spectator who joined by the host's link."""
        link = links.parse_link(host.model.links["spectator"][0][1])
        return await self.come("Sid", Watch(link.code, link.secret))


@asynccontextmanager
async def hands() -> AsyncIterator[Hands]:
    """Return room for visitors, and no server yet."""
    async with trio.open_nursery() as nursery:
        yield Hands(nursery)
        nursery.cancel_scope.cancel()


async def _read(visit: Visit) -> None:
    while True:
        await visit.next()


async def do(visit: Visit, *messages: ToServer) -> None:
    """Send this, and wait until all clients are idle. Nothing is refused."""
    for message in messages:
        visit.send(message)
        await wait_all_tasks_blocked()
    assert visit.model.refusal is None


async def begin(*visits: Visit) -> None:
    """Let the player who is asked go first."""
    chooser = next(visit for visit in visits if visit.model.prompt is not None)
    assert chooser.model.prompt is not None
    await do(chooser, Answer(chooser.model.prompt.ask, (0,)))


def stage(visit: Visit) -> str:
    """Return the table's stage."""
    assert visit.model.table is not None
    return visit.model.table.stage


def complaints(visit: Visit) -> str:
    """Return the complaints of this client; "" when everything is verified."""
    assert visit.model.verdict is not None
    return " ".join(visit.model.verdict.complaints)
