"""A server that stores nothing on disk, to measure the cost of the journal; otherwise the real server.

It is no setting of the server, and no release contains it: no duel can be lost by it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from facedown_server.runtime.world import World
from facedown_server.service import app, command
from facedown_server.service.config import Config
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Store


@asynccontextmanager
async def _in_memory(config: Config, world: World, stop: trio.Event) -> AsyncIterator[Store]:
    yield MemoryStore()


if __name__ == "__main__":
    vars(app)["open_journal"] = _in_memory
    command.main()
