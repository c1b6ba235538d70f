"""A whole server in memory, with the real rules, for clients that dial it: `async with house() as server`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import trio

from facedown_server.games.duel import library
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.memory_streams import MemoryListener
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.room.lobby import Lobby
from facedown_server.room.replays.replay_desk import ReplayDesk
from facedown_server.room.server_context import ServerContext
from facedown_server.room.session import run_session
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.replay_archive import ReplayArchive
from facedown_server.storage.store import Store
from facedown_shared.cards.facts import every_game
from facedown_shared.network import links

T = TypeVar("T")
ADDRESS = links.TableLink("server.example", 7777)


@dataclass
class House:
    """An address to dial, and the lobby behind it."""

    listener: MemoryListener
    lobby: Lobby
    broken: list[trio.abc.Stream] = field(default_factory=list)
    away: bool = False
    """Whether it cannot be reached."""

    async def dial(self) -> trio.abc.Stream:
        """Return a stream to it, as a Link needs one."""
        await trio.lowlevel.checkpoint()
        if self.away:
            raise OSError("the network is away")
        stream: trio.abc.Stream = self.listener.connect()
        self.broken.append(stream)
        return stream

    async def cut(self) -> None:
        """Break every connection."""
        streams, self.broken = self.broken, []
        for stream in streams:
            await trio.aclose_forcefully(stream)


async def call_without_thread(work: Callable[[], T]) -> T:
    """Call a function without a thread: in virtual time there are none."""
    return work()


@asynccontextmanager
async def house(
    seed: str = "house", store: Store | None = None, replays: Path | None = None, *, busy: bool = False
) -> AsyncIterator[House]:
    """Run a server in memory with every game; on another's store it is that one, restarted. `replays`: the
    folder for replays; a busy one makes them only on request.
    """
    pool = every_game()
    world = SeededWorld(seed)
    bounds = Bounds(message_rate=1e6, message_burst=1e6)
    context = ServerContext(
        world, store or MemoryStore(), bounds, pool, make_referee, read_file, library.playable_codes(pool),
        addresses=lambda: [("here", ADDRESS.base)],
    )  # fmt: skip
    archive = ReplayArchive(replays, 30, world, thread=call_without_thread) if replays is not None else None
    lobby = Lobby(context, "house", archive)
    lobby.replays = ReplayDesk(context, archive, cpu=trio.current_time if busy else lambda: 0.0)
    listener = MemoryListener()
    limits = WireLimits(frames_per_second=1e6, frame_burst=1e6)
    async with trio.open_nursery() as nursery:
        await nursery.start(lobby.run)

        async def handler(connection: Connection) -> None:
            await run_session(connection, lobby, world)

        await nursery.start(Wire(handler, world, limits).serve, [listener])
        yield House(listener, lobby)
        nursery.cancel_scope.cancel()
