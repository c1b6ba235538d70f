"""Helper verbs: a server in memory with a chain of relays, and spectators at each of them."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio
from trio.testing import wait_all_tasks_blocked

from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.memory_streams import MemoryListener
from facedown_server.room.session import run_session
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.config import Config
from facedown_server.service.relay_server import Relay
from facedown_shared.cards.facts import edition
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import Hello, Watch
from tests.server.network.wire.in_memory import Client
from tests.server.serving import open_raw
from tests.server.tables import SMALL, Player, Server, code_of, secret_of


@dataclass
class Door:
    """Where clients connect: the server's listener or a relay's. While it is shut, no connection gets
    through.
    """

    nursery: trio.Nursery
    listener: MemoryListener = field(default_factory=MemoryListener)
    shut: bool = False
    streams: list[trio.abc.Stream] = field(default_factory=list)
    relay: Relay | None = None
    """The relay behind it; None at the server itself."""

    async def dial(self, address: TableLink) -> trio.abc.Stream:
        """Open a stream to it, for a relay."""
        await trio.lowlevel.checkpoint()
        if self.shut:
            raise ConnectionRefusedError("nobody listens here")
        self.streams.append(self.listener.connect("192.0.2.77"))
        return self.streams[-1]

    async def cut(self) -> None:
        """Break every connection that was dialled."""
        streams, self.streams = self.streams, []
        for stream in streams:
            await stream.aclose()
        await wait_all_tasks_blocked()

    async def connect(
        self, name: str, *, cards: str | None = None, peer: str = "192.0.2.1", reads: bool = True
    ) -> Player:
        """Connect a client and send Hello."""
        stream = self.listener.connect(peer)
        assert await open_raw(stream) == b""
        client = Client(stream)
        player = Player(client, None)  # type: ignore[arg-type]
        if reads:
            self.nursery.start_soon(player.read)
        await player.do(Hello(name, cards=edition() if cards is None else cards))
        return player

    async def spectator(
        self, host: Player, name: str = "Sid", *, cards: str | None = None, peer: str = "192.0.2.1"
    ) -> Player:
        """Connect a spectator by the host's link."""
        player = await self.connect(name, cards=cards, peer=peer)
        await player.do(Watch(code_of(host), secret_of(host, "spectator")))
        return player


@asynccontextmanager
async def door_of(server: Server) -> AsyncIterator[Door]:
    """Open the door of a server."""

    async with trio.open_nursery() as nursery:
        wire = Wire(lambda connection: run_session(connection, server.lobby, server.world), server.world)
        door = Door(nursery)
        await nursery.start(wire.serve, [door.listener])
        yield door
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def relay_at(
    door: Door, host: Player, *, secret: str | None = None, password: str = "", slow: bool = False,
    config: Config | None = None, by_link: bool = False,
) -> AsyncIterator[Door]:  # fmt: skip
    """Run a relay that watches the host's table through this door; yield the relay's door. `by_link`: it has
    the host's link for relays.
    """
    secret = secret_of(host, "relay" if by_link else "spectator") if secret is None else secret
    role = "relay" if by_link else "watch" if secret else ""
    link = TableLink("server.example", 7777, False, code_of(host), secret, role)
    relay = Relay(config or Config(), link, password, SeededWorld("relay"), door.dial)
    async with trio.open_nursery() as nursery:
        own = Door(nursery, MemoryListener(SMALL.outbox_bytes if slow else math.inf), relay=relay)
        if slow:
            relay.wire.limits = SMALL
        await nursery.start(relay.run, [own.listener])
        await wait_all_tasks_blocked()
        yield own
        nursery.cancel_scope.cancel()
